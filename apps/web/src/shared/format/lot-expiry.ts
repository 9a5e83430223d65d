import { DEFAULT_LOT_EXPIRATION, isExpired } from '@curvewell/domain';
import dayjs from 'dayjs';

import { text } from '../../locale/text.ts';
import { formatDay } from './format.ts';
import type { LotDays } from './lot-days.ts';

/** A lot that expires within this many days expires soon. */
const SOON_DAYS = 30;

interface LotExpiry {
  readonly tone: 'good' | 'none' | 'soon' | 'expired';
  readonly words: string;
}

/** “expires 31-05-2027”, “expires in 29 days”, “expired 31-10-2026”, “no expiry date” */
export function lotExpiry(expirationDate: string, { today, used }: LotDays): LotExpiry {
  const expiry = expiryOn(expirationDate, used);
  const days = dayjs(expirationDate).diff(today, 'day');
  const isSoon = expiry.tone === 'good' && days >= 0 && days <= SOON_DAYS;
  return isSoon ? { tone: 'soon', words: text.lotExpiry.soon(days) } : expiry;
}

function expiryOn(expirationDate: string, used: string): LotExpiry {
  const words = text.lotExpiry;
  if (expirationDate === DEFAULT_LOT_EXPIRATION) return { tone: 'none', words: words.none };
  return isExpired({ expirationDate }, used)
    ? { tone: 'expired', words: words.expired(formatDay(expirationDate)) }
    : { tone: 'good', words: words.expires(formatDay(expirationDate)) };
}

/** “31-05-2027”, “no expiry date” */
export const expiryDay = (day: string): string =>
  day === DEFAULT_LOT_EXPIRATION ? text.lotExpiry.none : formatDay(day);

/** The expiry relative to a fixed day, such as the day a plate was read. */
export const lotExpiryOn = (expirationDate: string, day: string): string =>
  expiryOn(expirationDate, day).words;

interface ListedLot {
  readonly name: string;
  readonly expirationDate: string;
  readonly lastUsedOn?: string | null | undefined;
}

/** Lots in the order offered: last used first, then unused ones by name, expired ones last. */
export const lotsInOrder = <L extends ListedLot>(lots: readonly L[], day: string): readonly L[] =>
  [...lots].sort(
    (first, second) =>
      Number(isExpired(first, day)) - Number(isExpired(second, day)) ||
      (second.lastUsedOn ?? '').localeCompare(first.lastUsedOn ?? '') ||
      first.name.localeCompare(second.name),
  );

/** From this age on the date is shown instead. */
const LONG_AGO_DAYS = 60;

/** “used yesterday”, “used 20 days ago”, “used 03-02-2026” */
export function lotUsed(lastUsedOn: string, today: string): string {
  const days = dayjs(today).diff(lastUsedOn, 'day');
  return days > LONG_AGO_DAYS ? text.lotUsedOn(formatDay(lastUsedOn)) : text.lotUsed(days);
}
