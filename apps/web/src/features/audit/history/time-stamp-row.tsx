import type { TimeStampState } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import { formatDateTime, formatZone } from '../../../shared/format/format.ts';
import styles from './history.module.css';

const words = text.audit.history.record;
const timeOf = (instant: string) => `${formatDateTime(instant)} (${formatZone(instant)})`;

/** The time stamp of an external authority on the signature, or why it is still missing. */
export function TimeStampRow({ timeStamp }: { readonly timeStamp: TimeStampState }) {
  return (
    <>
      <dt>{words.timeStamp}</dt>
      {timeStamp.state === 'stamped' && <dd>{words.stamped(timeOf(timeStamp.at), timeStamp.authority)}</dd>}
      {timeStamp.state === 'pending' && (
        <dd>
          {words.stampPending(formatDateTime(timeStamp.requestedAt))}
          {timeStamp.problem !== null && <span className={styles['account']}>{timeStamp.problem}</span>}
        </dd>
      )}
      {timeStamp.state === 'wrong' && (
        <dd className={styles['changed']}>
          <div role="alert">
            <b>{words.stampWrong}</b> {timeStamp.problem}
          </div>
        </dd>
      )}
    </>
  );
}
