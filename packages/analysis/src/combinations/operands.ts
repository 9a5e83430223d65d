import type { ExpressionSettings, Operand, Peak } from '@curvewell/domain';

/** Spelt as in the domain, from which only types are imported: zod stays outside. */
function operandZones(operand: Operand): readonly string[] {
  if (typeof operand === 'number') return [];
  if (typeof operand === 'string') return [operand];
  return 'width' in operand ? [operand.width] : operand.ratio;
}

/** The zones that a condition looks at. */
export const expressionZones = ({ firstOperand, secondOperand }: ExpressionSettings): readonly string[] => [
  ...operandZones(firstOperand),
  ...operandZones(secondOperand),
];

/** A zone's highest accepted peak; null: the zone is not hit. */
function highestIn(accepted: readonly Peak[], zone: string): Peak | null {
  let highest: Peak | null = null;
  for (const peak of accepted)
    if (peak.zone === zone && (highest === null || peak.height > highest.height)) highest = peak;
  return highest;
}

/**
 * What an operand stands for: the height of a zone's highest accepted peak, RFU/°C, and 0 for a zone that is not hit; its
 * width, °C; the ratio of two heights; or a number.
 *
 * @returns null for a width or ratio of a peak that is missing
 */
export function operandValue(accepted: readonly Peak[], operand: Operand): number | null {
  if (typeof operand === 'number') return operand;
  if (typeof operand === 'string') return highestIn(accepted, operand)?.height ?? 0;
  if ('width' in operand) return highestIn(accepted, operand.width)?.width ?? null;
  const [above, below] = operand.ratio.map((zone) => highestIn(accepted, zone));
  return above && below && below.height > 0 ? above.height / below.height : null;
}
