import {
  commentSchema,
  idSchema,
  instantSchema,
  kitFitSchema,
  readAnswersSchema,
  revisionSchema,
  runSchema,
  runStatusSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';
import {
  pageSchema,
  pageSizeSchema,
  queryBoolean,
  queryList,
  queryNumber,
  searchSchema,
  sortDirectionSchema,
} from './paging.ts';
import { commentBodySchema, runPageSchema, updateRunSchema } from './run.ts';
import { callsOfInspections, jsonField, upload, uploadErrors } from './run-inspections.ts';

/** Rows of a list before its height is known. */
export const INITIAL_PAGE_SIZE = 13;
/** Limit of the count in a list or search; that plus one means more. */
export const MAX_COUNTED_RUNS = 10_000;
/** So far lead pages in another order than by number: what stands before them is looked up one by one. */
export const MAX_SORTED_RUNS = 1_000;
/** As large as the column holds. */
export const runNumberSchema = z.int32().min(1);
/** The number of the last run of the page before: with it, a list continues beyond its last numbered page. */
export const AFTER_RUN =
  `Continues after the run with this number, whatever page it was on; only with sort=businessId and page 0. ` +
  `Pages end after ${MAX_COUNTED_RUNS} runs, with another sort after ${MAX_SORTED_RUNS}.`;
export const LIST_ROW_HEIGHT = 56.5;
export const SEARCH_DEBOUNCE_MS = 1000;
export const RUN_FILE_TYPES = ['xml', 'xlsx', 'xls'] as const;
export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;

export const runSortSchema = z.enum([
  'businessId',
  'fileName',
  'instrumentName',
  'kitReactionBuffer',
  'interpretationRunByName',
  'created',
  'status',
  'plateId',
  'since',
  /** Descending: waiting for approval, then not interpreted, then all others; newest first. */
  'undecided',
]);
export type RunSort = z.infer<typeof runSortSchema>;

/** After so many runs the pages in an order end. */
export const reachOf = (sort: RunSort): number =>
  sort === 'businessId' ? MAX_COUNTED_RUNS : MAX_SORTED_RUNS;

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 must be 64 hexadecimal digits');

export const runWithFileSchema = z.object({
  sha256: sha256Schema,
  runId: idSchema,
  businessId: z.int(),
  runImportDate: instantSchema,
  isArchived: z.boolean(),
});

const analyserFieldSchema = jsonField(z.object({ id: idSchema }));

export const runCalls = {
  list: call({
    id: 'API-01',
    summary: 'List the runs of the laboratory',
    method: 'GET',
    path: '/run',
    reads: 'search',
    access: signedIn,
    scope: 'laboratory',
    query: z.strictObject({
      page: pageSchema,
      after: queryNumber.pipe(runNumberSchema).optional().describe(AFTER_RUN),
      size: pageSizeSchema.default(INITIAL_PAGE_SIZE),
      search: searchSchema,
      status: runStatusSchema.optional().describe('If omitted: runs in every status.'),
      sort: runSortSchema.default('businessId'),
      sortDirection: sortDirectionSchema.default('desc'),
    }),
    answer: runPageSchema,
  }),
  exists: call({
    id: 'API-85',
    summary: 'List the runs of the laboratory with the same files',
    method: 'GET',
    path: '/run/exists',
    access: signedIn,
    scope: 'laboratory',
    query: z.strictObject({ sha256: queryList(sha256Schema) }),
    answer: z.array(runWithFileSchema),
  }),
  get: call({
    id: 'API-02',
    summary: 'Get a run with its wells',
    method: 'GET',
    path: '/run/:runId',
    reads: 'run',
    access: signedIn,
    scope: 'laboratory',
    answer: runSchema,
  }),
  update: call({
    id: 'API-03',
    summary: 'Save the plate setup of a run',
    method: 'PUT',
    path: '/run/:runId',
    access: signedIn,
    scope: 'laboratory',
    body: updateRunSchema,
    // A plate of 384 wells in six channels with all names takes 0.9 MB.
    bodyBytes: 1024 * 1024,
    answer: runSchema,
    errors: ['stale', 'illegal-transition'],
  }),
  fit: call({
    id: 'API-300',
    summary: 'Check whether a kit version fits the files of a run, and list the kits that fit',
    method: 'GET',
    path: '/run/:runId/fit',
    costMs: 60,
    access: signedIn,
    scope: 'laboratory',
    query: z.strictObject({
      kitVersionId: idSchema,
      reactionBufferId: idSchema.optional().describe('If omitted: any buffer of the kit.'),
      analyserId: idSchema.optional().describe('If omitted: the one of the run.'),
    }),
    answer: kitFitSchema,
  }),
  delete: call({
    id: 'API-04',
    summary: 'Delete a run and its files',
    method: 'DELETE',
    path: '/run/:runId',
    access: signedIn,
    scope: 'laboratory',
    errors: ['illegal-transition'],
  }),
  parsed: call({
    id: 'API-05',
    summary: 'Get whether the curves of a run are stored',
    method: 'GET',
    path: '/run/:runId/parsed',
    reads: 'run',
    access: signedIn,
    scope: 'laboratory',
    answer: z.object({ parsed: z.boolean() }),
  }),
  create: call({
    id: 'API-09',
    summary: 'Import a run from the files of an analyser',
    method: 'POST',
    path: '/run/createRun',
    costMs: 300,
    access: signedIn,
    scope: 'laboratory',
    files: upload,
    body: z.strictObject({
      analyser: analyserFieldSchema,
      answers: jsonField(readAnswersSchema)
        .optional()
        .describe('What the files do not state: which of their runs, and the channels of their dyes.'),
      storeDyes: queryBoolean
        .default(false)
        .describe('Stores the channels of the dyes for this laboratory and analyser.'),
    }),
    answer: runSchema,
    errors: uploadErrors,
  }),
  ...callsOfInspections,
  deleteStoredDye: call({
    id: 'API-102',
    summary: 'Delete the stored channel of a dye',
    method: 'DELETE',
    path: '/kept-dyes/:keptDyeId',
    access: signedIn,
    scope: 'laboratory',
  }),
  setAcquisitions: call({
    id: 'API-10',
    summary: 'Set the analyser and the kits of a run, and replace its files if files are sent',
    method: 'POST',
    path: '/run/acquisitions/:runId',
    costMs: 300,
    access: signedIn,
    scope: 'laboratory',
    files: { ...upload, areOptional: true },
    body: z.strictObject({
      analyser: analyserFieldSchema,
      kitIds: queryList(idSchema),
      revision: queryNumber
        .pipe(revisionSchema)
        .optional()
        .describe('What the caller knows; if omitted, what is stored when the call begins.'),
    }),
    answer: runSchema,
    errors: [...uploadErrors, 'stale', 'illegal-transition'],
  }),
  commentWells: call({
    id: 'API-11',
    summary: 'Add a comment to several wells',
    method: 'POST',
    path: '/run/:runId/wells/comment',
    costMs: 60,
    access: signedIn,
    scope: 'laboratory',
    query: z.strictObject({ wellIds: queryList(idSchema) }),
    body: commentBodySchema,
    answer: z.record(idSchema, z.array(commentSchema)),
    errors: ['illegal-transition'],
  }),
  commentWell: call({
    id: 'API-12',
    summary: 'Add a comment to a well',
    method: 'POST',
    path: '/run/:runId/well/:wellId/comment',
    access: signedIn,
    scope: 'laboratory',
    body: commentBodySchema,
    answer: z.array(commentSchema),
    errors: ['illegal-transition'],
  }),
  commentRun: call({
    id: 'API-13',
    summary: 'Add a comment to a run',
    method: 'POST',
    path: '/run/:runId/comment',
    access: signedIn,
    scope: 'laboratory',
    body: commentBodySchema,
    answer: z.array(commentSchema),
    errors: ['illegal-transition'],
  }),
  editComment: call({
    id: 'API-89',
    summary: 'Change an own comment; the previous text stays in the audit trail',
    method: 'PUT',
    path: '/run/:runId/comment/:commentId',
    access: signedIn,
    scope: 'laboratory',
    body: commentBodySchema,
    answer: commentSchema,
    errors: ['illegal-transition'],
  }),
  files: call({
    id: 'API-17',
    summary: 'Download the original files of a run as a zip, if the installation allows it',
    method: 'GET',
    path: '/run/:runId/fileruns',
    access: anyOf('SUPER_ADMIN'),
    scope: 'laboratory',
    file: { mediaTypes: ['application/zip'] },
  }),
  reindex: call({
    id: 'API-20',
    summary: 'Rebuild the search index of all runs',
    method: 'POST',
    path: '/run/reindex-elasticsearch',
    costMs: 200,
    access: anyOf('SUPER_ADMIN'),
    scope: 'global',
    answer: z.object({ runs: z.int() }),
    errors: ['busy'],
  }),
};
