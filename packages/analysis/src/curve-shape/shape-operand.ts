import type { EvaluatedRule, ExpressionSettings, WellShape } from '@curvewell/domain';

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

type Compared = NonNullable<ReturnType<typeof shapeCompared>>;

/**
 * Whether the shape is what a condition names; null: not known. A curve between two references is not known to be like,
 * or unlike, any. A curve is not like a reference only if it lies beyond its border, and is the ratio of the kit farther
 * from it than from the nearest: else it may just as well be like it. A curve unlike any is not like its nearest.
 *
 * @param shape - null: the kit version or the algorithm compares none
 */
function shapeAnswer(shape: WellShape | null, wanted: Compared): boolean | null {
  if (shape === null || shape.outcome === 'not-known') return null;
  const { outcome, references, ratio } = shape;
  if (wanted === outcome) return true;
  if (outcome === 'between') return null;
  if (typeof wanted !== 'object') return false;
  const [nearest] = references;
  const named = references.find(({ name }) => name === wanted.like);
  // A reference that was not compared, which the check of kits prevents.
  if (named === undefined || nearest === undefined) return null;
  if (named === nearest) return outcome === 'like';
  return named.distance > named.border && named.distance >= ratio * nearest.distance ? false : null;
}

/** Whether the shape of a curve is, or is not, what a condition names. Neither holds while this is not known. */
export function shapeEvaluate(
  shape: WellShape | null,
  { operator, secondOperand }: Pick<ExpressionSettings, 'operator' | 'secondOperand'>,
): EvaluatedShape {
  const wanted = shapeCompared({ secondOperand });
  if (shape === null || wanted === null || shape.outcome === 'not-known') return UNKNOWN;
  const { references } = shape;
  const named =
    typeof wanted === 'object' ? references.find(({ name }) => name === wanted.like) : references[0];
  if (named === undefined) return UNKNOWN;
  const answer = shapeAnswer(shape, wanted);
  return {
    firstValue: named.distance,
    secondValue: named.border,
    holds: answer !== null && answer !== (operator === 'IS_NOT'),
  };
}

/** Whether the shape leaves open if a rule holds: each of its conditions holds, or is one whose answer is not known. */
const isOpen = (
  shape: WellShape | null,
  { expressions }: Pick<EvaluatedRule, 'expressions'>,
  isLeft: (expression: ExpressionSettings) => boolean,
): boolean =>
  expressions.some((expression) => isUnknown(shape, expression) && isLeft(expression)) &&
  expressions.every((expression) => expression.holds || isUnknown(shape, expression));

function isUnknown(shape: WellShape | null, expression: Pick<ExpressionSettings, 'secondOperand'>): boolean {
  const wanted = shapeCompared(expression);
  return wanted !== null && shapeAnswer(shape, wanted) === null;
}

/**
 * The first of the tried rules that the shape leaves open before the chosen one, so that the chosen one may not apply;
 * −1: none. A rule that names the shape that the curve has is no “else”: no other shape can hold instead.
 *
 * @param chosen - the index of the first rule that holds; −1: none
 */
export function firstOpen(
  shape: WellShape | null,
  tried: readonly Pick<EvaluatedRule, 'expressions'>[],
  chosen: number,
): number {
  const isNamed = tried[chosen]?.expressions.some(({ operator }) => operator === 'IS') ?? false;
  const isLeft = ({ operator }: ExpressionSettings): boolean => !(isNamed && operator === 'IS');
  return tried.slice(0, Math.max(chosen, 0)).findIndex((rule) => isOpen(shape, rule, isLeft));
}
