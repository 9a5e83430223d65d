import type { AuditRow } from '@curvewell/domain';

import type { ReactNode } from 'react';

import { text } from '../../../locale/text.ts';
import { formatCount, formatDate, formatSeconds } from '../../../shared/format/format.ts';
import { ChangeArrow } from './change-arrow.tsx';
import { entryChanges, entryReason, runEntryTitle } from './entry-changes.ts';
import { EntryProof } from './entry-fields.tsx';
import styles from '../history/history.module.css';

const { fields } = text.audit;

interface EntryCardProps {
  readonly row: AuditRow;
  /** Links to related pages. */
  readonly more: ReactNode;
}

export function EntryCard({ row, more }: EntryCardProps) {
  const { entry } = row;
  const reason = entryReason(entry);
  const title = text.audit.entry(formatCount(entry.number));
  return (
    <section className={styles['card']} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className={styles['at']}>
          {formatDate(entry.at)} {formatSeconds(entry.at)}
        </span>
      </header>
      <div className={styles['body']}>
        <dl>
          <dt>{fields.who}</dt>
          <dd>{[entry.actor.name, ...(entry.actor.role === null ? [] : [entry.actor.role])].join(', ')}</dd>
          <dt>{fields.what}</dt>
          <dd>{runEntryTitle(entry)}</dd>
          {entryChanges(entry).map((change, index) => (
            <div key={`${change.what} ${index}`} className={styles['pair']}>
              <dt>{change.what === '' ? `${fields.old}, ${fields.new.toLowerCase()}` : change.what}</dt>
              <dd>
                <ChangeArrow change={change} />
              </dd>
            </div>
          ))}
          {reason !== null && (
            <>
              <dt>{fields.reason}</dt>
              <dd>{reason}</dd>
            </>
          )}
        </dl>
        <EntryProof row={row} />
        {more}
      </div>
    </section>
  );
}
