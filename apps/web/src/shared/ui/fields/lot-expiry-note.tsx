import { IconAlertTriangle, IconCalendarOff, IconClock } from '@tabler/icons-react';

import type { LotDays } from '../../format/lot-days.ts';
import { lotExpiry } from '../../format/lot-expiry.ts';
import styles from './lot-expiry-note.module.css';

interface LotExpiryNoteProps {
  readonly expirationDate: string;
  readonly days: LotDays;
}

/** When a lot expires, with an icon if it has no date, expires soon or is expired. */
export function LotExpiryNote({ expirationDate, days }: LotExpiryNoteProps) {
  const { tone, words } = lotExpiry(expirationDate, days);
  const Icon = { good: null, none: IconCalendarOff, soon: IconClock, expired: IconAlertTriangle }[tone];
  return (
    <span className={styles['note']} data-tone={tone}>
      {Icon && <Icon size={14} stroke={1.6} aria-hidden />}
      {words}
    </span>
  );
}
