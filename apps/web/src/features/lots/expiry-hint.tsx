import { DEFAULT_LOT_EXPIRATION } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import { formatDay } from '../../shared/format/format.ts';
import styles from './lots.module.css';

interface ExpiryHintProps {
  readonly day: string;
  /** The stored day, if it was changed. */
  readonly was?: string | null;
}

/** Below the expiry date: that none is set, the stored one, or how to type it. */
export function ExpiryHint({ day, was = null }: ExpiryHintProps) {
  if (day === DEFAULT_LOT_EXPIRATION) return <span className={styles['noDate']}>{text.lots.noDateSet}</span>;
  return was === null ? text.common.dayFormat : text.lots.was(formatDay(was));
}
