import { z } from 'zod';

import { diagnosticNameSchema } from '../diagnostics/diagnostic-color.ts';
import { storedLineSchema } from '../text/text.ts';

/**
 * The optical channels of an assay, in the order of screens, reports and records: the specification's two, then those
 * added later. New ones are appended, because the database sorts by this order.
 */
export const channelNameSchema = z.enum([
  'FAM',
  'TEXAS_RED',
  /** HEX, VIC, JOE, TET. */
  'HEX',
  'CY5',
  'CY5_5',
  'ROX',
  /** TAMRA, NED, Cy3. */
  'TAMRA',
  /** A dye that binds to any double strand: SYBR Green, EvaGreen, LCGreen. */
  'INTERCALATING',
]);
export type ChannelName = z.infer<typeof channelNameSchema>;

/** A dye of each channel, named as run files name it. */
export const CHANNEL_DYE: Readonly<Record<ChannelName, string>> = {
  FAM: 'FAM',
  TEXAS_RED: 'Texas Red',
  HEX: 'HEX',
  CY5: 'Cy5',
  CY5_5: 'Cy5.5',
  ROX: 'ROX',
  TAMRA: 'TAMRA',
  INTERCALATING: 'Intercalating dye',
};

export const ofEachChannel = <Value>(
  valueOf: (channel: ChannelName) => Value,
): Record<ChannelName, Value> => ({
  FAM: valueOf('FAM'),
  TEXAS_RED: valueOf('TEXAS_RED'),
  HEX: valueOf('HEX'),
  CY5: valueOf('CY5'),
  CY5_5: valueOf('CY5_5'),
  ROX: valueOf('ROX'),
  TAMRA: valueOf('TAMRA'),
  INTERCALATING: valueOf('INTERCALATING'),
});

export const MAX_CHANNELS = channelNameSchema.options.length;

/** Orders channels as `channelNameSchema` lists them. */
export const compareChannels = (a: ChannelName, b: ChannelName): number =>
  channelNameSchema.options.indexOf(a) - channelNameSchema.options.indexOf(b);

/** Each channel once, in order. */
export const inChannelOrder = (channels: Iterable<ChannelName>): ChannelName[] =>
  [...new Set(channels)].sort(compareChannels);

/** `MELT`: read while the temperature rises; `ANNEAL`: read while it falls. */
export const phaseTypeSchema = z.enum(['MELT', 'ANNEAL']);
export type PhaseType = z.infer<typeof phaseTypeSchema>;

/** The range of melting temperatures, °C. */
export const temperatureSchema = z.number().min(20).max(110);

const thresholdSchema = z.number().min(0).max(1e9);
const qualitySchema = z.number().min(0).max(1);

export const zoneNameSchema = z.string().regex(/^[A-Z]$/, 'the name of a zone must be one letter A to Z');

/** A temperature range, limits included, in which a peak stands for one product. */
export const zoneSettingsSchema = z.strictObject({
  name: zoneNameSchema,
  minTemp: temperatureSchema,
  maxTemp: temperatureSchema,
  label: storedLineSchema.max(100),
  /** Minimum peak height in this zone, RFU/°C; null: only the phase's own. The stricter of both applies. */
  minThreshold: thresholdSchema.nullable(),
  /** Minimum peak quality in this zone, 0 to 1; null: only the phase's own. The stricter of both applies. */
  minQuality: qualitySchema.nullable(),
  /** The Tm of its product, °C, to compare a plate's controls with; omitted: unknown. */
  referenceTm: temperatureSchema.optional(),
});
export type ZoneSettings = z.infer<typeof zoneSettingsSchema>;

/** The default slope threshold of a new phase, in standard errors. */
export const DEFAULT_SLOPE_THRESHOLD = 4.72;

export const phaseSettingsSchema = z.strictObject({
  phaseType: phaseTypeSchema,
  /** Minimum height of a peak, RFU/°C. */
  minThreshold: thresholdSchema,
  /** Minimum significance of a peak, in standard errors. */
  slopeThreshold: z.number().min(0).max(1000),
  /** Minimum quality of a peak, 0 to 1. */
  minQuality: qualitySchema,
  /** The signal rises where the product melts; never for `ANNEAL`. */
  inversed: z.boolean(),
});
export type PhaseSettings = z.infer<typeof phaseSettingsSchema>;

export const operatorSchema = z.enum(['LT', 'LTE', 'GT', 'GTE']);
export type Operator = z.infer<typeof operatorSchema>;

/** Operators of the shape of a curve, and of amplification. */
export const shapeOperatorSchema = z.enum(['IS', 'IS_NOT']);

/** Every operator of a condition. */
export const expressionOperatorSchema = z.enum([...operatorSchema.options, ...shapeOperatorSchema.options]);
export type ExpressionOperator = z.infer<typeof expressionOperatorSchema>;

/**
 * The shape of the well's curve, and what it may be: like the standards of a diagnostic, between two of them, or
 * unlike any.
 */
const shapeOperandSchema = z.strictObject({
  shape: z.union([
    z.enum(['curve', 'between', 'unlike-any']),
    z.strictObject({ like: diagnosticNameSchema }),
  ]),
});
export type ShapeOperand = z.infer<typeof shapeOperandSchema>;

