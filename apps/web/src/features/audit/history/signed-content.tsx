import { accountChangesText } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';

import { decisionQueries } from '../../../data/decisions.ts';
import { text } from '../../../locale/text.ts';
import { formatDateTime, formatZone } from '../../../shared/format/format.ts';
import { shortHash } from '../../../shared/format/short-hash.ts';
import { RecordDifferences } from '../../../shared/ui/alerts/record-differences.tsx';
import { TimeStampRow } from './time-stamp-row.tsx';
import styles from './history.module.css';

const words = text.audit.history.record;

/** Who signed the decision, in which role, and whether the run still matches. Empty if unsigned. */
export function SignedContent({ runId }: { readonly runId: string }) {
  const { data, isError } = useQuery(decisionQueries.record(runId));
  if (isError)
    return (
      <>
        <dt>{words.content}</dt>
        <dd>{text.record.notChecked}</dd>
      </>
    );
  if (data === undefined || data.state === 'unsigned') return null;
  const { signature, state, differences, timeStamp } = data;
  const statement = signature?.statement;
  const account = statement ? accountChangesText(statement, formatDateTime) : null;
  return (
    <>
      {statement && (
        <>
          <dt>{words.signed}</dt>
          <dd>
            {words.signedBy(statement.signer.name, {
              at: `${formatDateTime(statement.at)} (${formatZone(statement.at)})`,
              meaning: statement.meaning,
            })}
          </dd>
          {account !== null && (
            <>
              <dt>{words.account}</dt>
              <dd>{account}.</dd>
            </>
          )}
        </>
      )}
      {timeStamp && <TimeStampRow timeStamp={timeStamp} />}
      <dt>{words.content}</dt>
      {state === 'unchanged' && statement ? (
        <dd>
          {words.unchanged} <span className={styles['shortHash']}>{shortHash(statement.recordHash)}</span>
        </dd>
      ) : (
        <dd className={styles['changed']}>
          <div role="alert">
            <b>{words.changed}</b>
            <RecordDifferences differences={differences} />
            {text.record.contactAdministrator}
          </div>
        </dd>
      )}
    </>
  );
}
