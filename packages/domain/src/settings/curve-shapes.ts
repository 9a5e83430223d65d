import { z } from 'zod';

import { channelNameSchema, MAX_CHANNELS, phaseTypeSchema, temperatureSchema } from '../kit/assay.ts';
import { diagnosticNameSchema } from '../diagnostics/diagnostic-color.ts';

/** A temperature range with readings on both sides of none of the melts, limits included, °C. */
const regionSchema = z.tuple([temperatureSchema, temperatureSchema]);

const MAX_SHAPE_REFERENCES = 8;

/**
 * The widest border, %: less than what separates two homozygous genotypes. Those of the two-state model in
 * `analysis/test/two-state.ts`, 0.7 °C apart, differ by 5.7 %.
 */
export const MOST_SHAPE_BORDER = 5;

export const curveShapeSchema = z.strictObject({
  channel: channelNameSchema,
  phase: phaseTypeSchema,
  /** The region before the melt, at lower temperatures: 100 %. */
  before: regionSchema,
  /** The region after the melt, at higher temperatures: 0 %. */
  after: regionSchema,
  /** The signal without a melt: a straight line through each region, or one exponential through both. */
  background: z.enum(['linear', 'exponential']),
  /**
   * The normalised signal, %, at which all curves are moved onto each other before they are compared. Null: curves are
   * compared at their own temperatures, so that differences of Tm count.
   */
  alignAt: z.number().min(5).max(50).nullable(),
  /** The diagnostics whose standards are the references. Empty only in a draft, which then compares none. */
  references: z.array(diagnosticNameSchema).max(MAX_SHAPE_REFERENCES),
  /** The smallest border of the distance to a reference, %; the scatter of the references may widen it. */
  distance: z.number().min(0.1).max(MOST_SHAPE_BORDER),
  /** How many times as far the second reference must be as the nearest. */
  ratio: z.number().min(1.1).max(10),
});
export type CurveShape = z.infer<typeof curveShapeSchema>;

/** At most one for each channel. */
export const curveShapesSchema = z.array(curveShapeSchema).min(1).max(MAX_CHANNELS);
export type CurveShapes = z.infer<typeof curveShapesSchema>;

/** The least width of a region, °C. */
export const LEAST_SHAPE_REGION = 0.5;
/** The least distance between the regions, °C: the melt lies there. */
export const LEAST_SHAPE_MELT = 1;

export const DEFAULT_SHAPE_BORDERS = { distance: 1, ratio: 2 } as const;

/**
 * `like`: the curve is within the border of one reference and much nearer to it than to the second; `between`: it is
 * not, and lies between two; `unlike-any`: it is beyond the border of every reference, and between none;
 * `not-known`: see the fault.
 */
export const shapeOutcomeSchema = z.enum(['like', 'between', 'unlike-any', 'not-known']);

/** Why a shape is not known. */
export const shapeFaultSchema = z.enum([
  'no-curve',
  'region-not-read',
  'too-few-readings',
  'saturated',
  'step',
  'no-melt',
  'no-background',
  'backgrounds-cross',
  'too-far-to-align',
  'missing-reference',
  'single-reference',
  'references-alike',
  'border-too-wide',
  'one-reference',
]);
export type ShapeFault = z.infer<typeof shapeFaultSchema>;

/** The comparison of a well's curve with the references of its plate. */
export const wellShapeSchema = z.strictObject({
  phase: phaseTypeSchema,
  outcome: shapeOutcomeSchema,
  /** Null: the shape is known. */
  fault: shapeFaultSchema.nullable(),
  /** The references that the fault is about. */
  faultOf: z.array(z.string()),
  /** The references compared with, nearest first; empty: the curve could not be compared. */
  references: z.array(
    z.strictObject({
      /** The diagnostic of its standards. */
      name: z.string(),
      /** Its wells, without the compared one. */
      wells: z.int().min(1),
      /** Root mean square of the difference between the regions, % of the melt. */
      distance: z.number().min(0),
      /** The largest difference, with its sign, %, and its temperature, °C. */
      most: z.number(),
      mostAt: z.number(),
      /** Up to this distance a curve is like the reference, %. */
      border: z.number().min(0),
    }),
  ),
  /** The scatter of one replicate of the references, %; null: not known. */
  scatter: z.number().min(0).nullable(),
  /** The border of the ratio. */
  ratio: z.number(),
});
export type WellShape = z.infer<typeof wellShapeSchema>;
export type ShapeReference = WellShape['references'][number];

/** The settings of a channel; undefined: none. */
export const curveShapeOf = <Shape extends Pick<CurveShape, 'channel'>>(
  shapes: readonly Shape[] | null | undefined,
  channel: CurveShape['channel'],
): Shape | undefined => shapes?.find((shape) => shape.channel === channel);
