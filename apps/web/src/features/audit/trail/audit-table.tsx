import type { AuditRow } from '@curvewell/domain';
import { Skeleton } from '@mantine/core';
import { Fragment, type KeyboardEvent, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { formatCount, formatDate, formatSeconds, withinText } from '../../../shared/format/format.ts';
import styles from '../audit.module.css';
import { EntryFields } from '../entry/entry-fields.tsx';
import { entryLook } from '../entry/entry-look.ts';
import { entrySentence } from '../entry/entry-sentence.ts';
import { EntryValue } from '../entry/entry-value.tsx';

interface AuditTableProps {
  /** null while loading. */
  readonly rows: readonly AuditRow[] | null;
  readonly waitingRows: number;
  readonly hasLaboratories: boolean;
}

const { columns } = text.audit;
const COLUMNS = 4;
const keyOf = ({ entry: { chain, number } }: AuditRow): string => `${chain} ${number}`;

export function AuditTable({ rows, waitingRows, hasLaboratories }: AuditTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState(0);
  const fold = (key: string, isOpen: boolean): void =>
    setOpen((before) => new Set(isOpen ? [...before, key] : [...before].filter((one) => one !== key)));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    const row = rows?.[index];
    if (row === undefined || event.target !== event.currentTarget) return;
    const key = keyOf(row);
    const next = nextRow(event.key, index, rows?.length ?? 0);
    if (event.key === 'Enter' || event.key === ' ') fold(key, !open.has(key));
    else if (event.key === 'Escape' && open.has(key)) fold(key, false);
    else if (next !== null) focusRow(event.currentTarget, next);
    else return;
    event.preventDefault();
  };
  return (
    <table role="treegrid" className={styles['table']} aria-label={text.audit.title}>
      <thead>
        <tr>
          <th scope="col" className={styles['when']}>
            {columns.when}
          </th>
          <th scope="col" className={styles['who']}>
            {hasLaboratories ? `${columns.who}, ${columns.laboratory}` : columns.who}
          </th>
          <th scope="col">{columns.what}</th>
          <th scope="col" className={styles['number']}>
            {columns.number}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows === null &&
          Array.from({ length: waitingRows }, (_, row) => (
            <tr key={row}>
              <td colSpan={COLUMNS}>
                <Skeleton height={12} />
              </td>
            </tr>
          ))}
        {rows?.map((row, index) => {
          const key = keyOf(row);
          const isOpen = open.has(key);
          return (
            <Fragment key={key}>
              <tr
                data-entry={index}
                data-open={isOpen || undefined}
                aria-expanded={isOpen}
                tabIndex={index === Math.min(at, rows.length - 1) ? 0 : -1}
                onFocus={() => setAt(index)}
                onClick={() => fold(key, !isOpen)}
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                <Cells row={row} hasLaboratories={hasLaboratories} />
              </tr>
              {isOpen && (
                <tr className={styles['unfolded'] ?? ''}>
                  <td colSpan={COLUMNS}>
                    <EntryFields row={row} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function nextRow(key: string, index: number, length: number): number | null {
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: length - 1 }[key];
  return next === undefined || next < 0 || next >= length ? null : next;
}

function focusRow(row: HTMLElement, index: number): void {
  row.closest('tbody')?.querySelector<HTMLElement>(`[data-entry="${index}"]`)?.focus();
}

function Cells({ row, hasLaboratories }: { readonly row: AuditRow; readonly hasLaboratories: boolean }) {
  const { entry, laboratory } = row;
  return (
    <>
      <td>
        <span className={styles['time']}>{formatSeconds(entry.at)}</span>
        <span className={styles['second']}>{formatDate(entry.at)}</span>
      </td>
      <td>
        {entry.actor.name}
        <span className={styles['second']}>
          {[
            withinText(entry.actor.role ?? ''),
            ...(hasLaboratories ? [laboratory ?? text.audit.installation] : []),
          ]
            .filter((part) => part !== '')
            .join(', ')}
        </span>
      </td>
      <td>
        <SentenceOf row={row} />
      </td>
      <td className={styles['number']}>{formatCount(entry.number)}</td>
    </>
  );
}

/** What happened, with old and new values and the reason. */
function SentenceOf({ row }: { readonly row: AuditRow }) {
  const { Icon, tone } = entryLook(row.entry.action);
  const { words, spelt, alsoChanged, reason } = entrySentence(row);
  const { sentence } = text.audit;
  return (
    <span className={styles['sentence']} data-tone={tone}>
      <Icon size={15} stroke={1.6} aria-hidden />
      <span>
        {words}
        {spelt.map((change, index) => (
          <Fragment key={`${change.what} ${index}`}>
            {change.what !== '' && `${index === 0 ? ': ' : '; '}${withinText(change.what)}`}
            {sentence.from}
            <EntryValue value={change.from} isPlain />
            {sentence.to}
            <b>
              <EntryValue value={change.to} isPlain />
            </b>
          </Fragment>
        ))}
        {alsoChanged !== '' && `: ${alsoChanged}`}.
        {reason !== null && <span className={styles['dim']}> {sentence.reason(reason)}</span>}
      </span>
    </span>
  );
}
