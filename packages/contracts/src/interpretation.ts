import { z } from 'zod';

import { channelNameSchema, expressionSettingsSchema, phaseTypeSchema, zoneNameSchema } from './assay.ts';
import { anyOf, call, signedIn } from './call.ts';
import { chartPointsSchema } from './chart-points.ts';
import { diagnosticNameSchema, outsideDiagnosticNameSchema } from './diagnostic-color.ts';
import { reinterpretationSchema, formerInterpretationSchema, reinterpretSchema } from './reinterpretation.ts';
import { channelPhasesSchema, MAX_ZONES_PER_CHANNEL } from './kit.ts';
import { reasonSchema } from './laboratory-rules.ts';
import { meltTemplateSettingsSchema, usedTemplateSchema } from './melt-templates.ts';
import { idSchema, instantSchema } from './fields.ts';
import { queryList } from './paging.ts';
import { positionSchema, sampleTypeSchema } from './plate.ts';
import { runSchema } from './run.ts';
import { tmShiftSchema, tmShiftSettingsSchema } from './tm-shift.ts';
import { callExplanationSchema, peakSchema } from './well-call.ts';
import {
  interpretedWellDiagnosticSchema,
  standingChanges,
  type InterpretedWellDiagnostic,
} from './well-diagnostic.ts';

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
  /** How far the zones moved from where the kit has them, °C; left out: they did not. */
  moved: z.number().optional(),
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
  /** What lies beyond the nearest border: the combination, and what it is called, “X Heterozygous”. */
  beyond: z.record(z.string(), z.string()).optional(),
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

/**
 * The diagnostic that counts: the last one set by a person and not taken back, else the suggested one. Its
 * `diagnosticColor` may be null, which is No call.
 */
export function shownDiagnostic({
  interpretedWellDiagnostics: diagnostics,
}: Pick<InterpretedWell, 'interpretedWellDiagnostics'>): InterpretedWellDiagnostic | undefined {
  const changes = diagnostics.filter(({ stateDiagnostic }) => stateDiagnostic === 'UPDATED');
  return standingChanges(changes).at(-1) ?? diagnostics[0];
}

/** A run whose curves a kit can be set on. */
export const kitRunSchema = z.object({
  runId: idSchema,
  businessId: z.int(),
  runDate: instantSchema,
  analyserId: idSchema,
  /** Those that hold the kit and the buffer; of a run that has none, those with curves. */
  wells: z.int(),
  hasFailedControl: z.boolean(),
});
export type KitRun = z.infer<typeof kitRunSchema>;

/** How one channel would be read: a configuration that need not be stored, nor be free of contradictions. */
export const judgedSettingsSchema = z.strictObject({
  kitId: idSchema,
  reactionBufferId: idSchema,
  channel: channelNameSchema,
  /** Those that hold the kit and the buffer, or all that have curves, whatever they hold: a new kit has no run yet. */
  wells: z.enum(['of-kit', 'all']).default('of-kit'),
  phases: channelPhasesSchema,
  /** In the order in which they are tried. */
  rules: z
    .array(
      z.strictObject({
        zones: z.array(zoneNameSchema).max(MAX_ZONES_PER_CHANNEL),
        diagnostic: diagnosticNameSchema.nullable(),
        expressions: z.array(expressionSettingsSchema).max(20),
      }),
    )
    .max(2 ** (MAX_ZONES_PER_CHANNEL + 1)),
  /** When a peak lies in no zone and no zone holds one; null: no call. */
  outsideDiagnostic: outsideDiagnosticNameSchema.nullable().default(null),
  /** null: zones stay as they are. */
  tmShift: tmShiftSettingsSchema.nullable().default(null),
  /** null: a second product counts whatever the first one's target looks like. */
  meltTemplates: meltTemplateSettingsSchema.nullable().default(null),
  /** The version whose kept templates count, where they are asked for; null: none. */
  kitVersionId: idSchema.nullable().default(null),
  /** Whether the curves are answered, too; they do not depend on zones and rules. */
  curves: z.boolean().default(false),
});
export type JudgedSettings = z.infer<typeof judgedSettingsSchema>;

