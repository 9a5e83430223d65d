import { runStatusSchema, sampleTypeSchema } from '@curvewell/domain';
import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

import { text } from '../../locale/text.ts';
import { SampleShape } from '../../shared/ui/plate/sample-shape.tsx';
import { STATUS_LOOK } from '../../shared/ui/badges/run-status-badge.tsx';
import { formatCount } from '../../shared/format/format.ts';
import type { CallLook } from './call-look.ts';
import { CallName } from './call-name.tsx';
import type { ChangeGroup, ListedChange, WhatIfFigures } from './change-groups.ts';
import { type ListRow, listRows, rowAfterKey, ROWS_AT_ONCE } from './list-rows.ts';
import { wellAddress } from './well-address.ts';
import styles from './what-if.module.css';

const words = text.whatIf.list;

interface ChangeListProps {
  readonly groups: readonly ChangeGroup[];
  readonly stays: WhatIfFigures['stays'];
  readonly look: CallLook;
  readonly activeKey: string | null;
  readonly onActive: (key: string) => void;
}

/** Old call → new call in collapsible groups, with unchanged calls at the end. */
export function ChangeList({ groups, stays, look, activeKey, onActive }: ChangeListProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const grid = useRef<HTMLDivElement>(null);
  const rows = listRows(groups, { folded, shown });
  const firstChange = rows.findIndex(({ kind }) => kind === 'change');
  const found = rows.findIndex(({ key }) => key === activeKey);
  const at = found >= 0 ? found : Math.max(0, firstChange);

  const fold = (key: string, isFolded: boolean): void =>
    setFolded((before) => new Set(isFolded ? [...before, key] : [...before].filter((one) => one !== key)));
  const showMore = (key: string): void =>
    setShown((before) => new Map(before).set(key, (before.get(key) ?? ROWS_AT_ONCE) + ROWS_AT_ONCE));
  const open = (row: ListRow): void => {
    if (row.kind === 'group') fold(row.key, row.isOpen);
    else if (row.kind === 'more') showMore(row.group.key);
    else window.open(wellAddress(row.change), '_blank', 'noopener');
  };
  const goTo = (index: number): void => {
    const row = rows[index];
    if (!row) return;
    onActive(row.key);
    grid.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.key)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') open(row);
    else if (event.key === 'f') {
      document.querySelector<HTMLElement>('[data-filters] [aria-pressed="true"]')?.focus();
    } else if (row.kind === 'group' && event.key === (row.isOpen ? 'ArrowLeft' : 'ArrowRight')) {
      fold(row.key, row.isOpen);
    } else {
      const next = rowAfterKey(rows, at, event.key);
      if (next === null) return;
      goTo(next);
    }
    event.preventDefault();
  };

  return (
    <>
      <div className={styles['list']}>
        {rows.length > 0 && (
          <div
            ref={grid}
            role="treegrid"
            aria-label={text.whatIf.list.label}
            aria-rowcount={rows.length}
            onKeyDown={onKeyDown}
          >
            <div role="row" className={styles['heads']}>
              <span role="columnheader">{words.then}</span>
              <span role="columnheader">{words.now}</span>
              <span role="columnheader">{words.calls}</span>
            </div>
            {rows.map((row, index) => (
              <div
                key={row.key}
                role="row"
                aria-level={row.kind === 'group' ? 1 : 2}
                aria-expanded={row.kind === 'group' ? row.isOpen : undefined}
                aria-selected={index === at}
                aria-label={rowName(row, look)}
                tabIndex={index === at ? 0 : -1}
                data-row={row.key}
                className={styles[row.kind === 'group' ? 'group' : 'row']}
                onFocus={() => onActive(row.key)}
                onClick={() => {
                  onActive(row.key);
                  if (row.kind !== 'change') open(row);
                }}
              >
                {row.kind === 'group' && <GroupCells row={row} look={look} />}
                {row.kind === 'change' && <ChangeCells change={row.change} look={look} />}
                {row.kind === 'more' && (
                  <span role="gridcell" className={styles['more']}>
                    {words.more(Math.min(row.hidden, ROWS_AT_ONCE))}
                  </span>
                )}
              </div>
            ))}
          </div>
        )}
        <Stays stays={stays} look={look} />
      </div>
      <div className={styles['legend']}>
        <Legend groups={groups} />
        <span className={styles['far']}>
          <kbd>Enter</kbd> {words.opens}
        </span>
      </div>
    </>
  );
}

const countText = ({ calls, runs, isControl }: ChangeGroup): string => words.count(calls, runs, isControl);

