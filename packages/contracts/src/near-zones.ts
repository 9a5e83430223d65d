import { MAX_CHANNELS, channelNameSchema, channelPhasesSchema, idSchema } from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';

/** Detects zones that are too close to separate, while they are edited. */
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
      /** The run of the caller's laboratory whose readings apply; default: the newest run with the kit. */
      runId: idSchema.optional(),
      channels: z
        .array(z.strictObject({ name: channelNameSchema, phases: channelPhasesSchema }))
        .max(MAX_CHANNELS),
    }),
    /** One sentence for each pair. */
    answer: z.object({ warnings: z.array(z.string()) }),
  }),
};
