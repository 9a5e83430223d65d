import type { Lot } from '@curvewell/contracts';

import { lotUsed } from '../lot-expiry.ts';
import { LotExpiryNote } from './lot-expiry-note.tsx';
import styles from './lot-option.module.css';

interface LotOptionProps {
  readonly lot: Pick<Lot, 'name' | 'expirationDate' | 'lastUsedOn'>;
  readonly today: string;
}

/** A lot in a list: its name, when it expires, when it was used last. */
export function LotOption({ lot, today }: LotOptionProps) {
  const { name, expirationDate, lastUsedOn } = lot;
  return (
    <span className={styles['option']}>
      <b>{name}</b>
      <LotExpiryNote expirationDate={expirationDate} today={today} />
      {lastUsedOn && <span className={styles['used']}>{lotUsed(lastUsedOn, today)}</span>}
    </span>
  );
}
