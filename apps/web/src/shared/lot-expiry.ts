import dayjs from 'dayjs';

import { text } from '../locale/text.ts';
import { formatDay } from './format.ts';

/** Days before its expiry from which a lot is told to expire soon. */
const SOON_DAYS = 30;

interface LotExpiry {
  readonly tone: 'good' | 'soon' | 'expired';
  readonly words: string;
}

/** “expires 31-05-2027”, “expires in 29 days”, “expired 31-10-2026” */
export function lotExpiry(expirationDate: string, today: string): LotExpiry {
  const days = dayjs(expirationDate).diff(today, 'day');
  const words = text.lotExpiry;
  if (days < 0) return { tone: 'expired', words: words.expired(formatDay(expirationDate)) };
  if (days <= SOON_DAYS) return { tone: 'soon', words: words.soon(days) };
  return { tone: 'good', words: words.expires(formatDay(expirationDate)) };
}

/** Expired lots last, the others as they are. */
export const expiredLast = <L extends { readonly expirationDate: string }>(
  lots: readonly L[],
  today: string,
): readonly L[] =>
  [...lots].sort(
    (first, second) => Number(first.expirationDate < today) - Number(second.expirationDate < today),
  );
