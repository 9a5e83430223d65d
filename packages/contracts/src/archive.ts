import { chartWellSchema, daySchema, runSchema, runSummarySchema, storedLineSchema } from '@curvewell/domain';
import { z } from 'zod';

import { call, anyOf, signedIn } from './call.ts';
import { sortDirectionSchema } from './paging.ts';
import { AFTER_RUN, INITIAL_PAGE_SIZE, runNumberSchema, runSortSchema } from './runs.ts';

const textCriterion = z.strictObject({
  field: z.enum(['fileName', 'instrumentName', 'kitReactionBuffer', 'operator']),
  operator: z.enum(['CONTAINS', 'EQUALS']),
  value: storedLineSchema.min(1).max(100),
});
const dateCriterion = z.strictObject({
  field: z.literal('created'),
  operator: z.enum(['GTE', 'LTE']),
  value: daySchema,
});

export const archiveSearchCriterionSchema = z.discriminatedUnion('field', [textCriterion, dateCriterion]);
export type ArchiveSearchCriterion = z.infer<typeof archiveSearchCriterionSchema>;

export const archiveSearchSchema = z.strictObject({
  searchCriteria: z.array(archiveSearchCriterionSchema).max(10).default([]),
  size: z.int().min(1).max(100).default(INITIAL_PAGE_SIZE),
  page: z.int().min(0).max(1_000_000).default(0),
  after: runNumberSchema.optional().describe(AFTER_RUN),
  sort: runSortSchema.default('businessId'),
  sortDirection: sortDirectionSchema.default('desc'),
});

export const archiveParamsSchema = z.strictObject({
  /** Also delete it permanently when it can no longer be restored. */
  markAsToDelete: z.boolean(),
});

export const archiveRecordSchema = z.object({
  run: runSchema,
  interpretedWells: z.array(chartWellSchema),
});

export const archivedRunPageSchema = z.object({ values: z.array(runSummarySchema), count: z.int() });

export const archiveCalls = {
  archive: call({
    id: 'API-18',
    summary: 'Archive a decided run in a job',
    method: 'POST',
    costMs: 60,
    path: '/run/:runId/archive',
    access: anyOf('CREATE_ARCHIVE'),
    scope: 'laboratory',
    body: archiveParamsSchema,
    errors: ['illegal-transition', 'busy'],
  }),
  get: call({
    id: 'API-19',
    summary: 'Get an archived run with its interpreted wells',
    method: 'GET',
    path: '/run/:runId/archive',
    reads: 'run',
    access: signedIn,
    scope: 'laboratory',
    answer: archiveRecordSchema,
  }),
  search: call({
    id: 'API-21',
    summary: 'Search the archived runs of the laboratory',
    method: 'POST',
    path: '/archive/runs/search',
    isQuestion: true,
    reads: 'search',
    access: signedIn,
    scope: 'laboratory',
    body: archiveSearchSchema,
    answer: archivedRunPageSchema,
  }),
  deletePermanently: call({
    id: 'API-22',
    summary: 'Delete an archived run permanently',
    method: 'DELETE',
    path: '/archive/runs/:runId',
    access: anyOf('DELETE_PERMANENT_ARCHIVE'),
    scope: 'laboratory',
  }),
  restore: call({
    id: 'API-23',
    summary: 'Restore an archived run',
    method: 'POST',
    path: '/archive/restore/runs/:runId',
    access: anyOf('CREATE_ARCHIVE'),
    scope: 'laboratory',
    errors: ['illegal-transition'],
  }),
};
