import { z } from 'zod';

import { idSchema, instantSchema } from './paging.ts';
import { tmShiftSchema } from './tm-shift.ts';

/** How far the controls of each run melted from the kit, in order of reading. */
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
    }),
  ),
  /** More were read than are shown. */
  isCut: z.boolean(),
});
export type ControlTmShifts = z.infer<typeof controlTmShiftsSchema>;