/** Whether a channel of the well has amplified before its melting curve. */
const amplificationOperandSchema = z.strictObject({
  amplification: z.union([channelNameSchema, z.literal('amplified')]),
});

/**
 * An operand of a condition: the height of a zone's accepted peak, written as the zone's letter; the width of
 * that peak, °C; the ratio of two heights; the shape of the curve; the amplification of a channel; or a number. If a zone has several peaks, the
 * highest is used.
 */
export const operandSchema = z.union(
  [
    zoneNameSchema,
    z.strictObject({ width: zoneNameSchema }),
    z.strictObject({ ratio: z.tuple([zoneNameSchema, zoneNameSchema]) }),
    shapeOperandSchema,
    amplificationOperandSchema,
    z.number().positive().max(1000),
  ],
  {
    error:
      'an operand must be a zone letter, {"width": "A"}, {"ratio": ["A", "B"]}, {"shape": …}, {"amplification": …}, or a number up to 1000',
  },
);
export type Operand = z.infer<typeof operandSchema>;

/**
 * A condition on the accepted peaks of zones, on the shape of the curve, or on amplification: `A >= B`, `width of A > 3
 * °C`, `ratio of A to B >= 2`, `shape is HETEROZYGOUS`, `FAM is amplified`.
 */
export const expressionSettingsSchema = z
  .strictObject({
    firstOperand: operandSchema,
    operator: expressionOperatorSchema,
    secondOperand: operandSchema,
  })
  .check(operandsComparable);
export type ExpressionSettings = z.infer<typeof expressionSettingsSchema>;

/** Heights compare with heights; widths and ratios with a number; the shape, or a channel, is or is not something. */
function operandsComparable({ value, issues }: z.core.ParsePayload<ExpressionSettings>): void {
  const first = operandKind(value.firstOperand);
  const second = operandKind(value.secondOperand);
  const isOfShape = value.operator === 'IS' || value.operator === 'IS_NOT';
  if (isOfShape && isCurve(value.firstOperand) && second === 'shape' && !isCurve(value.secondOperand)) return;
  if (isOfShape && amplificationChannel(value) !== null) return;
  if (!isOfShape && first === 'height' && second === 'height') return;
  if (!isOfShape && (first === 'width' || first === 'ratio') && second === 'number') return;
  const message =
    'A condition must compare two heights, a width with a number of °C, or a ratio with a number, or say what the shape of the curve is or is not, or if a channel has amplified.';
  issues.push({
    code: 'custom',
    path: ['secondOperand'],
    input: value.secondOperand,
    message,
    continue: true,
  });
}

export type OperandKind = 'height' | 'width' | 'ratio' | 'shape' | 'amplification' | 'number';

export function operandKind(operand: Operand): OperandKind {
  if (typeof operand === 'string') return 'height';
  if (typeof operand === 'number') return 'number';
  if ('shape' in operand) return 'shape';
  if ('amplification' in operand) return 'amplification';
  if ('width' in operand) return 'width';
  operand satisfies { readonly ratio: unknown };
  return 'ratio';
}

const isCurve = (operand: Operand): boolean =>
  typeof operand === 'object' && 'shape' in operand && operand.shape === 'curve';

/** What a condition compares the shape of the curve with; null: it tests something else. */
export const shapeCompared = ({
  secondOperand,
}: Pick<ExpressionSettings, 'secondOperand'>): ShapeOperand['shape'] | null =>
  typeof secondOperand === 'object' && 'shape' in secondOperand ? secondOperand.shape : null;

export const usesShape = ({
  expressions,
}: {
  readonly expressions: readonly Pick<ExpressionSettings, 'secondOperand'>[];
}): boolean => expressions.some((expression) => shapeCompared(expression) !== null);

/** The channel whose amplification a condition tests; null: it tests something else. */
export function amplificationChannel({
  firstOperand,
  secondOperand,
}: Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'>): ChannelName | null {
  const [channel, state] = [firstOperand, secondOperand].map((operand) =>
    typeof operand === 'object' && 'amplification' in operand ? operand.amplification : null,
  );
  return channel === null || channel === undefined || channel === 'amplified' || state !== 'amplified'
    ? null
    : channel;
}

/** The channels whose amplification rules use, in order. */
export const amplificationChannels = (
  rules: readonly {
    readonly expressions: readonly Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'>[];
  }[],
): ChannelName[] =>
  inChannelOrder(
    rules.flatMap(({ expressions }) => expressions.flatMap((one) => amplificationChannel(one) ?? [])),
  );

export function operandZones(operand: Operand): readonly string[] {
  if (typeof operand === 'number') return [];
  if (typeof operand === 'string') return [operand];
  if ('shape' in operand || 'amplification' in operand) return [];
  return 'width' in operand ? [operand.width] : operand.ratio;
}

/** The zones in a condition. */
export const expressionZones = ({
  firstOperand,
  secondOperand,
}: Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'>): readonly string[] => [
  ...operandZones(firstOperand),
  ...operandZones(secondOperand),
];

/** The label of the combination without peaks in any zone. */
export const NO_ZONES_LABEL = 'NONE';

/** The label of a set of zones: letters in order, joined by ` + `; `NONE` when empty. */
export function combinationLabel(zones: readonly string[]): string {
  return zones.length === 0 ? NO_ZONES_LABEL : [...zones].sort().join(' + ');
}
