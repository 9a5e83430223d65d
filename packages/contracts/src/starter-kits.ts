import { channelNameSchema, idSchema, kitOwnerSchema, nameSchema } from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';

/** Drafts of kits, made on the curves of a run. */
export const starterKitCalls = {
  create: call({
    id: 'SHELL-182',
    summary: 'Add a kit with zones placed on the curves of a run, as a draft that is not validated',
    method: 'POST',
    path: '/starter-kits',
    costMs: 200,
    access: anyOf('WRITE_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
    body: z.strictObject({
      name: nameSchema,
      owner: kitOwnerSchema
        .optional()
        .describe('Omitted: the laboratory of the caller. `all` needs `SUPER_ADMIN`.'),
      products: z
        .union([z.literal(1), z.literal(2), z.literal('panel'), z.literal('shapes')])
        .describe(
          'The number of products that the assay can melt in one channel, each with a zone of its own. `panel`: a zone on each common peak of each clear channel. `shapes`: one zone, and groups by the shape of its curve.',
        ),
      reactionBuffer: nameSchema,
      runId: idSchema.describe('A run of the laboratory whose curves place the zones.'),
    }),
    answer: z.object({
      kitId: idSchema,
      versionId: idSchema,
      reactionBufferId: idSchema,
      analyserId: idSchema,
      channel: channelNameSchema.describe('The channel of the zones, or the first one of a panel.'),
      isClear: z
        .boolean()
        .describe('False: no channel of the run shows where the products melt, so the zones are a guess.'),
    }),
    errors: ['name-taken', 'timed-out', 'too-many-requests'],
  }),
};
