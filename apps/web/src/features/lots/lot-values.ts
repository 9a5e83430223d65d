import type { Lot } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import { formatDay } from '../../shared/format/format.ts';
import type { RecordWords } from '../../shared/forms/record-conflict.ts';

const words = text.lots;

/** What of an existing lot may be changed. */
export type LotValues = Pick<Lot, 'active' | 'expirationDate'>;
export const lotValues = ({ active, expirationDate }: Lot): LotValues => ({ active, expirationDate });

export const LOT_WORDS: RecordWords<LotValues> = {
  active: { label: words.active, show: (active) => (active ? words.yes : words.no) },
  expirationDate: { label: words.expiry, show: formatDay },
};

interface Evaluated {
  /** Omitted for an existing lot, whose name stays. */
  readonly name?: string;
  readonly expirationDate: string;
}

interface Against {
  readonly today: string;
  /** The expiry date of an existing lot; null: a new one. */
  readonly original: string | null;
}

/** What of a lot is wrong, by field. A date that has passed may stay, but not be set. */
export function lotIssues({ name, expirationDate }: Evaluated, { today, original }: Against) {
  const isPast = expirationDate < today && expirationDate !== original;
  return {
    name: name?.trim() === '' ? words.noName : undefined,
    expirationDate: expirationDate === '' ? words.noDay : isPast ? words.past : undefined,
  };
}

/** Whether an active lot would be the first of its version, which locks what the version says. */
export const locksVersion = (active: boolean, lots: readonly Lot[]): boolean =>
  active && !lots.some((lot) => lot.active);
