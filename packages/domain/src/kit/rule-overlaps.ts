import type { ExpressionSettings, Operand, Operator } from './assay.ts';

interface Ruled {
  /** The zones, `A + B`. */
  readonly label: string;
  readonly expressions: readonly ExpressionSettings[];
  /** Null: no diagnostic yet. */
  readonly diagnostic: string | null;
}

/** Two rules of the same zones that one well can match, from 1 within these zones. The first gives its diagnostic. */
export interface RuleOverlap {
  readonly label: string;
  readonly rules: readonly [first: number, second: number];
  readonly diagnostics: readonly [first: string, second: string];
}

/**
 * Rules with conditions and different diagnostics that do not exclude each other. A rule without conditions is the
 * “else” of those before it. Conditions on different things never exclude each other.
 */
export function ruleOverlaps(rules: readonly Ruled[]): RuleOverlap[] {
  return [...Map.groupBy(rules, ({ label }) => label)].flatMap(([label, of]) =>
    of.flatMap((second, index) =>
      of.slice(0, index).flatMap((first, before): RuleOverlap[] => {
        const { diagnostic: one, expressions } = first;
        const { diagnostic: other } = second;
        if (one === null || other === null || one === other) return [];
        if (expressions.length === 0 || second.expressions.length === 0) return [];
        const areApart = expressions.some((a) => second.expressions.some((b) => isExcluded(a, b)));
        return areApart ? [] : [{ label, rules: [before + 1, index + 1], diagnostics: [one, other] }];
      }),
    ),
  );
}

const MIRRORED: Readonly<Record<Operator, Operator>> = { LT: 'GT', LTE: 'GTE', GT: 'LT', GTE: 'LTE' };
const isSame = (a: Operand, b: Operand): boolean => JSON.stringify(a) === JSON.stringify(b);
const isUpper = (operator: Operator): boolean => operator === 'LT' || operator === 'LTE';

/** Whether two conditions cannot both hold, but for equal values. */
function isExcluded(a: ExpressionSettings, b: ExpressionSettings): boolean {
  const { operator } = a;
  if (operator === 'IS' || operator === 'IS_NOT') {
    if (!isSame(a.firstOperand, b.firstOperand)) return false;
    const isSameValue = isSame(a.secondOperand, b.secondOperand);
    return operator === 'IS' && b.operator === 'IS' ? !isSameValue : isSameValue && operator !== b.operator;
  }
  const turned = [b, mirrored(b)].find((one) => isSame(a.firstOperand, one.firstOperand));
  if (turned === undefined || turned.operator === 'IS' || turned.operator === 'IS_NOT') return false;
  if (isUpper(operator) === isUpper(turned.operator)) return false;
  const [upper, lower] = isUpper(operator) ? [a, turned] : [turned, a];
  if (typeof upper.secondOperand === 'number' && typeof lower.secondOperand === 'number')
    return upper.secondOperand <= lower.secondOperand;
  return isSame(upper.secondOperand, lower.secondOperand);
}

function mirrored(expression: ExpressionSettings): ExpressionSettings {
  const { firstOperand, operator, secondOperand } = expression;
  if (operator === 'IS' || operator === 'IS_NOT') return expression;
  return { firstOperand: secondOperand, operator: MIRRORED[operator], secondOperand: firstOperand };
}
