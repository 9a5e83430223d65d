import type { ExpressionSettings, Operand, Peak } from '@curvewell/domain';

/** A copy of the domain's function: only types are imported from there, to avoid zod. */
function operandZones(operand: Operand): readonly string[] {
  if (typeof operand === 'number') return [];
  if (typeof operand === 'string') return [operand];
  if ('shape' in operand) return [];
  return 'width' in operand ? [operand.width] : operand.ratio;
}

/** The zones in a condition. */
export const expressionZones = ({ firstOperand, secondOperand }: ExpressionSettings): readonly string[] => [
  ...operandZones(firstOperand),
  ...operandZones(secondOperand),
];

/** A zone's highest accepted peak; null: none. */
function highestIn(accepted: readonly Peak[], zone: string): Peak | null {
  let highest: Peak | null = null;
  for (const peak of accepted)
    if (peak.zone === zone && (highest === null || peak.height > highest.height)) highest = peak;
  return highest;
}

/**
 * The value of an operand: the height of a zone's highest accepted peak, RFU/°C, 0 without one; its width,
 * °C; or the ratio of two heights.
 *
 * @returns null for a width or ratio of a missing peak, and for a shape, which is no property of peaks
 */
export function operandValue(accepted: readonly Peak[], operand: Operand): number | null {
  if (typeof operand === 'number') return operand;
  if (typeof operand === 'string') return highestIn(accepted, operand)?.height ?? 0;
  if ('shape' in operand) return null;
  if ('width' in operand) return highestIn(accepted, operand.width)?.width ?? null;
  const [above, below] = operand.ratio.map((zone) => highestIn(accepted, zone));
  return above && below && below.height > 0 ? above.height / below.height : null;
}
