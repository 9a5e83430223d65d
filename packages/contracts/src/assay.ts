import { z } from 'zod';

import { lineSchema } from './text.ts';

/** The optical channels of an assay. */
export const channelNameSchema = z.enum(['FAM', 'TEXAS_RED']);
export type ChannelName = z.infer<typeof channelNameSchema>;

/** `MELT`: read while the temperature rises; `ANNEAL`: read while it falls. */
export const phaseTypeSchema = z.enum(['MELT', 'ANNEAL']);
export type PhaseType = z.infer<typeof phaseTypeSchema>;

/** Temperatures that a melting curve can have, in °C. */
export const temperatureSchema = z.number().min(20).max(110);

const thresholdSchema = z.number().min(0).max(1e9);
const qualitySchema = z.number().min(0).max(1);

export const zoneNameSchema = z.string().regex(/^[A-Z]$/, 'a zone is named by one letter A to Z');

/** A temperature range, both ends included, in which a peak means one product. */
export const zoneSettingsSchema = z.strictObject({
  name: zoneNameSchema,
  minTemp: temperatureSchema,
  maxTemp: temperatureSchema,
  label: lineSchema.max(100),
  /** Least peak height in this zone, RFU/°C; null: the phase's own. The stricter of both counts. */
  minThreshold: thresholdSchema.nullable(),
  /** Least peak quality in this zone, 0 to 1; null: the phase's own. The stricter of both counts. */
  minQuality: qualitySchema.nullable(),
  /** Where its product melts, °C: what the controls of a plate are compared with; left out: not known. */
  referenceTm: temperatureSchema.optional(),
});
export type ZoneSettings = z.infer<typeof zoneSettingsSchema>;

/** The slope threshold that a new phase begins with, in standard errors. */
export const DEFAULT_SLOPE_THRESHOLD = 4.72;

export const phaseSettingsSchema = z.strictObject({
  phaseType: phaseTypeSchema,
  /** Least height of a peak, RFU/°C. */
  minThreshold: thresholdSchema,
  /** Least significance of a peak, in standard errors. */
  slopeThreshold: z.number().min(0).max(1000),
  /** Least quality of a peak, 0 to 1. */
  minQuality: qualitySchema,
  /** The signal rises where the product melts; never for `ANNEAL`. */
  inversed: z.boolean(),
});
export type PhaseSettings = z.infer<typeof phaseSettingsSchema>;

export const operatorSchema = z.enum(['LT', 'LTE', 'GT', 'GTE']);
export type Operator = z.infer<typeof operatorSchema>;

/** A condition on the heights of two zones' accepted peaks: `A >= B`. Operands are zone letters. */
export const expressionSettingsSchema = z.strictObject({
  firstOperand: zoneNameSchema,
  operator: operatorSchema,
  secondOperand: zoneNameSchema,
});
export type ExpressionSettings = z.infer<typeof expressionSettingsSchema>;

/** The label of the combination in which no zone holds a peak. */
export const NO_ZONES_LABEL = 'NONE';

/** The label of a set of zones: letters in order, joined by ` + `; `NONE` when empty. */
export function combinationLabel(zones: readonly string[]): string {
  return zones.length === 0 ? NO_ZONES_LABEL : [...zones].sort().join(' + ');
}
