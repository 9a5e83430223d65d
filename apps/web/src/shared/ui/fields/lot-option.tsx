import type { Lot } from '@curvewell/domain';

import type { LotDays } from '../../format/lot-days.ts';
import { lotUsed } from '../../format/lot-expiry.ts';
import { LotExpiryNote } from './lot-expiry-note.tsx';
import { TrialMark } from '../badges/trial-mark.tsx';
import styles from './lot-option.module.css';

interface LotOptionProps {
  readonly lot: Pick<Lot, 'name' | 'expirationDate' | 'lastUsedOn'>;
  readonly days: LotDays;
  readonly isTrial: boolean;
}

/** A lot in a list: name, trial mark, expiry and last use. */
export function LotOption({ lot, days, isTrial }: LotOptionProps) {
  const { name, expirationDate, lastUsedOn } = lot;
  return (
    <span className={styles['option']}>
      <b>{name}</b>
      {isTrial && <TrialMark />}
      <LotExpiryNote expirationDate={expirationDate} days={days} />
      {lastUsedOn && <span className={styles['used']}>{lotUsed(lastUsedOn, days.today)}</span>}
    </span>
  );
}
