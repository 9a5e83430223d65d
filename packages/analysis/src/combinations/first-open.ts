import type { CallExplanation, EvaluatedRule, ExpressionSettings } from '@curvewell/domain';

import { isAmplificationUnknown } from '../amplification/well-amplification.ts';
import { isShapeUnknown, shapeCompared } from '../curve-shape/shape-operand.ts';

type Grounds = Pick<CallExplanation, 'shape' | 'amplification'>;

const isUnknown = ({ shape, amplification }: Grounds, expression: ExpressionSettings): boolean =>
  isShapeUnknown(shape ?? null, expression) || isAmplificationUnknown(amplification, expression);

/** Whether the grounds leave open if a rule holds: each of its conditions holds, or is one whose answer is not known. */
const isOpen = (
  grounds: Grounds,
  { expressions }: Pick<EvaluatedRule, 'expressions'>,
  isLeft: (expression: ExpressionSettings) => boolean,
): boolean =>
  expressions.some((expression) => isUnknown(grounds, expression) && isLeft(expression)) &&
  expressions.every((expression) => expression.holds || isUnknown(grounds, expression));

const namesShape = (expression: ExpressionSettings): boolean =>
  expression.operator === 'IS' && shapeCompared(expression) !== null;

/**
 * The first of the tried rules that shape or amplification leave open before the chosen one, so that the chosen one may
 * not apply; −1: none. A rule that names the shape that the curve has is no “else”: no other shape can hold instead.
 *
 * @param chosen - the index of the first rule that holds; −1: none
 */
export function firstOpen(
  grounds: Grounds,
  tried: readonly Pick<EvaluatedRule, 'expressions'>[],
  chosen: number,
): number {
  const isNamed = tried[chosen]?.expressions.some(namesShape) ?? false;
  const isLeft = (expression: ExpressionSettings): boolean => !(isNamed && namesShape(expression));
  return tried.slice(0, Math.max(chosen, 0)).findIndex((rule) => isOpen(grounds, rule, isLeft));
}
