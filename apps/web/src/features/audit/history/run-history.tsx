import type { RunHistory as History } from '@curvewell/contracts';
import { type AuditRow, runHistoryKindSchema } from '@curvewell/domain';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { formatCount, formatTime, formatWeekday, withinText } from '../../../shared/format/format.ts';
import { ChangeArrow } from '../entry/change-arrow.tsx';
import { entryChanges, entryFacts, entryReason, entryTitle, runEntryTitle } from '../entry/entry-changes.ts';
import { entryLook } from '../entry/entry-look.ts';
import { historyDays, type HistoryLine } from './history-days.ts';
import styles from './history.module.css';

const words = text.audit.history;
export const HISTORY_KINDS = ['all', ...runHistoryKindSchema.options] as const;
export type ShownKind = (typeof HISTORY_KINDS)[number];

interface KindsProps {
  readonly counts: History['counts'];
  readonly kind: ShownKind;
  readonly onKind: (kind: ShownKind) => void;
}

export function HistoryKinds({ counts, kind, onKind }: KindsProps) {
  return (
    <div role="group" aria-label={words.filter} className={styles['kinds']}>
      {HISTORY_KINDS.map((one) => (
        <UnstyledButton
          key={one}
          className={styles['kind'] ?? ''}
          aria-pressed={one === kind}
          onClick={() => onKind(one)}
        >
          {words.kind(text.audit.kinds[one], formatCount(counts[one]))}
        </UnstyledButton>
      ))}
    </div>
  );
}

interface TimelineProps {
  readonly rows: readonly AuditRow[];
  /** Sequence number of the selected entry. */
  readonly focused: number | null;
  readonly onFocus: (number: number) => void;
}

/** The entries of a run by day, newest first, with similar ones folded. */
export function HistoryTimeline({ rows, focused, onFocus }: TimelineProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const days = historyDays(rows);
  const flat = days.flatMap(({ lines }) => lines.flatMap((line) => shownRows(line, open)));
  const first = flat[0]?.entry.number ?? null;
  const current = flat.some(({ entry }) => entry.number === focused) ? focused : first;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')];
    const at = entries.findIndex((one) => one === document.activeElement);
    const next = entries[at + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  const lineOf = (line: HistoryLine) => {
    if (line.kind === 'entry')
      return <EntryLine key={line.row.entry.number} row={line.row} current={current} onFocus={onFocus} />;
    if (open.has(line.key))
      return line.rows.map((row) => (
        <EntryLine key={row.entry.number} row={row} current={current} onFocus={onFocus} />
      ));
    return (
      <FoldedLine
        key={line.key}
        rows={line.rows}
        onOpen={() => {
          setOpen((before) => new Set([...before, line.key]));
          onFocus(line.rows[0]?.entry.number ?? 0);
        }}
      />
    );
  };
  return (
    <div role="group" aria-label={words.label} className={styles['timeline']} onKeyDown={onKeyDown}>
      {days.map(({ day, at, lines }) => (
        <section key={day} aria-label={formatWeekday(at)}>
          <h3 className={styles['day']}>{formatWeekday(at)}</h3>
          <ol>{lines.map(lineOf)}</ol>
        </section>
      ))}
    </div>
  );
}

const shownRows = (line: HistoryLine, open: ReadonlySet<string>): readonly AuditRow[] => {
  if (line.kind === 'entry') return [line.row];
  return open.has(line.key) ? line.rows : [];
};

interface EntryLineProps {
  readonly row: AuditRow;
  readonly current: number | null;
  readonly onFocus: (number: number) => void;
}

const SHOWN_CHANGES = 3;

function EntryLine({ row: { entry }, current, onFocus }: EntryLineProps) {
  const { Icon, tone } = entryLook(entry.action);
  const changes = entryChanges(entry).filter(({ from }) => from !== undefined);
  const own = changes.find(({ what }) => what === '');
  const others = [...entryFacts(entry), ...changes.filter((change) => change !== own)];
  const reason = entryReason(entry);
  const value = entry.details['value'];
  const quoted = reason ?? (typeof value === 'string' ? value : null);
  const isCurrent = entry.number === current;
  return (
    <li>
      <button
        type="button"
        data-line
        className={styles['line']}
        aria-current={isCurrent || undefined}
        tabIndex={isCurrent ? 0 : -1}
        onFocus={() => onFocus(entry.number)}
        onClick={() => onFocus(entry.number)}
      >
        <span className={styles['time']}>{formatTime(entry.at)}</span>
        <span className={styles['disc']} data-tone={tone}>
          <Icon size={14} stroke={1.6} aria-hidden />
        </span>
        <span className={styles['content']}>
          <span className={styles['head']}>
            <b>{runEntryTitle(entry)}</b> {own && <ChangeArrow change={own} />}
          </span>
          {quoted !== null && <span className={styles['why']}>“{quoted}”</span>}
          {others.slice(0, SHOWN_CHANGES).map((change) => (
            <span key={`${change.what} ${JSON.stringify(change.to)}`} className={styles['why']}>
              {change.what} <ChangeArrow change={change} />
            </span>
          ))}
          {others.length > SHOWN_CHANGES && (
            <span className={styles['why']}>{text.audit.more(others.length - SHOWN_CHANGES)}</span>
          )}
        </span>
        <span className={styles['person']}>
          <span>{entry.actor.name}</span>
          {entry.actor.role !== null && (
            <span className={styles['role']}>{withinText(entry.actor.role)}</span>
          )}
        </span>
      </button>
    </li>
  );
}

function FoldedLine({ rows, onOpen }: { readonly rows: readonly AuditRow[]; readonly onOpen: () => void }) {
  const [last] = rows;
  const first = rows.at(-1);
  if (last === undefined || first === undefined) return null;
  return (
    <li>
      <button
        type="button"
        data-line
        className={styles['line']}
        aria-expanded={false}
        tabIndex={-1}
        onClick={onOpen}
      >
        <span />
        <span className={styles['disc']} data-tone="more">
          <IconChevronDown size={14} stroke={1.6} aria-hidden />
        </span>
        <span className={styles['content']}>
          <span className={styles['link']}>{words.earlier(rows.length, entryTitle(last.entry))}</span>
          <span className={styles['why']}>
            {words.between(formatTime(first.entry.at), formatTime(last.entry.at))}
          </span>
        </span>
        <span className={styles['person']}>
          <span>{last.entry.actor.name}</span>
        </span>
      </button>
    </li>
  );
}
