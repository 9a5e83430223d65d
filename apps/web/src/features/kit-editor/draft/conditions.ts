import {
  type ChannelName,
  expressionKey,
  expressionText,
  expressionZones,
  operandKey,
  operandKind,
  type OperandKind,
  renameReferences,
  OPERATOR_WORDS,
  operandText,
  operatorSchema,
  type ExpressionSettings,
  type ExpressionOperator,
  type Operand,
  type ShapeOperand,
  shapeOperatorSchema,
} from '@curvewell/domain';

import { catalogueWords, type DiagnosticWords } from './diagnostic-words.ts';

type Operators = Readonly<Record<ExpressionOperator, ExpressionOperator>>;
const MIRRORED: Operators = { LT: 'GT', LTE: 'GTE', GT: 'LT', GTE: 'LTE', IS: 'IS', IS_NOT: 'IS_NOT' };
const NEGATED: Operators = { LT: 'GTE', LTE: 'GT', GT: 'LTE', GTE: 'LT', IS: 'IS_NOT', IS_NOT: 'IS' };

/** The conditions on the shape of the curve beside some references, for every combination. */
export const shapeConditions = (references: readonly string[]): ExpressionSettings[] => {
  const compared: ShapeOperand['shape'][] = [
    ...references.map((like) => ({ like })),
    ...(references.length > 1 ? (['between'] as const) : []),
    ...(references.length > 0 ? (['unlike-any'] as const) : []),
  ];
  return compared.flatMap((shape) =>
    shapeOperatorSchema.options.map((operator): ExpressionSettings => ({
      firstOperand: { shape: 'curve' },
      operator,
      secondOperand: { shape },
    })),
  );
};

/** The conditions on the amplification of some channels, for every combination. */
export const amplificationConditions = (channels: readonly ChannelName[]): ExpressionSettings[] =>
  channels.flatMap((channel) =>
    shapeOperatorSchema.options.map((operator): ExpressionSettings => ({
      firstOperand: { amplification: channel },
      operator,
      secondOperand: { amplification: 'amplified' },
    })),
  );

/** A key that is equal for equivalent conditions: `B below A` is `A above B`. */
function meaning(expression: ExpressionSettings): string {
  const { firstOperand: first, operator, secondOperand: second } = expression;
  return typeof first === 'string' && typeof second === 'string' && first > second
    ? expressionKey({ firstOperand: second, operator: MIRRORED[operator], secondOperand: first })
    : expressionKey(expression);
}

const opposite = (expression: ExpressionSettings): ExpressionSettings => ({
  ...expression,
  operator: NEGATED[expression.operator],
});

interface Offer {
  readonly zones: readonly string[];
  readonly taken: readonly ExpressionSettings[];
}

/**
 * The conditions that a case can still take. They compare two zones of its combination, and neither repeat
 * nor contradict its other conditions. Equivalent ones are offered once.
 *
 * @param expressions - all comparisons of the channel's zones
 */
export const offeredConditions = (
  expressions: readonly ExpressionSettings[],
  { zones, taken }: Offer,
): ExpressionSettings[] => withoutRepeats(comparedIn(expressions, zones), taken);

/** The conditions with a number that the case can still take: height ratios, and widths of peaks. */
export const offeredFigures = (
  expressions: readonly ExpressionSettings[],
  { zones, taken }: Offer,
): ExpressionSettings[] =>
  withoutRepeats([...ratiosOf(comparedIn(expressions, zones)), ...widthsOf(zones)], taken);

const comparedIn = (expressions: readonly ExpressionSettings[], zones: readonly string[]) =>
  expressions.filter((one) => expressionZones(one).every((zone) => zones.includes(zone)));

function withoutRepeats(
  expressions: readonly ExpressionSettings[],
  taken: readonly ExpressionSettings[],
): ExpressionSettings[] {
  const known = new Set(taken.flatMap((one) => [meaning(one), meaning(opposite(one))]));
  return expressions.filter((expression) => {
    const key = meaning(expression);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** Default of a new ratio, and of a new width (°C, wider than most products). */
const FIRST_RATIO = 2;
const FIRST_WIDTH = 3;

const byOperator = (firstOperand: Operand, secondOperand: number): ExpressionSettings[] =>
  operatorSchema.options.map((operator) => ({ firstOperand, operator, secondOperand }));

/** Height ratios in both directions, for the zones whose heights can be compared. */
function ratiosOf(compared: readonly ExpressionSettings[]): ExpressionSettings[] {
  const pairs = compared.flatMap(({ firstOperand: first, secondOperand: second }) =>
    typeof first === 'string' && typeof second === 'string' ? [`${first} ${second}`] : [],
  );
  return [...new Set(pairs)].flatMap((pair) => {
    const [first = '', second = ''] = pair.split(' ');
    return byOperator({ ratio: [first, second] }, FIRST_RATIO);
  });
}

const widthsOf = (zones: readonly string[]): ExpressionSettings[] =>
  zones.flatMap((zone) => byOperator({ width: zone }, FIRST_WIDTH));

type ConditionKind = Exclude<OperandKind, 'height' | 'number'> | 'heights';

export function conditionKind({ firstOperand }: ExpressionSettings): ConditionKind {
  const kind = operandKind(firstOperand);
  return kind === 'height' || kind === 'number' ? 'heights' : kind;
}

/** Identifies a condition independently of its number. */
export const conditionKey = (expression: ExpressionSettings): string =>
  typeof expression.secondOperand === 'number'
    ? `${operandKey(expression.firstOperand)} ${expression.operator}`
    : expressionKey(expression);

/** “A above B”, “width of A above” */
export const conditionWords = (
  expression: ExpressionSettings,
  { ofName }: Pick<DiagnosticWords, 'ofName'> = catalogueWords,
): string =>
  typeof expression.secondOperand === 'number'
    ? `${operandText(expression.firstOperand)} ${OPERATOR_WORDS[expression.operator]}`
    : expressionText({ ...expression, ...renameReferences(expression, ofName) });

export function renameCondition(
  { firstOperand, operator, secondOperand }: ExpressionSettings,
  letter: (zone: string) => string,
): ExpressionSettings {
  const renamed = (operand: Operand): Operand => {
    if (typeof operand === 'number') return operand;
    if (typeof operand === 'string') return letter(operand);
    if ('shape' in operand || 'amplification' in operand) return operand;
    if ('width' in operand) return { width: letter(operand.width) };
    const [first, second] = operand.ratio;
    return { ratio: [letter(first), letter(second)] };
  };
  return { firstOperand: renamed(firstOperand), operator, secondOperand: renamed(secondOperand) };
}

/** The query for the server: `MELT:A,B`. Phases with a single zone have nothing to compare. */
export function operandsByPhase(
  phases: readonly { readonly phaseType: string; readonly zones: readonly { readonly name: string }[] }[],
): string[] {
  return phases.flatMap(({ phaseType, zones }) => {
    const letters = [...new Set(zones.map(({ name }) => name).filter((name) => name !== ''))].sort();
    return letters.length < 2 ? [] : [`${phaseType}:${letters.join(',')}`];
  });
}
