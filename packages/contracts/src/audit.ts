import {
  chainStateSchema,
  idSchema,
  namedSchema,
  runHistoryKindSchema,
  signedHeadSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import {
  auditFilterSchema,
  auditPageSchema,
  historyPageSchema,
  readingFilterSchema,
  readingPageSchema,
  runHistorySchema,
  runTrailStateSchema,
} from './audit-trail.ts';
import { anyOf, call, signedIn } from './call.ts';
import { pageSchema, pageSizeSchema, queryBoolean } from './paging.ts';

const quality = { access: anyOf('SUPER_ADMIN', 'QA_ADMIN'), scope: 'global' } as const;

/** One head a day for a year. */
export const MAX_COMPARED_HEADS = 366;

export const auditCalls = {
  verify: call({
    id: 'API-210',
    summary:
      'Check the audit trail of the own laboratory, another laboratory or all: every entry is read and hashed again',
    method: 'GET',
    path: '/audit/verify',
    costMs: 100,
    access: anyOf('SUPER_ADMIN', 'QA_ADMIN'),
    scope: 'global',
    query: z.strictObject({
      laboratoryId: idSchema
        .optional()
        .describe('If omitted: one’s own; with READ_ALL_LABORATORY all, and the installation’s.'),
    }),
    answer: z.array(chainStateSchema),
  }),
  compare: call({
    ...quality,
    id: 'API-216',
    summary:
      'Compare the audit trail with exported audit heads: every entry of their laboratories is read and hashed again',
    method: 'POST',
    path: '/audit/compare',
    isQuestion: true,
    costMs: 100,
    bodyBytes: 512 * 1024,
    body: z.strictObject({ heads: z.array(signedHeadSchema).min(1).max(MAX_COMPARED_HEADS) }),
    /** For each chain that a head names. */
    answer: z.array(chainStateSchema),
  }),
  list: call({
    ...quality,
    id: 'API-211',
    summary: 'List the audit trail, newest first',
    method: 'GET',
    path: '/audit',
    costMs: 60,
    query: auditFilterSchema.extend({ page: pageSchema, size: pageSizeSchema.default(15) }),
    answer: auditPageSchema,
  }),
  readings: call({
    ...quality,
    id: 'TRUST-360',
    summary: 'List who opened which run, chart, history or record, or searched, newest first',
    method: 'GET',
    path: '/audit/readings',
    query: readingFilterSchema.extend({ page: pageSchema, size: pageSizeSchema.default(15) }),
    answer: readingPageSchema,
  }),
  people: call({
    ...quality,
    id: 'API-212',
    summary: 'List the users with entries in the audit trail',
    method: 'GET',
    path: '/audit/people',
    query: auditFilterSchema.pick({ laboratoryId: true }),
    answer: z.array(namedSchema),
  }),
  export: call({
    ...quality,
    id: 'API-213',
    summary: 'Export audit entries as CSV, or as JSON with the hashes for a check without this server',
    method: 'GET',
    path: '/audit/export',
    costMs: 100,
    reads: 'list-export',
    query: auditFilterSchema.extend({ format: z.enum(['csv', 'json']) }),
    file: { mediaTypes: ['text/csv', 'application/json'] },
  }),
  ofRun: call({
    id: 'API-214',
    summary: 'List the history of a run, archived or not, newest first',
    method: 'GET',
    path: '/run/:runId/history',
    reads: 'history',
    access: signedIn,
    scope: 'laboratory',
    query: z.strictObject({ kind: runHistoryKindSchema.optional(), page: historyPageSchema }),
    answer: runHistorySchema,
  }),
  runTrail: call({
    id: 'API-215',
    summary: 'Check the audit entries of a run',
    method: 'GET',
    path: '/run/:runId/history/state',
    costMs: 60,
    access: signedIn,
    scope: 'laboratory',
    /** Verify again, even if that was done recently. */
    query: z.strictObject({ again: queryBoolean.default(false) }),
    answer: runTrailStateSchema,
  }),
};
