import type { RecordDifference } from '@curvewell/domain';

import { text } from '../../../locale/text.ts';
import styles from './record-differences.module.css';

const texts = text.record;
const MOST = 12;

/** The first differences between a run and its signed record. */
export function RecordDifferences({ differences }: { readonly differences: readonly RecordDifference[] }) {
  return (
    <ul className={styles['differences']}>
      {differences.slice(0, MOST).map(({ what, signed, found }) => (
        <li key={what}>{texts.differs(what, signed ?? texts.nothing, found ?? texts.nothing)}</li>
      ))}
      {differences.length > MOST && <li>{texts.more(differences.length - MOST)}</li>}
    </ul>
  );
}
