import { z } from 'zod';

import { laboratoryRulesSchema } from './laboratory-rules.ts';
import { idSchema, revisionSchema } from './fields.ts';
import { DEFAULT_TIME_ZONE } from './time-zone.ts';

export const laboratorySchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The people of an inactive laboratory are refused. */
  active: z.boolean(),
  /** Whether who submitted a run may also approve it. */
  submitterMayApprove: z.boolean(),
  /** What it asks for before results leave it. */
  rules: laboratoryRulesSchema,
  /** In which a time of a file without an offset is read, and times are entered. */
  timeZone: z.string().default(DEFAULT_TIME_ZONE),
  userCount: z.int(),
  revision: revisionSchema,
});
export type Laboratory = z.infer<typeof laboratorySchema>;
