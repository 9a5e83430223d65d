import type { AuditRow } from '@curvewell/domain';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';

import { text } from '../../../locale/text.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import styles from '../audit.module.css';
import { ChangeArrow } from './change-arrow.tsx';
import { entryChanges, entryReason } from './entry-changes.ts';

const { fields } = text.audit;

/** All details of an entry, except the origin of its request and its hashes. */
export function EntryFields({ row }: { readonly row: AuditRow }) {
  const reason = entryReason(row.entry);
  return (
    <div className={styles['fields']}>
      <table className={styles['changes']}>
        <tbody>
          {entryChanges(row.entry).map((change, index) => (
            <tr key={`${change.what} ${index}`}>
              <th scope="row">{change.what === '' ? (row.about ?? '') : change.what}</th>
              <td>
                <ChangeArrow change={change} />
              </td>
            </tr>
          ))}
          {reason !== null && (
            <tr>
              <th scope="row">{fields.reason}</th>
              <td>{reason}</td>
            </tr>
          )}
        </tbody>
      </table>
      <EntryProof row={row} />
    </div>
  );
}

/** The origin of the request, its id, and the hashes. */
export function EntryProof({ row }: { readonly row: AuditRow }) {
  const { entry, previousHash, hash, run, about } = row;
  const { position } = entry.details;
  const well = typeof position === 'string' ? position : null;
  return (
    <dl className={styles['proof']}>
      <dt>{fields.from}</dt>
      <dd>{fields.address(entry.address, entry.requestId)}</dd>
      <dt>{fields.hash}</dt>
      <dd className={styles['long']}>{hash}</dd>
      <dt>{fields.before}</dt>
      <dd className={styles['long']}>{previousHash}</dd>
      {entry.broughtIn && <dd className={styles['wide']}>{fields.broughtIn}</dd>}
      {run !== null && about !== null && (
        <dd className={styles['wide']}>
          <Anchor
            component={Link}
            to={`${run.isArchived ? paths.archiveInterpretation(run.id) : paths.runInterpretation(run.id)}${well === null ? '' : `?wells=${well}`}`}
            fz="inherit"
          >
            {well === null ? text.audit.openRun(about) : text.audit.openWell(well, about)}
          </Anchor>
        </dd>
      )}
    </dl>
  );
}
