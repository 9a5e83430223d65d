import { z } from 'zod';

import { westgardRuleSchema } from '../laboratory/broken-rule.ts';
import { lotSchema } from './kit.ts';
import { daySchema, instantSchema } from '../text/fields.ts';
import { dayText } from '../run/run-date.ts';

/** The default expiry date of a new lot. */
export const DEFAULT_LOT_EXPIRATION = '2099-12-31';

/** “expires 31-05-2027”, “no expiry date” */
export const expiryText = (expirationDate: string): string =>
  expirationDate === DEFAULT_LOT_EXPIRATION ? 'no expiry date' : `expires ${dayText(expirationDate)}`;

/** The uses of a lot in all laboratories, and its creator. */
export const lotUseSchema = z.object({
  runs: z.int(),
  /** The trial runs among these: interpreted while the lot was inactive. */
  trialRuns: z.int(),
  /** The date (UTC) of its first run; null: none. */
  firstRunOn: daySchema.nullable(),
  /** The date (UTC) of its newest run; null: none. */
  lastRunOn: daySchema.nullable(),
  madeAt: instantSchema,
  /** The user who created or imported it; null: it came with the installation. */
  madeBy: z.string().nullable(),
});
/** Days for which the list of lots shows a failed control. */
export const LOT_CONTROL_DAYS = 30;

export const lotControlsSchema = z.object({
  /** `lately`: a control that counts was read in the last `LOT_CONTROL_DAYS`; `before`: only earlier. */
  read: z.enum(['never', 'before', 'lately']),
  /** The newest control that failed in the last `LOT_CONTROL_DAYS` and is not excluded from the mean; null: none. */
  failed: z
    .object({
      /** The number of its run. */
      run: z.int(),
      /** The rule that it broke; null: a negative control with a peak, or a positive one without a result. */
      rule: westgardRuleSchema.nullable(),
    })
    .nullable(),
});

/**
 * `use` is null for users who may not read the lot configuration, `controls` also for users without a laboratory.
 */
export const listedLotSchema = lotSchema.extend({
  use: lotUseSchema.nullable(),
  controls: lotControlsSchema.nullable(),
});
export type ListedLot = z.infer<typeof listedLotSchema>;

/** Whether a lot has expired on a date of the laboratory's calendar; it is valid through its expiry date. */
export function isExpired(lot: { readonly expirationDate: string }, day: string): boolean {
  return lot.expirationDate < day;
}
