import {
  idSchema,
  instantSchema,
  keptTemplateSchema,
  MAX_TEMPLATE_RUNS,
  revisionSchema,
  storedTemplateSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';
import { queryNumber } from './paging.ts';

export const templateRunSchema = z.object({
  runId: idSchema,
  businessId: z.int(),
  runDate: instantSchema,
  /** Wells with the kit and the buffer. */
  wells: z.int(),
});
export type TemplateRun = z.infer<typeof templateRunSchema>;

const path = '/kit/version/:versionId/reaction-buffer/:reactionBufferId/analyser/:analyserId/kept-templates';
const runIds = z
  .array(idSchema)
  .min(1)
  .max(MAX_TEMPLATE_RUNS)
  .refine((ids) => new Set(ids).size === ids.length, 'each run may occur only once');
const sha256 = keptTemplateSchema.shape.sha256;

/** The stored templates, and the new revision of the version. */
const keptSchema = z.object({ revision: revisionSchema, templates: z.array(storedTemplateSchema) });

export const keptTemplateCalls = {
  list: call({
    id: 'API-460',
    summary: 'List the stored templates of a kit version with a buffer on an analyser',
    method: 'GET',
    path,
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'global',
    answer: z.array(storedTemplateSchema),
  }),
  runs: call({
    id: 'API-461',
    summary: 'List the approved runs of the laboratory that templates can be learnt from, newest first',
    method: 'GET',
    path: `${path}/runs`,
    access: anyOf('WRITE_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
    answer: z.array(templateRunSchema),
  }),
  learn: call({
    id: 'API-462',
    summary: 'Learn templates from approved runs with the stored settings; nothing is stored',
    method: 'POST',
    path: `${path}/learn`,
    costMs: 250,
    access: anyOf('WRITE_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
    body: z.strictObject({ runIds }),
    answer: z.array(keptTemplateSchema),
    errors: ['too-many-requests', 'timed-out'],
  }),
  keep: call({
    id: 'API-463',
    summary: 'Store templates learnt from approved runs, replacing the previous ones',
    method: 'PUT',
    path,
    costMs: 300,
    access: anyOf('WRITE_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
    body: z.strictObject({
      /** Of the kit version. */
      revision: revisionSchema,
      runIds,
      /** The SHA-256 of each displayed template to store. */
      keep: z.array(sha256).min(1).max(64),
    }),
    answer: keptSchema,
    errors: ['locked', 'stale', 'too-many-requests', 'timed-out'],
  }),
  remove: call({
    id: 'API-464',
    summary: 'Remove a stored template',
    method: 'DELETE',
    path: `${path}/:sha256`,
    access: anyOf('WRITE_KIT_CONFIG_ADMIN'),
    scope: 'global',
    params: { sha256 },
    query: z.strictObject({ revision: queryNumber.pipe(revisionSchema) }),
    answer: keptSchema,
    errors: ['locked', 'stale'],
  }),
};
