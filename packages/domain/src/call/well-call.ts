import { wellAmplificationSchema } from '../settings/amplification.ts';
import { z } from 'zod';

import {
  channelNameSchema,
  expressionOperatorSchema,
  operandSchema,
  phaseSettingsSchema,
  phaseTypeSchema,
  zoneNameSchema,
} from '../kit/assay.ts';
import { wellShapeSchema } from '../settings/curve-shapes.ts';
import { diagnosticMeaningSchema } from '../diagnostics/diagnostic-catalogue.ts';
import { dyeCompensationSchema } from '../kit/dye-compensation.ts';
import { usedTemplateSchema } from '../settings/melt-templates.ts';
import { positionSchema, sampleTypeSchema } from '../plate/plate.ts';
import { replicateDifferenceSchema } from '../plate/replicates.ts';
import { tmShiftSchema } from '../settings/tm-shift.ts';

/** Why a candidate peak does not count. */
export const peakRejectionSchema = z.enum([
  'height-below-threshold',
  'significance-below-threshold',
  'quality-below-threshold',
  'small-beside-highest',
  'too-narrow',
  'too-wide',
  'tm-uncertain',
  'zone-height-below-threshold',
  'zone-quality-below-threshold',
  'within-template',
]);
export type PeakRejection = z.infer<typeof peakRejectionSchema>;

/** A transition in a curve. Temperatures in °C, heights in RFU/°C, areas in RFU. */
export const peakSchema = z.strictObject({
  tm: z.number(),
  /** Standard error of `tm`. */
  tmError: z.number().nullable(),
  height: z.number(),
  /** Full width at half height. */
  width: z.number(),
  area: z.number(),
  /** Amplitude divided by its standard error. */
  significance: z.number(),
  /** 0 to 1. */
  quality: z.number(),
  zone: zoneNameSchema.nullable(),
  accepted: z.boolean(),
  reason: peakRejectionSchema.nullable(),
  /** The value and limit behind `reason`, in the unit of the test. */
  measured: z.number().nullable(),
  limit: z.number().nullable(),
});
export type Peak = z.infer<typeof peakSchema>;

/** Flags of a call; `FLAG_CONSEQUENCES` describes each. */
export const callFlagCodeSchema = z.enum([
  'borderline-zone',
  'borderline-threshold',
  'unexpected-peak',
  'low-quality',
  'wide-peak',
  'unresolved-melt',
  'uncounted-melt',
  'near-end',
  'cut-off-melt',
  'saturated',
  'spike',
  'step',
  'too-few-readings',
  'zone-not-covered',
  'failed-control',
  'zone-not-read',
  'phase-not-read',
  'outside-peak',
  'saturated-melt',
  'rising-melt',
  'no-signal',
  'threshold-scale',
  'replicates-differ',
  'zones-too-near',
  'wider-than-zone',
  'tm-shift-beyond',
  'within-template',
  'coarse-readings',
  'rising-signal',
  'too-noisy',
  'copied-melt',
  'apart-from-zone',
  'narrower-than-zone',
]);
export type CallFlagCode = z.infer<typeof callFlagCodeSchema>;

export const callFlagSchema = z.strictObject({
  code: callFlagCodeSchema,
  phase: phaseTypeSchema.nullable(),
  zone: zoneNameSchema.nullable(),
  /** The place in the curve, °C; null: none, or given by `measured`. */
  temperature: z.number().nullable().default(null),
  measured: z.number().nullable(),
  limit: z.number().nullable(),
  /** Of `replicates-differ`: the wells and their difference. */
  replicates: replicateDifferenceSchema.optional(),
  /** Of `copied-melt`: the well and channel with the original melt. */
  source: z.strictObject({ position: positionSchema, channel: channelNameSchema }).optional(),
  /**
   * Of `uncounted-melt`: the number of wells with the same product, for all of which this one carries the
   * flag.
   */
  wellsAlike: z.int().positive().optional(),
});
export type CallFlag = z.infer<typeof callFlagSchema>;

export const evaluatedRuleSchema = z.strictObject({
  /** Index among the channel's rules. */
  rule: z.int().min(0),
  diagnostic: z.string().nullable(),
  /** Of a kit's own diagnostic; omitted: one of the catalogue, or none. */
  meaning: diagnosticMeaningSchema.optional(),
  expressions: z.array(
    z.strictObject({
      firstOperand: operandSchema,
      operator: expressionOperatorSchema,
      secondOperand: operandSchema,
      /**
       * Null: a peak of the operand is missing, or a shape is not known, so the condition does not hold. Of a shape: its
       * distance to the compared or nearest reference, and its border, %. Of amplification: the Cq, null if there is none,
       * and the latest cycle.
       */
      firstValue: z.number().nullable(),
      secondValue: z.number().nullable(),
      holds: z.boolean(),
    }),
  ),
  holds: z.boolean(),
});
export type EvaluatedRule = z.infer<typeof evaluatedRuleSchema>;
export type EvaluatedExpression = EvaluatedRule['expressions'][number];

/** The explanation of a call: enough data to repeat the call; screens and reports only format it. */
export const callExplanationSchema = z.strictObject({
  algorithmVersion: z.string(),
  channel: channelNameSchema,
  sampleType: sampleTypeSchema,
  phases: z.array(
    z.strictObject({
      type: phaseTypeSchema,
      /** The thresholds that the peaks were compared with. */
      settings: phaseSettingsSchema,
      /** Standard deviation of a reading, RFU. */
      noise: z.number().nullable(),
      readings: z.int().min(0),
      /** First and last temperature, °C. Not stored by algorithm 1.0.0. */
      range: z.tuple([z.number(), z.number()]).optional(),
      /** Temperature ranges without readings, °C. */
      gaps: z.array(z.tuple([z.number(), z.number()])).optional(),
      peaks: z.array(peakSchema),
    }),
  ),
  zonesHit: z.array(zoneNameSchema),
  combination: z.string(),
  triedRules: z.array(evaluatedRuleSchema),
  /** The name of the diagnostic; null: no call. */
  diagnostic: z.string().nullable(),
  /** The Tm shift; omitted: no correction in the kit version. */
  tmShift: tmShiftSchema.optional(),
  /** The templates compared with; omitted: not used by the kit version. */
  templates: z.array(usedTemplateSchema).optional(),
  /** The shape of its curve; omitted: not compared by the kit version. */
  shape: wellShapeSchema.optional(),
  /** Whether the channels that rules use have amplified; omitted: no rule asks. */
  amplification: z.array(wellAmplificationSchema).optional(),
  /** The subtracted cross-talk; omitted: none. */
  compensation: dyeCompensationSchema.optional(),
  /** The kit version's diagnostic for a peak outside all zones, if it made the call. */
  outsideDiagnostic: z.string().optional(),
  /** 0 to 1: the lowest quality behind the call. */
  score: z.number().min(0).max(1),
  flags: z.array(callFlagSchema),
});
export type CallExplanation = z.infer<typeof callExplanationSchema>;
