import { usesShape } from '../kit/assay.ts';
import type { ShapeReference, WellShape } from '../settings/curve-shapes.ts';
import { diagnosticText } from '../diagnostics/diagnostic-color.ts';
import { percentText } from './shape-words.ts';
import type { CallExplanation } from './well-call.ts';

/** The part of a border that counts as one step, as of heights. */
const STEP = 0.1;

interface Border {
  /** In steps; up to 1 is borderline. */
  readonly distance: number;
  readonly text: string;
}

/** A border that leads to no other combination and has no flag. */
type ShapeBorder = Pick<Border, 'distance'> & {
  readonly words: () => string;
  readonly zones: null;
  readonly flag: null;
};

/** The limits of a curve's shape, for rules that ask for it; empty: none asks, or it is not known. */
export function shapeBorders({
  shape,
  triedRules,
}: Pick<CallExplanation, 'shape' | 'triedRules'>): ShapeBorder[] {
  const [nearest, second] = shape?.references ?? [];
  if (shape === undefined || nearest === undefined || shape.outcome === 'not-known') return [];
  if (!triedRules.some(usesShape)) return [];
  return [
    distanceBorder(shape, nearest),
    ...(second !== undefined && nearest.distance <= nearest.border
      ? [ratioBorder(shape, [nearest, second])]
      : []),
  ].map(({ distance, text }) => ({ distance, words: () => text, zones: null, flag: null }));
}

/** The distance to the nearest reference, and its border. */
function distanceBorder({ outcome }: WellShape, { name, distance, border }: ShapeReference): Border {
  const part = partOf(distance, border);
  const beyond =
    distance > border ? 'within it the shape could be like' : 'beyond it the shape would not be like';
  return {
    distance: part / STEP,
    text:
      `Shape ${outcome === 'like' ? 'like' : 'nearest to'} ${diagnosticText(name)}: distance ${percentText(distance)} is ` +
      `${(part * 100).toFixed(0)} % ${distance > border ? 'above' : 'below'} the border ${percentText(border)}; ${beyond} ${diagnosticText(name)}`,
  };
}

/** How much farther the second reference is. */
function ratioBorder(
  { ratio }: WellShape,
  [nearest, second]: readonly [ShapeReference, ShapeReference],
): Border {
  const needed = ratio * nearest.distance;
  const isFar = second.distance >= needed;
  const part = partOf(second.distance, needed);
  return {
    distance: part / STEP,
    text:
      `Shape nearest to ${diagnosticText(nearest.name)}: ${diagnosticText(second.name)}, ${percentText(second.distance)}, is ` +
      `${(part * 100).toFixed(0)} % ${isFar ? 'above' : 'below'} ${ratio.toFixed(1)} times its distance, ${percentText(needed)}; ` +
      (isFar
        ? 'below it the shape would lie between them'
        : `above it the shape would be like ${diagnosticText(nearest.name)}`),
  };
}

const partOf = (value: number, limit: number): number =>
  limit === 0 ? Number.POSITIVE_INFINITY : Math.abs(value - limit) / limit;

/** The distance to the nearest reference, %, where a rule asks for the shape; null: none asks, or it is not known. */
export const shapeDistance = ({
  shape,
  triedRules,
}: Pick<CallExplanation, 'shape' | 'triedRules'>): number | null =>
  shape === undefined || shape.outcome === 'not-known' || !triedRules.some(usesShape)
    ? null
    : (shape.references[0]?.distance ?? null);