/** A well of a run as it would be called. Nothing of it is stored. */
export const judgedWellSchema = z.object({
  position: positionSchema,
  sampleType: sampleTypeSchema,
  /** `A + B` */
  combination: z.string(),
  /** Place of the rule that holds; null: none. */
  rule: z.int().nullable(),
  /** Of a control what it means, TEST_OK or TEST_KO. */
  diagnostic: z.string().nullable(),
  /** How the zones followed the controls; left out: they do not. */
  tmShift: tmShiftSchema.optional(),
  /** What its products were compared with; left out: the settings do not ask for it. */
  templates: z.array(usedTemplateSchema).optional(),
  phases: z.array(
    z.object({
      type: phaseTypeSchema,
      peaks: z.array(peakSchema),
      chartPoints: chartPointsSchema.optional(),
    }),
  ),
});
export type JudgedWell = z.infer<typeof judgedWellSchema>;

/** Another result of a well, or its author's last change taken back, which needs no reason. */
const diagnosticUpdateSchema = z.union([
  z.object({
    /** null: No call. */
    id: idSchema.nullable(),
    /** The reason: needed unless the laboratory made it optional. */
    comment: reasonSchema.optional(),
  }),
  /** The change, within `UNDO_LIMIT_MS`. */
  z.strictObject({ undo: idSchema }),
]);
export type DiagnosticUpdate = z.infer<typeof diagnosticUpdateSchema>;

const runParams = z.strictObject({ runId: idSchema });

export const interpretationCalls = {
  interpret: call({
    id: 'API-87',
    summary: 'Interprets the wells that are set',
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
    summary: 'The curves, peaks and suggested diagnostics of the interpreted wells, as they were interpreted',
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
    summary: 'How an interpreted run would be reinterpreted, well by well; nothing is stored',
    method: 'GET',
    path: '/run/:runId/interpretation/anew',
    costMs: 500,
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    answer: reinterpretationSchema,
    errors: ['illegal-transition'],
  }),
  reinterpret: call({
    id: 'API-251',
    summary: 'Reinterprets a run as it was shown; the former interpretation is kept',
    method: 'POST',
    path: '/run/:runId/interpretation/anew',
    costMs: 500,
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    body: reinterpretSchema,
    bodyBytes: 256 * 1024,
    answer: runSchema,
    errors: ['illegal-transition', 'stale'],
  }),
  formerInterpretations: call({
    id: 'API-252',
    summary: 'The interpretations of a run whose place another has taken, newest first',
    method: 'GET',
    path: '/run/:runId/interpretation/former',
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    answer: z.array(formerInterpretationSchema),
  }),
  formerChart: call({
    id: 'API-253',
    summary: 'The curves, peaks and suggested diagnostics of a former interpretation',
    method: 'GET',
    path: '/run/:runId/interpretation/former/:interpretationId/chart',
    access: signedIn,
    scope: 'laboratory',
    params: z.strictObject({ runId: idSchema, interpretationId: idSchema }),
    answer: z.array(chartWellSchema),
  }),
  updateDiagnostic: call({
    id: 'API-14',
    summary: 'Sets the diagnostic of exactly one well beside the suggested one',
    method: 'PATCH',
    path: '/run/:runId/interpreted-wells',
    costMs: 30,
    access: signedIn,
    scope: 'laboratory',
    params: runParams,
    /** None is refused in words of its own. */
    query: z.strictObject({ wellIds: queryList(idSchema).default([]) }),
    body: diagnosticUpdateSchema,
    bodyBytes: 256 * 1024,
    answer: z.array(interpretedWellSchema),
    errors: ['illegal-transition', 'stale'],
  }),
  kitRuns: call({
    id: 'API-160',
    summary: 'The interpreted runs of the laboratory in which wells hold a kit and a buffer, newest first',
    method: 'GET',
    path: '/kit/:kitId/reaction-buffer/:reactionBufferId/runs',
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
    params: z.strictObject({ kitId: idSchema, reactionBufferId: idSchema }),
    answer: z.array(kitRunSchema),
  }),
  analyserRuns: call({
    id: 'API-180',
    summary:
      'The runs of the laboratory that were read on an analyser, whatever their wells hold, newest first',
    method: 'GET',
    path: '/analysers/:analyserId/runs',
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
    params: z.strictObject({ analyserId: idSchema }),
    answer: z.array(kitRunSchema),
  }),
  judge: call({
    id: 'API-161',
    summary: 'How the wells of a run would be called by other settings; nothing is stored',
    method: 'POST',
    path: '/run/:runId/judge',
    isQuestion: true,
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
    params: runParams,
    body: judgedSettingsSchema,
    bodyBytes: 1024 * 1024,
    answer: z.array(judgedWellSchema),
    errors: ['timed-out', 'too-many-requests'],
  }),
};
