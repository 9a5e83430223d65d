import type { ExpressionSettings, Operand } from './assay.ts';

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

const isSame = (a: Operand, b: Operand): boolean => JSON.stringify(a) === JSON.stringify(b);
const isUpper = ({ operator }: ExpressionSettings): boolean => operator === 'LT' || operator === 'LTE';

/** Whether two conditions cannot both hold, but for equal values. */
function isExcluded(a: ExpressionSettings, b: ExpressionSettings): boolean {
  if (a.operator === 'IS' || a.operator === 'IS_NOT') {
    if (!isSame(a.firstOperand, b.firstOperand)) return false;
    const isSameValue = isSame(a.secondOperand, b.secondOperand);
    return a.operator === 'IS' && b.operator === 'IS'
      ? !isSameValue
      : isSameValue && a.operator !== b.operator;
  }
  // `B > A` is `A < B`.
  const isTurned = !isSame(a.firstOperand, b.firstOperand);
  if (isTurned && !isSame(a.firstOperand, b.secondOperand)) return false;
  if (isUpper(a) === (isUpper(b) !== isTurned)) return false;
  const other = isTurned ? b.firstOperand : b.secondOperand;
  const [upper, lower] = isUpper(a) ? [a.secondOperand, other] : [other, a.secondOperand];
  return typeof upper === 'number' && typeof lower === 'number' ? upper <= lower : isSame(upper, lower);
}
