import type { ExpressionSettings, Operator } from '@curvewell/contracts';

const MIRRORED: Readonly<Record<Operator, Operator>> = { LT: 'GT', LTE: 'GTE', GT: 'LT', GTE: 'LTE' };
const NEGATED: Readonly<Record<Operator, Operator>> = { LT: 'GTE', LTE: 'GT', GT: 'LTE', GTE: 'LT' };

/** The same whichever zone is named first: `B below A` is `A above B`. */
function meaning({ firstOperand, operator, secondOperand }: ExpressionSettings): string {
  return firstOperand < secondOperand
    ? `${firstOperand} ${operator} ${secondOperand}`
    : `${secondOperand} ${MIRRORED[operator]} ${firstOperand}`;
}

const opposite = (expression: ExpressionSettings): ExpressionSettings => ({
  ...expression,
  operator: NEGATED[expression.operator],
});

/** Names a condition as the server does. */
export const expressionKey = ({ firstOperand, operator, secondOperand }: ExpressionSettings): string =>
  `${firstOperand} ${operator} ${secondOperand}`;

/**
 * The conditions that a combination's case can still take: they compare two of its zones, say nothing that the
 * case says already, and are not the opposite of it. Of two that mean the same one is offered.
 *
 * @param expressions - all that the zones of the channel can be compared by
 */
export function offeredConditions(
  expressions: readonly ExpressionSettings[],
  { zones, taken }: { readonly zones: readonly string[]; readonly taken: readonly ExpressionSettings[] },
): ExpressionSettings[] {
  const known = new Set(taken.flatMap((one) => [meaning(one), meaning(opposite(one))]));
  return expressions.filter((expression) => {
    const { firstOperand, secondOperand } = expression;
    if (!zones.includes(firstOperand) || !zones.includes(secondOperand)) return false;
    const said = meaning(expression);
    if (known.has(said)) return false;
    known.add(said);
    return true;
  });
}

/** What the server is asked for: `MELT:A,B`. A phase with one zone has nothing to compare. */
export function operandsByPhase(
  phases: readonly { readonly phaseType: string; readonly zones: readonly { readonly name: string }[] }[],
): string[] {
  return phases.flatMap(({ phaseType, zones }) => {
    const letters = [...new Set(zones.map(({ name }) => name).filter((name) => name !== ''))].sort();
    return letters.length < 2 ? [] : [`${phaseType}:${letters.join(',')}`];
  });
}
