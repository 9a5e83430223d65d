import {
  channelNameSchema,
  MAX_CHANNELS,
  idSchema,
  nameSchema,
  plateTypeSchema,
  positionSchema,
  referenceSchema,
  revisionSchema,
  sampleTypeSchema,
  templateSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { call, signedIn } from './call.ts';
import { queryList } from './paging.ts';

export const saveTemplateSchema = z.strictObject({
  name: nameSchema,
  plateType: plateTypeSchema,
  /** The revision of the replaced template; omitted for a new one. */
  revision: revisionSchema.optional(),
  wells: z
    .array(
      z.strictObject({
        position: positionSchema,
        channel: channelNameSchema.nullable(),
        kitVersion: referenceSchema.nullable(),
        sampleType: sampleTypeSchema.nullable(),
        reactionBuffer: referenceSchema.nullable(),
        expectedDiagnostic: referenceSchema.nullable(),
      }),
    )
    .min(1)
    .max(MAX_CHANNELS * 384),
});

export const templateCalls = {
  list: call({
    id: 'API-59',
    summary: 'List the templates of the laboratory for these kits',
    method: 'GET',
    path: '/template-well',
    access: signedIn,
    scope: 'laboratory',
    query: z.strictObject({ kitIds: queryList(idSchema).optional() }),
    answer: z.array(templateSchema),
  }),
  create: call({
    id: 'API-60',
    summary: 'Save a new template',
    method: 'POST',
    path: '/template-well',
    access: signedIn,
    scope: 'laboratory',
    body: saveTemplateSchema,
    bodyBytes: 1024 * 1024,
    answer: templateSchema,
    errors: ['name-taken'],
  }),
  update: call({
    id: 'API-61',
    summary: 'Overwrite a template',
    method: 'PUT',
    path: '/template-well/:templateId',
    costMs: 200,
    access: signedIn,
    scope: 'laboratory',
    body: saveTemplateSchema,
    bodyBytes: 1024 * 1024,
    answer: templateSchema,
    errors: ['name-taken', 'stale'],
  }),
  delete: call({
    id: 'API-62',
    summary: 'Delete a template and return its name',
    method: 'DELETE',
    path: '/template-well/:templateId',
    access: signedIn,
    scope: 'laboratory',
    answer: z.object({ name: z.string() }),
  }),
};
