import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema } from './assay.ts';
import { call, signedIn } from './call.ts';
import { chartPointsSchema } from './chart-points.ts';
import { reasonSchema } from './laboratory-rules.ts';
import { idSchema, queryList, referenceSchema } from './paging.ts';
import { positionSchema, sampleTypeSchema } from './plate.ts';
import { runSchema } from './run.ts';
import { callExplanationSchema, peakSchema } from './well-call.ts';
import { interpretedWellDiagnosticSchema, type InterpretedWellDiagnostic } from './well-diagnostic.ts';

/** One phase of a well as it is drawn. */
export const chartDataSchema = z.object({
  type: phaseTypeSchema,
  chartPoints: chartPointsSchema,
  peaks: z.array(peakSchema),
});
export type ChartData = z.infer<typeof chartDataSchema>;

/** The settings that a phase was interpreted with. */
export const constantPhaseInfoSchema = z.object({
  id: z.string(),
  type: phaseTypeSchema,
  threshold: z.number(),
  constantZoneInfos: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      label: z.string(),
      minTemp: z.number(),
      maxTemp: z.number(),
      minThreshold: z.number().nullable(),
      minQuality: z.number().nullable(),
    }),
  ),
});
export type ConstantPhaseInfo = z.infer<typeof constantPhaseInfoSchema>;

export const interpretedWellSchema = z.object({
  wellId: idSchema,
  position: positionSchema,
  channel: channelNameSchema,
  sampleType: sampleTypeSchema,
  interpretedWellDiagnostics: z.array(interpretedWellDiagnosticSchema),
  data: z.array(chartDataSchema),
  constantPhaseInfos: z.array(constantPhaseInfoSchema),
  explanation: callExplanationSchema,
});
export type InterpretedWell = z.infer<typeof interpretedWellSchema>;
/** A well as it was called, without its curves. */
export type CalledWell = Omit<InterpretedWell, 'data'>;

/**
 * A well as it was interpreted, which never changes: of its diagnostics the suggested one. What people have set in
 * its place is in the run.
 */
export const chartWellSchema = interpretedWellSchema.extend({
  interpretedWellDiagnostics: z
    .array(interpretedWellDiagnosticSchema.extend({ stateDiagnostic: z.literal('INITIAL') }))
    .length(1),
});
export type ChartWell = z.infer<typeof chartWellSchema>;

/** The diagnostic that counts: the last one set by a person, else the suggested one. */
export function shownDiagnostic(
  well: Pick<InterpretedWell, 'interpretedWellDiagnostics'>,
): InterpretedWellDiagnostic | undefined {
  return (
    well.interpretedWellDiagnostics.findLast(({ stateDiagnostic }) => stateDiagnostic === 'UPDATED') ??
    well.interpretedWellDiagnostics[0]
  );
}

const runParams = z.strictObject({ runId: idSchema });

export const interpretationCalls = {
  interpret: call({
    id: 'API-87',
    summary: 'Interprets the wells that are set',
    method: 'POST',
    path: '/run/:runId/interpret',
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    answer: runSchema,
    errors: ['busy', 'illegal-transition', 'stale', 'timed-out'],
  }),
  chart: call({
    id: 'API-06',
    summary: 'The curves, peaks and suggested diagnostics of the interpreted wells, as they were interpreted',
    method: 'GET',
    path: '/run/:runId/chart',
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    answer: z.array(chartWellSchema),
  }),
  updateDiagnostic: call({
    id: 'API-14',
    summary: 'Sets the diagnostic of exactly one well beside the suggested one',
    method: 'PATCH',
    path: '/run/:runId/interpreted-wells',
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    /** None is refused in words of its own. */
    query: z.strictObject({ wellIds: queryList(idSchema).default([]) }),
    /** The comment is the reason: needed unless the laboratory made it optional. */
    body: z.object({ ...referenceSchema.shape, comment: reasonSchema.optional() }),
    answer: z.array(interpretedWellSchema),
    errors: ['illegal-transition'],
  }),
};
