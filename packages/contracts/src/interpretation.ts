import {
  channelNameSchema,
  cqFaultSchema,
  curveShapeSchema,
  shapeFaultSchema,
  chartPointsSchema,
  chartWellSchema,
  formerInterpretationSchema,
  idSchema,
  instantSchema,
  interpretedWellSchema,
  evaluatedSettingsSchema,
  evaluatedWellSchema,
  meltSummarySchema,
  phaseTypeSchema,
  positionSchema,
  reasonSchema,
  reinterpretationSchema,
  runSchema,
  runStatusSchema,
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
    /** The id of the shown result. If another one has replaced it, the request is refused. Default: not compared. */
    replaces: idSchema.optional(),
  }),
  /** The id of the override, within `UNDO_LIMIT_MS`. */
  z.strictObject({ undo: idSchema }),
]);
export type DiagnosticUpdate = z.infer<typeof diagnosticUpdateSchema>;

/** The fluorescence of the wells of a channel, in RFU, without cross-talk; phases without it are missing. */
export const fluorescenceSchema = z.array(
  z.object({
    phase: phaseTypeSchema,
    wells: z.array(z.object({ position: positionSchema, chartPoints: chartPointsSchema })),
  }),
);
export type Fluorescence = z.infer<typeof fluorescenceSchema>;

/** The normalised curves of the wells of a channel, %, for each kit version and buffer that has regions for it. */
export const normalisedCurvesSchema = z.array(
  z.object({
    kitVersionId: idSchema,
    reactionBufferId: idSchema,
    shape: curveShapeSchema,
    usesShape: z.boolean().describe('Whether a rule uses the shape; otherwise the curves are only shown.'),
    wells: z.array(
      z.object({
        position: positionSchema,
        chartPoints: chartPointsSchema.nullable(),
        fault: shapeFaultSchema.nullable().describe('Why the curve cannot be normalised.'),
      }),
    ),
  }),
);
export type NormalisedCurves = z.infer<typeof normalisedCurvesSchema>;

/** The amplification of each channel, which is shown and may be asked for by rules. Not quantification. */
export const amplificationSchema = z.array(
  z.object({
    channel: channelNameSchema,
    dye: z.string().describe('As named in the file.'),
    wells: z.array(
      z.object({
        position: positionSchema,
        cq: z.number().nullable().describe('Cycles; null: there is none, or it is not known.'),
        source: z
          .enum(['file', 'curve'])
          .nullable()
          .describe('Stated in the file, or computed from the curve; null: not known.'),
        fault: z
          .enum([...cqFaultSchema.options, 'sources-differ'])
          .nullable()
          .describe('Why the curve does not tell its Cq, or does not support what the file states.'),
        chartPoints: chartPointsSchema
          .nullable()
          .describe('Fluorescence by cycle; null: the file states only a Cq.'),
      }),
    ),
  }),
);
export type Amplification = z.infer<typeof amplificationSchema>;

/** Wells of another run whose curves a well is compared with; the curves are in the chart of that run. */
export const referencePlaceSchema = z.object({
  runId: idSchema,
  businessId: z.int(),
  runDate: instantSchema,
  status: runStatusSchema,
  positions: z.array(positionSchema),
});
export type ReferencePlace = z.infer<typeof referencePlaceSchema>;

export const wellReferencesSchema = z.object({
  sample: z
    .array(referencePlaceSchema)
    .describe('Earlier runs with a sample of the same name and kit, newest first; at most 3.'),
  lot: z
    .array(referencePlaceSchema)
    .describe(
      'Approved runs with controls and standards of the same lot and kit version that were as expected, newest ' +
        'first; at most 5.',
    ),
  kit: z
    .array(referencePlaceSchema)
    .describe('Other runs with the kit and the buffer, newest first; at most 20.'),
});
export type WellReferences = z.infer<typeof wellReferencesSchema>;

export const interpretationCalls = {
  interpret: call({
    id: 'API-87',
    summary: 'Interpret the configured wells',
    method: 'POST',
    path: '/run/:runId/interpret',
    costMs: 700,
    access: signedIn,
    scope: 'laboratory',
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
    answer: z.array(chartWellSchema),
  }),
  fluorescence: call({
    id: 'REVIEW-380',
    summary: 'Get the fluorescence of all wells of a channel, as measured',
    method: 'GET',
    path: '/run/:runId/fluorescence',
    reads: 'chart',
    costMs: 60,
    access: signedIn,
    scope: 'laboratory',
    query: z.strictObject({ channel: channelNameSchema }),
    answer: fluorescenceSchema,
    errors: ['timed-out', 'too-many-requests'],
  }),
  normalised: call({
    id: 'REVIEW-390',
    summary: 'Get the normalised curves of all wells of a channel',
    method: 'GET',
    path: '/run/:runId/normalised',
    reads: 'chart',
    costMs: 60,
    access: signedIn,
    scope: 'laboratory',
    query: z.strictObject({ channel: channelNameSchema }),
    answer: normalisedCurvesSchema,
    errors: ['timed-out', 'too-many-requests'],
  }),
  amplification: call({
    id: 'REVIEW-406',
    summary: 'Get the amplification of all wells, with its Cq; empty: the run holds none. Not quantification',
    method: 'GET',
    path: '/run/:runId/amplification',
    reads: 'chart',
    costMs: 40,
    access: signedIn,
    scope: 'laboratory',
    answer: amplificationSchema,
    errors: ['timed-out', 'too-many-requests'],
  }),
  references: call({
    id: 'REVIEW-381',
    summary: 'List the runs with curves to compare a well with: of the same sample, of its lot, of its kit',
    method: 'GET',
    path: '/run/:runId/well/:wellId/references',
    reads: 'run',
    access: signedIn,
    scope: 'laboratory',
    answer: wellReferencesSchema,
  }),
  previewReinterpretation: call({
    id: 'API-250',
    summary: 'Preview the reinterpretation of a run well by well; nothing is stored',
    method: 'GET',
    path: '/run/:runId/reinterpretation',
    costMs: 500,
    access: signedIn,
    scope: 'laboratory',
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
    answer: z.array(formerInterpretationSchema),
  }),
  previousChart: call({
    id: 'API-253',
    summary: 'Get the curves, peaks and suggested diagnostics of a previous interpretation',
    method: 'GET',
    path: '/run/:runId/interpretation/previous/:interpretationId/chart',
    access: signedIn,
    scope: 'laboratory',
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
    answer: z.array(kitRunSchema),
  }),
  analyserRuns: call({
    id: 'API-180',
    summary: 'List the runs of the laboratory that were read on an analyser, newest first',
    method: 'GET',
    path: '/analysers/:analyserId/runs',
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
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
    answer: z.array(meltSummarySchema),
    errors: ['timed-out', 'too-many-requests'],
  }),
};
