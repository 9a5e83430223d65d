import { z } from 'zod';

import { westgardRuleSchema } from './broken-rule.ts';
import { idSchema, instantSchema } from '../text/fields.ts';
import { tmShiftSchema } from '../settings/tm-shift.ts';

/** The Tm shift of the controls in each run, in order of reading, evaluated like control readings. */
export const controlTmShiftsSchema = z.object({
  points: z.array(
    z.object({
      ...tmShiftSchema.omit({ ofOthers: true }).shape,
      runId: idSchema,
      businessId: z.int(),
      readAt: instantSchema,
      /** False: `readAt` is the time of the import. */
      isDateKnown: z.boolean(),
      analyserId: idSchema,
      kitVersion: z.string(),
      /** Distance to the mean in standard deviations; null: no limits, or no shift. */
      distance: z.number().nullable(),
      /** Broken Westgard rules, worst first. */
      rules: z.array(westgardRuleSchema),
    }),
  ),
  /** Whether further readings are not shown. */
  isCut: z.boolean(),
  /** From the first 20 runs; null: too few points. */
  limits: z.object({ mean: z.number(), sd: z.number() }).nullable(),
  /** The number of points that form the limits. */
  referencePoints: z.int(),
  /** Ranges of ten or more points on one side of the mean, as indices. */
  oneSided: z.array(z.object({ first: z.int(), last: z.int() })),
});
export type ControlTmShifts = z.infer<typeof controlTmShiftsSchema>;
