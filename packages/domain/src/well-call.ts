import { z } from 'zod';

import {
  channelNameSchema,
  operandSchema,
  operatorSchema,
  phaseSettingsSchema,
  phaseTypeSchema,
  zoneNameSchema,
} from './assay.ts';
import { dyeCompensationSchema } from './dye-compensation.ts';
import { usedTemplateSchema } from './melt-templates.ts';
import { positionSchema, sampleTypeSchema } from './plate.ts';
import { replicateDifferenceSchema } from './replicates.ts';
import { tmShiftSchema } from './tm-shift.ts';

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

/** One transition found in a curve. Temperatures in °C, heights in RFU/°C, areas in RFU. */
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
  /** The figure and the limit behind `reason`, in the unit of what was tested. */
  measured: z.number().nullable(),
  limit: z.number().nullable(),
});
export type Peak = z.infer<typeof peakSchema>;

/** What a well's call is near to, suffers from, or is stopped by: `FLAG_CONSEQUENCES` says what each means. */
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
  /** Where in the curve, °C; null: not at one place, or given by `measured`. */
  temperature: z.number().nullable().default(null),
  measured: z.number().nullable(),
  limit: z.number().nullable(),
  /** Of `replicates-differ`: which wells differ, and in what. */
  replicates: replicateDifferenceSchema.optional(),
  /** Of `copied-melt`: where the melt is, by which the other is measured. */
  source: z.strictObject({ position: positionSchema, channel: channelNameSchema }).optional(),
  /** Of `uncounted-melt`: so many wells with the product have the same, and this one carries the flag for all of them. */
  wellsAlike: z.int().positive().optional(),
});
export type CallFlag = z.infer<typeof callFlagSchema>;

/** One row of the kit's rules as it was tried on a well, with its numbers. */
export const evaluatedRuleSchema = z.strictObject({
  /** Place of the row among the channel's rules, from 0. */
  rule: z.int().min(0),
  diagnostic: z.string().nullable(),
  expressions: z.array(
    z.strictObject({
      firstOperand: operandSchema,
      operator: operatorSchema,
      secondOperand: operandSchema,
      /** null: a peak that the operand needs is missing, and the condition does not hold. */
      firstValue: z.number().nullable(),
      secondValue: z.number().nullable(),
      holds: z.boolean(),
    }),
  ),
  holds: z.boolean(),
});
export type EvaluatedRule = z.infer<typeof evaluatedRuleSchema>;
export type EvaluatedExpression = EvaluatedRule['expressions'][number];

/**
 * Why a well was called as it was: data that gives the same call when it is
 * evaluated again, and that screens and reports only phrase.
 */
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
      /** First and last temperature read, °C. Algorithm 1.0.0 did not keep it. */
      range: z.tuple([z.number(), z.number()]).optional(),
      /** Between which temperatures nothing was read, °C. */
      gaps: z.array(z.tuple([z.number(), z.number()])).optional(),
      peaks: z.array(peakSchema),
    }),
  ),
  zonesHit: z.array(zoneNameSchema),
  combination: z.string(),
  triedRules: z.array(evaluatedRuleSchema),
  /** Name of the diagnostic that was chosen; null: no call. */
  diagnostic: z.string().nullable(),
  /** How the zones followed the controls of the plate; left out: the kit version does not ask for it. */
  tmShift: tmShiftSchema.optional(),
  /** What its products were compared with; left out: the kit version does not ask for it. */
  templates: z.array(usedTemplateSchema).optional(),
  /** The light of other dyes that was taken out of the readings; left out: they are as they were read. */
  compensation: dyeCompensationSchema.optional(),
  /** What the kit version calls a peak in no zone, where that made the call. */
  outsideDiagnostic: z.string().optional(),
  /** 0 to 1: the least quality behind the call. */
  score: z.number().min(0).max(1),
  flags: z.array(callFlagSchema),
});
export type CallExplanation = z.infer<typeof callExplanationSchema>;
