import { z } from 'zod';

import { amplificationSettingsSchema, wellAmplificationSchema } from '../settings/amplification.ts';
import {
  channelNameSchema,
  expressionSettingsSchema,
  phaseTypeSchema,
  zoneNameSchema,
} from '../kit/assay.ts';
import { chartPointsSchema } from '../run/chart-points.ts';
import { curveShapeSchema, wellShapeSchema } from '../settings/curve-shapes.ts';
import { diagnosticMeaningSchema } from '../diagnostics/diagnostic-catalogue.ts';
import { diagnosticNameSchema, outsideDiagnosticNameSchema } from '../diagnostics/diagnostic-color.ts';
import { channelPhasesSchema, MAX_ZONES_PER_CHANNEL } from '../kit/kit.ts';
import { meltTemplateSettingsSchema, usedTemplateSchema } from '../settings/melt-templates.ts';
import { idSchema } from '../text/fields.ts';
import { positionSchema, sampleTypeSchema } from '../plate/plate.ts';
import { tmShiftSchema, tmShiftSettingsSchema } from '../settings/tm-shift.ts';
import { callExplanationSchema, peakSchema } from './well-call.ts';
import {
  interpretedWellDiagnosticSchema,
  effectiveChanges,
  type InterpretedWellDiagnostic,
} from './well-diagnostic.ts';

/** One phase of a well for the chart. */
export const chartDataSchema = z.object({
  type: phaseTypeSchema,
  chartPoints: chartPointsSchema,
  peaks: z.array(peakSchema),
});
export type ChartData = z.infer<typeof chartDataSchema>;

export const constantPhaseInfoSchema = z.object({
  id: z.string(),
  type: phaseTypeSchema,
  threshold: z.number(),
  /** The shift of the zones from the kit's, °C; omitted: none. */
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
  /** What lies beyond the nearest limit: the combination, and its diagnostic, “X Heterozygous”. */
  beyond: z.record(z.string(), z.string()).optional(),
});
export type InterpretedWell = z.infer<typeof interpretedWellSchema>;
/** The call of a well, without curves. */
export type CalledWell = Omit<InterpretedWell, 'data'>;

/** An interpreted well, which never changes: only its suggested diagnostic. Overrides are in the run. */
export const chartWellSchema = interpretedWellSchema.extend({
  interpretedWellDiagnostics: z
    .array(interpretedWellDiagnosticSchema.extend({ stateDiagnostic: z.literal('INITIAL') }))
    .length(1),
});
export type ChartWell = z.infer<typeof chartWellSchema>;

/**
 * The diagnostic in effect: the last override that was not undone, else the suggested one. Its
 * `diagnosticColor` may be null: No call.
 */
export function shownDiagnostic({
  interpretedWellDiagnostics: diagnostics,
}: Pick<InterpretedWell, 'interpretedWellDiagnostics'>): InterpretedWellDiagnostic | undefined {
  const changes = diagnostics.filter(({ stateDiagnostic }) => stateDiagnostic === 'UPDATED');
  return effectiveChanges(changes).at(-1) ?? diagnostics[0];
}

/** The most wells of a run that are treated as standards. */
const MAX_TRIED_REFERENCES = 96;

/** Draft settings of one channel, which need not be stored or consistent. */
export const evaluatedSettingsSchema = z.strictObject({
  kitId: idSchema,
  reactionBufferId: idSchema,
  channel: channelNameSchema,
  /** The wells with the kit and the buffer, or all with curves, for a new kit without runs. */
  wells: z.enum(['of-kit', 'all']).default('of-kit'),
  phases: channelPhasesSchema,
  /** In the order of evaluation. */
  rules: z
    .array(
      z.strictObject({
        zones: z.array(zoneNameSchema).max(MAX_ZONES_PER_CHANNEL),
        diagnostic: diagnosticNameSchema.nullable(),
        /** Of a kit's own diagnostic; omitted: one of the catalogue, or none. */
        meaning: diagnosticMeaningSchema.optional(),
        expressions: z.array(expressionSettingsSchema).max(20),
      }),
    )
    .max(2 ** (MAX_ZONES_PER_CHANNEL + 1)),
  /** For a peak outside all zones when no zone has a peak; null: no call. */
  outsideDiagnostic: outsideDiagnosticNameSchema.nullable().default(null),
  /** Null: no Tm shift correction. */
  tmShift: tmShiftSettingsSchema.nullable().default(null),
  /** Null: second products count without comparison with a template. */
  meltTemplates: meltTemplateSettingsSchema.nullable().default(null),
  /** Of this channel; null: curves are not normalised. */
  curveShape: curveShapeSchema.nullable().default(null),
  /**
   * Wells of the run to treat as standards of a diagnostic, so that shapes can be tried on a run without standards.
   * Of this evaluation only: a plate that is interpreted has its own standards.
   */
  triedReferences: z
    .array(z.strictObject({ position: positionSchema, diagnostic: diagnosticNameSchema }))
    .max(MAX_TRIED_REFERENCES)
    .optional(),
  /** The latest cycles of the channels that rules use; null: they use none. */
  amplification: amplificationSettingsSchema.nullable().default(null),
  /** The version whose stored templates apply, where they are used; null: none. */
  kitVersionId: idSchema.nullable().default(null),
  /** Whether to include the curves, which do not depend on zones and rules. */
  curves: z.boolean().default(false),
});
export type EvaluatedSettings = z.infer<typeof evaluatedSettingsSchema>;

/** The call of a well with draft settings. Nothing is stored. */
export const evaluatedWellSchema = z.object({
  position: positionSchema,
  sampleType: sampleTypeSchema,
  /** `A + B` */
  combination: z.string(),
  /** The index of the rule that applies; null: none. */
  rule: z.int().nullable(),
  /** For a control its meaning, TEST_OK or TEST_KO. */
  diagnostic: z.string().nullable(),
  /** The Tm shift; omitted: no correction. */
  tmShift: tmShiftSchema.optional(),
  /** The templates compared with; omitted: not used by the settings. */
  templates: z.array(usedTemplateSchema).optional(),
  /** The shape of its curve; omitted: not compared by the settings. */
  shape: wellShapeSchema.optional(),
  /** Whether the channels that rules use have amplified; omitted: no rule asks. */
  amplification: z.array(wellAmplificationSchema).optional(),
  phases: z.array(
    z.object({
      type: phaseTypeSchema,
      peaks: z.array(peakSchema),
      chartPoints: chartPointsSchema.optional(),
    }),
  ),
});
export type EvaluatedWell = z.infer<typeof evaluatedWellSchema>;
