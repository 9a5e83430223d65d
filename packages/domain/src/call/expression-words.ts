import { amplificationFigures } from './amplification-words.ts';
import { amplificationIn } from '../settings/amplification.ts';
import {
  amplificationChannel,
  operandZones,
  shapeCompared,
  type ExpressionSettings,
  type Operand,
  type ShapeOperand,
} from '../kit/assay.ts';
import { OPERATOR_WORDS } from './call-words.ts';
import { diagnosticText } from '../diagnostics/diagnostic-color.ts';
import { figureTexts } from '../text/figure-text.ts';
import { isConditionOpen } from './shape-answer.ts';
import { percentText } from './shape-words.ts';
import type { CallExplanation, EvaluatedExpression } from './well-call.ts';

const isWidth = (operand: Operand): boolean => typeof operand === 'object' && 'width' in operand;

/** “like Heterozygous”, “between two references”, “unlike any reference” */
function shapeOperandText(shape: ShapeOperand['shape']): string {
  if (typeof shape === 'object') return `like ${diagnosticText(shape.like)}`;
  return { curve: 'shape', between: 'between two references', 'unlike-any': 'unlike any reference' }[shape];
}

/** “A”, “width of A”, “ratio of A to B”, “shape”, “like Heterozygous”, “FAM”, “amplified”, “2” */
export function operandText(operand: Operand): string {
  if (typeof operand === 'string') return operand;
  if (typeof operand === 'number') return String(operand);
  if ('shape' in operand) return shapeOperandText(operand.shape);
  if ('amplification' in operand) return operand.amplification;
  return 'width' in operand
    ? `width of ${operand.width}`
    : `ratio of ${operand.ratio[0]} to ${operand.ratio[1]}`;
}

/** “A above B”, “width of A above 3.2 °C”, “ratio of A to B at least 2” */
export function expressionText({ firstOperand, operator, secondOperand }: ExpressionSettings): string {
  const unit = isWidth(firstOperand) ? ' °C' : '';
  return `${operandText(firstOperand)} ${OPERATOR_WORDS[operator]} ${operandText(secondOperand)}${unit}`;
}

/** A short, stable key of an operand: “A”, “width(A)”, “ratio(A,B)”, “shape(like HETEROZYGOUS)”, “2”. */
export function operandKey(operand: Operand): string {
  if (typeof operand !== 'object') return String(operand);
  if ('shape' in operand)
    return `shape(${typeof operand.shape === 'object' ? `like ${operand.shape.like}` : operand.shape})`;
  if ('amplification' in operand) return `amplification(${operand.amplification})`;
  return 'width' in operand ? `width(${operand.width})` : `ratio(${operand.ratio.join(',')})`;
}

/** The key of a condition: “A GT B”, “width(A) GT 3.2”. */
export const expressionKey = ({ firstOperand, operator, secondOperand }: ExpressionSettings): string =>
  `${operandKey(firstOperand)} ${operator} ${operandKey(secondOperand)}`;

/** “no peak in zone B”, “the shape is not known”; null: no required value is missing. */
export function missingText(expression: EvaluatedExpression, zonesHit: readonly string[]): string | null {
  const { firstOperand, secondOperand, firstValue, secondValue } = expression;
  if (firstValue !== null && secondValue !== null) return null;
  if (amplificationChannel(expression) !== null) return null;
  if (shapeCompared(expression) !== null) return 'the shape is not known';
  const missing = [firstOperand, secondOperand]
    .flatMap(operandZones)
    .filter((zone) => !zonesHit.includes(zone));
  return `no peak in zone ${missing.join(', ')}`;
}

/** The values of a condition: “600 against 700”, “3.45 °C against 3.2 °C”, “no peak in zone B”. */
function comparedFigures(
  expression: EvaluatedExpression,
  { zonesHit, amplification }: Pick<CallExplanation, 'zonesHit' | 'amplification'>,
): string {
  const channel = amplificationChannel(expression);
  if (channel !== null) {
    const answer = amplificationIn(amplification, channel);
    return answer === undefined ? 'not evaluated' : amplificationFigures(answer);
  }
  const missing = missingText(expression, zonesHit);
  if (missing !== null) return missing;
  const { firstOperand, firstValue, secondValue } = expression;
  const shape = shapeCompared(expression);
  if (shape !== null)
    return `${percentText(firstValue ?? 0)} from ${typeof shape === 'object' ? 'it' : 'the nearest'}, border ${percentText(secondValue ?? 0)}`;
  const unit = isWidth(firstOperand) ? ' °C' : '';
  const [first, second] = figureTexts(firstValue ?? 0, secondValue ?? 0);
  return `${first}${unit} against ${second}${unit}`;
}

/** “A at least B (600 against 700: no)”; “not known” while the shape, or amplification, leaves the answer open. */
export function evaluatedText(
  expression: EvaluatedExpression,
  explanation: Pick<CallExplanation, 'zonesHit' | 'shape' | 'amplification'>,
): string {
  const answer = expression.holds ? 'yes' : isConditionOpen(expression, explanation) ? 'not known' : 'no';
  const figures = comparedFigures(expression, explanation);
  return `${expressionText(expression)} (${figures}: ${answer})`;
}
