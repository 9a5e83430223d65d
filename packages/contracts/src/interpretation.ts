import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema } from './assay.ts';
import { call, signedIn } from './call.ts';
import { diagnosticColorSchema } from './diagnostic-color.ts';
import { idSchema, instantSchema, queryList, referenceSchema } from './paging.ts';
import { positionSchema, sampleTypeSchema } from './plate.ts';
import { runSchema } from './run.ts';
import { callExplanationSchema, peakSchema } from './well-call.ts';

/** Temperature in °C and −dF/dT in RFU/°C. */
export const chartPointSchema = z.object({ x: z.number(), y: z.number() });

/** One phase of a well as it is drawn. */
export const chartDataSchema = z.object({
  type: phaseTypeSchema,
  chartPoints: z.array(chartPointSchema),
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

/** `INITIAL`: what the algorithm suggested; `UPDATED`: what a person set in its place. */
export const interpretedWellDiagnosticSchema = z.object({
  id: idSchema,
  stateDiagnostic: z.enum(['INITIAL', 'UPDATED']),
  diagnosticColor: diagnosticColorSchema.nullable(),
  comment: z.string().nullable(),
  byName: z.string(),
  at: instantSchema,
});
export type InterpretedWellDiagnostic = z.infer<typeof interpretedWellDiagnosticSchema>;

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
    errors: ['busy', 'illegal-transition'],
  }),
  chart: call({
    id: 'API-06',
    summary: 'The curves, peaks and diagnostics of the interpreted wells',
    method: 'GET',
    path: '/run/:runId/chart',
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    query: z.strictObject({ channel: channelNameSchema.optional() }),
    answer: z.array(interpretedWellSchema),
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
    body: z.object({ ...referenceSchema.shape, comment: z.string().trim().max(2000).optional() }),
    answer: z.array(interpretedWellSchema),
    errors: ['illegal-transition'],
  }),
};
