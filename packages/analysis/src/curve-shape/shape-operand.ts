import type { ExpressionSettings, WellShape } from '@curvewell/domain';

/** The values of a condition on the shape of a curve, %, and whether it holds. */
export interface EvaluatedShape {
  /** The distance to the compared reference, or to the nearest. */
  readonly firstValue: number | null;
  /** Its border. */
  readonly secondValue: number | null;
  readonly holds: boolean;
}

const UNKNOWN: EvaluatedShape = { firstValue: null, secondValue: null, holds: false };

/** What a condition compares the shape with; null: it is not about the shape. */
export function shapeCompared({ secondOperand }: Pick<ExpressionSettings, 'secondOperand'>) {
  return typeof secondOperand === 'object' && 'shape' in secondOperand ? secondOperand.shape : null;
}

/**
 * Whether the shape of a curve is, or is not, what a condition names. Neither holds for a shape that is not known. A
 * curve between two references is not known to be one or the other: neither `IS` nor `IS_NOT` holds for these two.
 *
 * @param shape - null: the kit version or the algorithm compares none
 */
export function shapeEvaluate(
  shape: WellShape | null,
  { operator, secondOperand }: Pick<ExpressionSettings, 'operator' | 'secondOperand'>,
): EvaluatedShape {
  const wanted = shapeCompared({ secondOperand });
  if (shape === null || wanted === null || shape.outcome === 'not-known') return UNKNOWN;
  const { outcome, references } = shape;
  const isNot = operator === 'IS_NOT';
  const named =
    typeof wanted === 'object' ? references.find(({ name }) => name === wanted.like) : references[0];
  // A reference that was not compared, which the check of kits prevents.
  if (named === undefined) return UNKNOWN;
  const values = { firstValue: named.distance, secondValue: named.border };
  if (typeof wanted !== 'object') return { ...values, holds: (outcome === wanted) !== isNot };
  const place = references.indexOf(named);
  if (outcome === 'between' && place < 2) return { ...values, holds: false };
  return { ...values, holds: (outcome === 'like' && place === 0) !== isNot };
}
