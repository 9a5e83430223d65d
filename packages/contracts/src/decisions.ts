import {
  checkAnswersSchema,
  checkedDecisionSchema,
  idSchema,
  instantSchema,
  MAX_CHANNELS,
  reasonSchema,
  recordStateSchema,
  runCheckSchema,
  runDecisionSchema,
  runSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';
import { queryBoolean } from './paging.ts';

/** The digest of the displayed check; if the check has changed since, the request is `stale`. */
const shownSchema = z.string().regex(/^[0-9a-f]{64}$/, 'a digest must be 64 hexadecimal digits');
const checkedBodySchema = z.strictObject({ shown: shownSchema, ...checkAnswersSchema.shape });
export type CheckedBody = z.infer<typeof checkedBodySchema>;
const MAX_WELLS = MAX_CHANNELS * 384;

/** Submitting, approving and rejecting the results of a run. */
export const decisionCalls = {
  check: call({
    id: 'API-150',
    summary:
      'Get the check of a run: its doubts, and what the laboratory requires before submission or approval',
    method: 'GET',
    path: '/run/:runId/check',
    costMs: 300,
    access: signedIn,
    scope: 'laboratory',
    query: z.strictObject({ decision: checkedDecisionSchema }),
    answer: runCheckSchema,
  }),
  submit: call({
    id: 'API-08',
    summary: 'Submit the results of a run for approval, after its check',
    method: 'PUT',
    path: '/run/:runId/submit',
    costMs: 500,
    access: signedIn,
    scope: 'laboratory',
    body: checkedBodySchema,
    bodyBytes: 256 * 1024,
    answer: runSchema,
    errors: ['illegal-transition', 'stale', 'check-open', 'record-changed'],
  }),
  decide: call({
    id: 'API-07',
    summary: 'Approve a run that waits for approval, after its check, or reject it with a reason',
    method: 'PUT',
    path: '/run/:runId/status',
    costMs: 800,
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'laboratory',
    query: z.strictObject({ status: runDecisionSchema }),
    bodyBytes: 256 * 1024,
    body: z.strictObject({
      /** Required for an approval. */
      ...checkAnswersSchema.shape,
      shown: shownSchema.optional(),
      /** Of a rejection. */
      reason: reasonSchema.optional(),
    }),
    answer: runSchema,
    errors: ['illegal-transition', 'stale', 'check-open', 'record-changed', 'sign-in-again'],
  }),
  record: call({
    id: 'API-290',
    summary: 'Check whether a decided run still matches what was signed',
    method: 'GET',
    path: '/run/:runId/record',
    costMs: 300,
    reads: 'record',
    access: signedIn,
    scope: 'laboratory',
    /** Verify again, even if that was done recently. */
    query: z.strictObject({ again: queryBoolean.default(false) }),
    answer: recordStateSchema,
  }),
  seen: call({
    id: 'API-151',
    summary: 'List the wells of a run whose current result the user has seen',
    method: 'GET',
    path: '/run/:runId/seen',
    access: signedIn,
    scope: 'laboratory',
    answer: z.object({ wellIds: z.array(idSchema) }),
  }),
  markSeen: call({
    id: 'API-152',
    summary: 'Mark the results of wells as seen by the user',
    method: 'PUT',
    path: '/run/:runId/seen',
    access: signedIn,
    scope: 'laboratory',
    body: z.strictObject({
      results: z
        .array(z.strictObject({ wellId: idSchema, at: instantSchema }))
        .min(1)
        .max(MAX_WELLS)
        .describe(
          'For each well, `at` is the time of its last diagnostic on the page. If the well has a later one, the call fails as `stale`.',
        ),
    }),
    bodyBytes: 256 * 1024,
    answer: z.object({ wellIds: z.array(idSchema) }),
    errors: ['stale'],
  }),
};
