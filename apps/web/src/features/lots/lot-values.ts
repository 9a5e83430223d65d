import type { Lot } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import { formatDay } from '../../shared/format/format.ts';
import type { RecordWords } from '../../shared/forms/record-conflict.ts';

const words = text.lots;

/** The fields of an existing lot that can change. */
export type LotValues = Pick<Lot, 'active' | 'expirationDate'>;
export const lotValues = ({ active, expirationDate }: Lot): LotValues => ({ active, expirationDate });

export const LOT_WORDS: RecordWords<LotValues> = {
  active: { label: words.active, show: (active) => (active ? words.yes : words.no) },
  expirationDate: { label: words.expiry, show: formatDay },
};

interface Evaluated {
  /** Omitted for an existing lot, whose name is fixed. */
  readonly name?: string;
  readonly expirationDate: string;
}

interface Against {
  readonly today: string;
  /** The stored expiry date; null for a new lot. */
  readonly original: string | null;
}

/** The errors of a lot by field. A past date may stay, but cannot be set. */
export function lotIssues({ name, expirationDate }: Evaluated, { today, original }: Against) {
  const isPast = expirationDate < today && expirationDate !== original;
  return {
    name: name?.trim() === '' ? words.noName : undefined,
    expirationDate: expirationDate === '' ? words.noDay : isPast ? words.past : undefined,
  };
}

/** Whether activating a lot makes it the first active one, which locks the version. */
export const locksVersion = (active: boolean, lots: readonly Lot[]): boolean =>
  active && !lots.some((lot) => lot.active);
