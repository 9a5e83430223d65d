import { operatorSchema } from '@curvewell/domain';

import { AppError } from '../../../errors.ts';
import { expressionView } from './combinations.ts';

/**
 * The conditions that compare zones: every pair within a phase, because heights of different phases have
 * different scales.
 *
 * @param operandsByPhase - `MELT:A,B`
 * @throws AppError `invalid-request` when a phase is named twice
 */
export function expressionsBetween(operandsByPhase: readonly string[]) {
  const phases = operandsByPhase.map((text) => text.split(':')[0]);
  if (new Set(phases).size < phases.length) {
    throw new AppError('invalid-request', 'Each phase may occur only once.', {
      issues: [{ path: ['query', 'operandsByPhase'], message: 'duplicate phase' }],
    });
  }
  return operandsByPhase.flatMap((text) => {
    const zones = [...new Set(text.split(':')[1]?.split(',') ?? [])].sort();
    return zones.flatMap((firstOperand) =>
      zones
        .filter((zone) => zone !== firstOperand)
        .flatMap((secondOperand) =>
          operatorSchema.options.map((operator) => expressionView({ firstOperand, operator, secondOperand })),
        ),
    );
  });
}