function rowName(row: ListRow, look: CallLook): string {
  const { group } = row;
  if (row.kind === 'more') return words.more(Math.min(row.hidden, ROWS_AT_ONCE));
  if (row.kind === 'group') {
    const name = words.group(look(group.then).name, look(group.now).name, countText(group));
    return group.isControl ? `${words.control}: ${name}` : name;
  }
  const { businessId, status, position, name, sampleType, reason, override } = row.change;
  const overrideText = override === null ? null : words.override(look(override).name);
  return [
    words.run(businessId),
    text.status[status],
    position,
    name,
    text.sampleTypes[sampleType],
    reason,
    overrideText,
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

function GroupCells({ row, look }: { readonly row: ListRow & { kind: 'group' }; readonly look: CallLook }) {
  const { group, isOpen } = row;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <span role="gridcell" className={styles['side']}>
        <Chevron size={14} stroke={1.6} aria-hidden />
        <CallName diagnostic={group.then} look={look} />
      </span>
      <span role="gridcell" className={styles['side']}>
        <IconArrowRight size={15} stroke={1.6} aria-hidden />
        <b>
          <CallName diagnostic={group.now} look={look} />
        </b>
      </span>
      <span role="gridcell" className={styles['count']}>
        {group.isControl && (
          <Badge
            size="sm"
            tt="none"
            variant="light"
            color="danger"
            c="var(--danger)"
            bg="var(--danger-soft)"
            leftSection={<IconAlertTriangle size={12} stroke={1.6} aria-hidden />}
          >
            {words.control}
          </Badge>
        )}
        {countText(group)}
      </span>
    </>
  );
}

function ChangeCells({ change, look }: { readonly change: ListedChange; readonly look: CallLook }) {
  const { businessId, status, position, name, sampleType, reason, override } = change;
  const { Icon, color } = STATUS_LOOK[status];
  return (
    <>
      <span role="gridcell" className={styles['icon']}>
        <Icon size={15} stroke={1.6} color={`var(--${color})`} aria-hidden />
      </span>
      <span role="gridcell">
        <a
          className={styles['link']}
          href={wellAddress(change)}
          target="_blank"
          rel="noopener"
          tabIndex={-1}
          onClick={(event) => event.stopPropagation()}
        >
          {words.run(businessId)}
        </a>
      </span>
      <b role="gridcell">{position}</b>
      <span role="gridcell" className={styles['name']}>
        {name}
      </span>
      <span role="gridcell" className={styles['icon']}>
        <SampleShape type={sampleType} size={13} />
      </span>
      <span role="gridcell" className={styles['reason']} title={reason}>
        {override !== null && <em>{words.override(look(override).name)} · </em>}
        {reason}
      </span>
    </>
  );
}

/** The unchanged calls by diagnostic, collapsed. */
function Stays({ stays, look }: Pick<ChangeListProps, 'stays' | 'look'>) {
  const all = stays.reduce((sum, { calls }) => sum + calls, 0);
  if (all === 0) return null;
  return (
    <details className={styles['stays']}>
      <summary>
        <b>{words.stay(all)}</b>
        {stays.slice(0, 7).map(({ diagnostic, calls }) => (
          <Stay key={diagnostic} calls={calls}>
            <CallName diagnostic={diagnostic} look={look} isCodeOnly />
          </Stay>
        ))}
      </summary>
      <ul>
        {stays.map(({ diagnostic, calls }) => (
          <li key={diagnostic}>
            <CallName diagnostic={diagnostic} look={look} /> {formatCount(calls)}
          </li>
        ))}
      </ul>
    </details>
  );
}

const Stay = ({ calls, children }: { readonly calls: number; readonly children: ReactNode }) => (
  <span className={styles['stay']}>
    {children}
    {formatCount(calls)}
  </span>
);

/** The signs in the list. */
function Legend({ groups }: Pick<ChangeListProps, 'groups'>) {
  const shown = groups.flatMap(({ changes }) => changes);
  const statuses = new Set(shown.map(({ status }) => status));
  const types = new Set(shown.map(({ sampleType }) => sampleType));
  return (
    <>
      {runStatusSchema.options
        .filter((status) => statuses.has(status))
        .map((status) => {
          const { Icon, color } = STATUS_LOOK[status];
          return (
            <span key={status}>
              <Icon size={14} stroke={1.6} color={`var(--${color})`} aria-hidden /> {text.status[status]}
            </span>
          );
        })}
      {sampleTypeSchema.options
        .filter((type) => types.has(type))
        .map((type) => (
          <span key={type}>
            <SampleShape type={type} size={12} /> {text.sampleTypes[type]}
          </span>
        ))}
    </>
  );
}
