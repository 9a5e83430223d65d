import { z } from 'zod';

import { lotSchema } from './kit.ts';
import { daySchema, instantSchema } from './fields.ts';

/** The expiry date that a new lot begins with. */
export const DEFAULT_LOT_EXPIRATION = '2099-12-31';

/** What a lot has been used for, in all laboratories, and who made it. */
export const lotUseSchema = z.object({
  runs: z.int(),
  /** Of these, the trials: interpreted while it was not active. */
  trialRuns: z.int(),
  /** The day, in UTC, of the first run with it; null: none. */
  firstRunOn: daySchema.nullable(),
  madeAt: instantSchema,
  /** Or brought it in a file; null: it came with the installation. */
  madeBy: z.string().nullable(),
});
/** `use` is null for those who may not read the lot configuration. */
export const listedLotSchema = lotSchema.extend({ use: lotUseSchema.nullable() });
export type ListedLot = z.infer<typeof listedLotSchema>;

/** Whether a lot may no longer be used on a day of the laboratory's calendar: it is good until the end of its own. */
export function isExpired(lot: { readonly expirationDate: string }, day: string): boolean {
  return lot.expirationDate < day;
}
