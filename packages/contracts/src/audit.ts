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
const runParams = z.strictObject({ runId: idSchema });

/** A head a day for a year. */
export const MAX_COMPARED_HEADS = 366;

export const auditCalls = {
  verify: call({
    id: 'API-210',
    summary:
      'Whether the audit trail is what was written: every entry of one’s own laboratory, of another one or of all, read and hashed again',
    method: 'GET',
    path: '/audit/verify',
    costMs: 100,
    access: anyOf('SUPER_ADMIN', 'QA_ADMIN'),
    scope: 'global',
    query: z.strictObject({
      laboratoryId: idSchema
        .optional()
        .describe('Left out: one’s own; with READ_ALL_LABORATORY all, and the installation’s.'),
    }),
    answer: z.array(chainStateSchema),
  }),
  compare: call({
    ...quality,
    id: 'API-216',
    summary:
      'Whether the audit trail still holds what heads name that were exported before: every entry of their laboratories is read and hashed again, and held against them',
    method: 'POST',
    path: '/audit/compare',
    isQuestion: true,
    costMs: 100,
    bodyBytes: 512 * 1024,
    body: z.strictObject({ heads: z.array(signedHeadSchema).min(1).max(MAX_COMPARED_HEADS) }),
    /** Of each chain that a head names. */
    answer: z.array(chainStateSchema),
  }),
  list: call({
    ...quality,
    id: 'API-211',
    summary: 'One page of the audit trail, newest first',
    method: 'GET',
    path: '/audit',
    costMs: 60,
    query: auditFilterSchema.extend({ page: pageSchema, size: pageSizeSchema.default(15) }),
    answer: auditPageSchema,
  }),
  readings: call({
    ...quality,
    id: 'TRUST-360',
    summary: 'One page of who opened which run, chart, history or record, or searched, newest first',
    method: 'GET',
    path: '/audit/readings',
    query: readingFilterSchema.extend({ page: pageSchema, size: pageSizeSchema.default(15) }),
    answer: readingPageSchema,
  }),
  people: call({
    ...quality,
    id: 'API-212',
    summary: 'Who has entries in the audit trail',
    method: 'GET',
    path: '/audit/people',
    query: auditFilterSchema.pick({ laboratoryId: true }),
    answer: z.array(namedSchema),
  }),
  export: call({
    ...quality,
    id: 'API-213',
    summary:
      'Entries of the audit trail as a file: CSV, or JSON with the hashes between them, so that it can be checked without this server',
    method: 'GET',
    path: '/audit/export',
    costMs: 100,
    reads: 'list-export',
    query: auditFilterSchema.extend({ format: z.enum(['csv', 'json']) }),
    file: { mediaTypes: ['text/csv', 'application/json'] },
  }),
  ofRun: call({
    id: 'API-214',
    summary: 'What happened to a run, newest first, archived or not',
    method: 'GET',
    path: '/run/:runId/history',
    reads: 'history',
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    query: z.strictObject({ kind: runHistoryKindSchema.optional(), page: historyPageSchema }),
    answer: runHistorySchema,
  }),
  runTrail: call({
    id: 'API-215',
    summary: 'Whether the entries that tell of a run are what was written',
    method: 'GET',
    path: '/run/:runId/history/state',
    costMs: 60,
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    /** Read and hashed again, also when that was done a moment ago. */
    query: z.strictObject({ again: queryBoolean.default(false) }),
    answer: runTrailStateSchema,
  }),
};
