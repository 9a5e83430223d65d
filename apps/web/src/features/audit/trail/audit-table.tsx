import type { AuditRow } from '@curvewell/domain';
import { Skeleton } from '@mantine/core';
import { Fragment, type KeyboardEvent, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { formatCount, formatDate, formatSeconds, withinText } from '../../../shared/format/format.ts';
import styles from '../audit.module.css';
import { ChangeArrow } from '../entry/change-arrow.tsx';
import { entryGlance, entryReason, entryTitle } from '../entry/entry-changes.ts';
import { EntryFields } from '../entry/entry-fields.tsx';
import { entryLook } from '../entry/entry-look.ts';

interface AuditTableProps {
  /** null while loading. */
  readonly rows: readonly AuditRow[] | null;
  readonly waitingRows: number;
  readonly hasLaboratories: boolean;
}

const { columns } = text.audit;
const keyOf = ({ entry: { chain, number } }: AuditRow): string => `${chain} ${number}`;

/** Audit entries as rows that unfold to all details. */
export function AuditTable({ rows, waitingRows, hasLaboratories }: AuditTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState(0);
  const columnCount = hasLaboratories ? 8 : 7;
  const fold = (key: string, isOpen: boolean): void => {
    setOpen((before) => new Set(isOpen ? [...before, key] : [...before].filter((one) => one !== key)));
  };
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
          <th scope="col" className={styles['number']}>
            {columns.number}
          </th>
          <th scope="col" className={styles['when']}>
            {columns.when}
          </th>
          {hasLaboratories && (
            <th scope="col" className={styles['laboratory']}>
              {columns.laboratory}
            </th>
          )}
          <th scope="col" className={styles['who']}>
            {columns.who}
          </th>
          <th scope="col" className={styles['what']}>
            {columns.what}
          </th>
          <th scope="col" className={styles['about']}>
            {columns.about}
          </th>
          <th scope="col">{columns.values}</th>
          <th scope="col" className={styles['reason']}>
            {columns.reason}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows === null &&
          Array.from({ length: waitingRows }, (_, row) => (
            <tr key={row}>
              <td colSpan={columnCount}>
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
                onFocus={() => {
                  setAt(index);
                }}
                onClick={() => {
                  fold(key, !isOpen);
                }}
                onKeyDown={(event) => {
                  onKeyDown(event, index);
                }}
              >
                <Cells row={row} hasLaboratories={hasLaboratories} />
              </tr>
              {isOpen && (
                <tr className={styles['unfolded'] ?? ''}>
                  <td colSpan={columnCount}>
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
  const { entry, laboratory, about } = row;
  const role = withinText(entry.actor.role ?? '');
  const { Icon, tone } = entryLook(entry.action);
  const { shown, more } = entryGlance(entry);
  const reason = entryReason(entry);
  return (
    <>
      <td className={styles['number']}>{formatCount(entry.number)}</td>
      <td>
        {formatDate(entry.at)} <span className={styles['second']}>{formatSeconds(entry.at)}</span>
      </td>
      {hasLaboratories && (
        <td title={laboratory ?? undefined}>
          <span className={styles['lines']}>{laboratory ?? text.audit.installation}</span>
        </td>
      )}
      <td title={[entry.actor.name, role].join(' ').trim()}>
        {entry.actor.name} <span className={styles['role']}>{role}</span>
      </td>
      <td>
        <span className={styles['act']} data-tone={tone}>
          <Icon size={15} stroke={1.6} aria-hidden />
          <span className={styles['lines']}>{entryTitle(entry)}</span>
        </span>
      </td>
      <td title={about ?? undefined}>
        <span className={styles['lines']}>{about}</span>
      </td>
      <td>
        <span className={styles['lines']}>
          {shown.map((change, index) => (
            <Fragment key={`${change.what} ${index}`}>
              {index > 0 && '; '}
              {change.what !== '' && <span className={styles['dim']}>{change.what} </span>}
              <ChangeArrow change={change} isPlain />
            </Fragment>
          ))}
          {more > 0 && ` ${text.audit.more(more)}`}
        </span>
      </td>
      <td className={styles['dim']} title={reason ?? undefined}>
        <span className={styles['lines']}>{reason}</span>
      </td>
    </>
  );
}
