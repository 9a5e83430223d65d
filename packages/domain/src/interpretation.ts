import { z } from 'zod';

import { channelNameSchema, expressionSettingsSchema, phaseTypeSchema, zoneNameSchema } from './assay.ts';
import { chartPointsSchema } from './chart-points.ts';
import { diagnosticNameSchema, outsideDiagnosticNameSchema } from './diagnostic-color.ts';
import { channelPhasesSchema, MAX_ZONES_PER_CHANNEL } from './kit.ts';
import { meltTemplateSettingsSchema, usedTemplateSchema } from './melt-templates.ts';
import { idSchema } from './fields.ts';
import { positionSchema, sampleTypeSchema } from './plate.ts';
import { tmShiftSchema, tmShiftSettingsSchema } from './tm-shift.ts';
import { callExplanationSchema, peakSchema } from './well-call.ts';
import {
  interpretedWellDiagnosticSchema,
  effectiveChanges,
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
  return effectiveChanges(changes).at(-1) ?? diagnostics[0];
}

/** How one channel would be read: a configuration that need not be stored, nor be free of contradictions. */
export const evaluatedSettingsSchema = z.strictObject({
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
  /** The version whose kept templates count, where they are requested; null: none. */
  kitVersionId: idSchema.nullable().default(null),
  /** Whether the curves are answered, too; they do not depend on zones and rules. */
  curves: z.boolean().default(false),
});
export type EvaluatedSettings = z.infer<typeof evaluatedSettingsSchema>;

/** A well of a run as it would be called. Nothing of it is stored. */
export const evaluatedWellSchema = z.object({
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
export type EvaluatedWell = z.infer<typeof evaluatedWellSchema>;
