import {
  channelNameSchema,
  chartWellSchema,
  formerInterpretationSchema,
  idSchema,
  instantSchema,
  interpretedWellSchema,
  evaluatedSettingsSchema,
  evaluatedWellSchema,
  meltSummarySchema,
  reasonSchema,
  reinterpretationSchema,
  runSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';
import { reinterpretSchema } from './reinterpretation.ts';
import { queryList } from './paging.ts';

/** A run that a kit can be set up on. */
export const kitRunSchema = z.object({
  runId: idSchema,
  businessId: z.int(),
  runDate: instantSchema,
  analyserId: idSchema,
  /** The wells with the kit and the buffer; in a run without any, those with curves. */
  wells: z.int(),
  hasFailedControl: z.boolean(),
  /** The channels with curves, in order. */
  channels: z.array(channelNameSchema),
});
export type KitRun = z.infer<typeof kitRunSchema>;

/** An override, or undoing the author's last override, which needs no reason. */
const diagnosticUpdateSchema = z.union([
  z.object({
    /** Null: No call. */
    id: idSchema.nullable(),
    /** The reason; required unless the laboratory made it optional. */
    comment: reasonSchema.optional(),
  }),
  /** The id of the override, within `UNDO_LIMIT_MS`. */
  z.strictObject({ undo: idSchema }),
]);
export type DiagnosticUpdate = z.infer<typeof diagnosticUpdateSchema>;

const runParams = z.strictObject({ runId: idSchema });

export const interpretationCalls = {
  interpret: call({
    id: 'API-87',
    summary: 'Interpret the configured wells',
    method: 'POST',
    path: '/run/:runId/interpret',
    costMs: 700,
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    answer: runSchema,
    errors: ['busy', 'illegal-transition', 'stale', 'timed-out'],
  }),
  chart: call({
    id: 'API-06',
    summary: 'Get the curves, peaks and suggested diagnostics of the interpreted wells',
    method: 'GET',
    path: '/run/:runId/chart',
    reads: 'chart',
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    answer: z.array(chartWellSchema),
  }),
  previewReinterpretation: call({
    id: 'API-250',
    summary: 'Preview the reinterpretation of a run well by well; nothing is stored',
    method: 'GET',
    path: '/run/:runId/reinterpretation',
    costMs: 500,
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    answer: reinterpretationSchema,
    errors: ['illegal-transition'],
  }),
  reinterpret: call({
    id: 'API-251',
    summary: 'Reinterpret a run as previewed; the previous interpretation is kept',
    method: 'POST',
    path: '/run/:runId/reinterpretation',
    costMs: 500,
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    body: reinterpretSchema,
    bodyBytes: 256 * 1024,
    answer: runSchema,
    errors: ['illegal-transition', 'stale'],
  }),
  previousInterpretations: call({
    id: 'API-252',
    summary: 'List the previous interpretations of a run, newest first',
    method: 'GET',
    path: '/run/:runId/interpretation/previous',
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    answer: z.array(formerInterpretationSchema),
  }),
  previousChart: call({
    id: 'API-253',
    summary: 'Get the curves, peaks and suggested diagnostics of a previous interpretation',
    method: 'GET',
    path: '/run/:runId/interpretation/previous/:interpretationId/chart',
    access: signedIn,
    scope: 'laboratory',
    params: z.strictObject({ runId: idSchema, interpretationId: idSchema }),
    answer: z.array(chartWellSchema),
  }),
  updateDiagnostic: call({
    id: 'API-14',
    summary: 'Override the suggested diagnostic of exactly one well',
    method: 'PATCH',
    path: '/run/:runId/interpreted-wells',
    costMs: 30,
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    /** An empty list has its own error message. */
    query: z.strictObject({ wellIds: queryList(idSchema).default([]) }),
    body: diagnosticUpdateSchema,
    bodyBytes: 256 * 1024,
    answer: z.array(interpretedWellSchema),
    errors: ['illegal-transition', 'stale'],
  }),
  kitRuns: call({
    id: 'API-160',
    summary: 'List the interpreted runs of the laboratory with a kit and buffer, newest first',
    method: 'GET',
    path: '/kit/:kitId/reaction-buffer/:reactionBufferId/runs',
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
    params: z.strictObject({ kitId: idSchema, reactionBufferId: idSchema }),
    answer: z.array(kitRunSchema),
  }),
  analyserRuns: call({
    id: 'API-180',
    summary: 'List the runs of the laboratory that were read on an analyser, newest first',
    method: 'GET',
    path: '/analysers/:analyserId/runs',
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
    params: z.strictObject({ analyserId: idSchema }),
    answer: z.array(kitRunSchema),
  }),
  evaluate: call({
    id: 'API-161',
    summary: 'Compute the calls of a run with other settings; nothing is stored',
    method: 'POST',
    path: '/run/:runId/evaluate',
    isQuestion: true,
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
    params: runParams,
    body: evaluatedSettingsSchema,
    bodyBytes: 1024 * 1024,
    answer: z.array(evaluatedWellSchema),
    errors: ['timed-out', 'too-many-requests'],
  }),
  melt: call({
    id: 'SHELL-184',
    summary: 'Get the mean curve and the common peaks of a run in each channel and phase, without a kit',
    method: 'GET',
    path: '/run/:runId/melt',
    costMs: 150,
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    answer: z.array(meltSummarySchema),
    errors: ['timed-out', 'too-many-requests'],
  }),
};
