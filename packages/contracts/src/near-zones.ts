import { channelNameSchema, channelPhasesSchema, idSchema } from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';

/** Zones that the method cannot distinguish, while they are edited. */
export const callsOfNearZones = {
  nearZones: call({
    id: 'API-370',
    summary: 'List the zones that cannot be distinguished at the step of the readings; nothing is stored',
    method: 'POST',
    path: '/kit/near-zones',
    isQuestion: true,
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'global',
    bodyBytes: 1024 * 1024,
    body: z.strictObject({
      kitId: idSchema,
      reactionBufferId: idSchema,
      analyserId: idSchema,
      /** Whose readings count, of one's own laboratory; left out: the newest run there with the kit. */
      runId: idSchema.optional(),
      channels: z.array(z.strictObject({ name: channelNameSchema, phases: channelPhasesSchema })).max(2),
    }),
    /** One sentence a pair. */
    answer: z.object({ warnings: z.array(z.string()) }),
  }),
};
