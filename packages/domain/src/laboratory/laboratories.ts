import { z } from 'zod';

import { laboratoryRulesSchema } from './laboratory-rules.ts';
import { idSchema, revisionSchema } from '../text/fields.ts';
import { DEFAULT_TIME_ZONE } from '../text/time-zone.ts';

export const laboratorySchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Users of an inactive laboratory are refused. */
  active: z.boolean(),
  /** Whether the submitter of a run may approve it. */
  submitterMayApprove: z.boolean(),
  rules: laboratoryRulesSchema,
  /** For times in files without an offset, and for entered times. */
  timeZone: z.string().default(DEFAULT_TIME_ZONE),
  userCount: z.int(),
  /** The address of the cluster that it has moved to; omitted: it lives here. */
  livesAt: z.string().optional(),
  revision: revisionSchema,
});
export type Laboratory = z.infer<typeof laboratorySchema>;
