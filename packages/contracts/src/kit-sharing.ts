import { kitSchema, linesSchema } from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';

/** A kit of one laboratory becomes one of all. */
export const callsOfKitSharing = {
  share: call({
    id: 'KIT-260',
    summary: 'Give a kit of the laboratory to all laboratories; this cannot be undone',
    method: 'PUT',
    path: '/kit/:kitId/share',
    access: anyOf('SUPER_ADMIN'),
    scope: 'laboratory',
    body: z.strictObject({
      reason: linesSchema.min(1).max(2000).describe('Kept with the entry in the audit trail.'),
    }),
    answer: kitSchema,
    errors: ['name-taken', 'illegal-transition'],
  }),
};
