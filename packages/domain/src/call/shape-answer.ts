import { isAmplificationOpen, type WellAmplification } from '../settings/amplification.ts';
import { type ExpressionSettings, shapeCompared } from '../kit/assay.ts';
import type { WellShape } from '../settings/curve-shapes.ts';
import type { EvaluatedRule } from './well-call.ts';

type Compared = Pick<WellShape, 'outcome' | 'references' | 'ratio'>;

/**
 * Whether the shape of a curve leaves open if a condition holds. Its answer is not “no” then, although no rule may rely
 * on it. The same as in `curve-shape/shape-operand.ts` of the analysis, which takes only types from here.
 *
 * @param shape - undefined: not compared
 */
export function isShapeOpen(
  expression: Pick<ExpressionSettings, 'secondOperand'>,
  shape: Compared | undefined,
): boolean {
  const wanted = shapeCompared(expression);
  if (wanted === null) return false;
  if (shape === undefined || shape.outcome === 'not-known') return true;
  const { outcome, references, ratio } = shape;
  if (outcome === 'between') return wanted !== 'between';
  if (typeof wanted !== 'object') return false;
  const [nearest] = references;
  const named = references.find(({ name }) => name === wanted.like);
  if (nearest === undefined || named === undefined) return true;
  if (named === nearest) return false;
  return named.distance <= named.border || named.distance < ratio * nearest.distance;
}

/** What conditions besides those on peaks are about. */
export interface OpenGrounds {
  readonly shape?: Compared | undefined;
  readonly amplification?: readonly WellAmplification[] | undefined;
}

/** Whether the shape of a curve, or amplification, leaves open if a condition holds. */
export const isConditionOpen = (
  expression: Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'>,
  { shape, amplification }: OpenGrounds,
): boolean => isShapeOpen(expression, shape) || isAmplificationOpen(expression, amplification);

/** Whether one of these leaves open if a rule holds that was tried: it is then neither met nor “not met”. */
export const isRuleOpen = (
  { expressions, holds }: Pick<EvaluatedRule, 'expressions' | 'holds'>,
  grounds: OpenGrounds,
): boolean =>
  !holds && expressions.every((expression) => expression.holds || isConditionOpen(expression, grounds));
