import { z } from 'zod';

import { westgardRuleSchema } from './broken-rule.ts';
import { idSchema, instantSchema } from './fields.ts';
import { tmShiftSchema } from './tm-shift.ts';

/** How far the controls of each run melted from the kit, in order of reading, evaluated as readings of a control are. */
export const controlTmShiftsSchema = z.object({
  points: z.array(
    z.object({
      ...tmShiftSchema.omit({ ofOthers: true }).shape,
      runId: idSchema,
      businessId: z.int(),
      readAt: instantSchema,
      /** false: `readAt` is when the run was imported. */
      isDateKnown: z.boolean(),
      analyserId: idSchema,
      kitVersion: z.string(),
      /** Distance to the mean in standard deviations; null: no limits, or no shift. */
      distance: z.number().nullable(),
      /** Rules of Westgard that it breaks, worst first. */
      rules: z.array(westgardRuleSchema),
    }),
  ),
  /** More were read than are shown. */
  isCut: z.boolean(),
  /** Of the first 20 runs; null: not enough points. */
  limits: z.object({ mean: z.number(), sd: z.number() }).nullable(),
  /** That the limits are made of, or would be. */
  referencePoints: z.int(),
  /** Where ten points and more lie on one side of the mean: places among the points. */
  oneSided: z.array(z.object({ first: z.int(), last: z.int() })),
});
export type ControlTmShifts = z.infer<typeof controlTmShiftsSchema>;
