import type { PhaseType } from '@curvewell/domain';

import type { PhaseConfiguration } from './configuration.ts';
import { curvePrepare } from './curve/curve-prepare.ts';
import { curveDetect } from './curve/curve-slope.ts';
import type { MeltCurve } from './curve/melt-curve.ts';
import type { DetectedPhase } from './phase-analyse.ts';

/** The slope of a phase for drawing: −dF/dT over temperature, as many values as readings. */
export interface PhaseSlope {
  readonly type: PhaseType;
  readonly temperature: Float64Array;
  readonly slope: Float64Array;
}

/** What is drawn of a detected phase. */
export const detectedSlope = (
  type: PhaseType,
  { clean, detected }: Pick<DetectedPhase, 'clean' | 'detected'>,
): PhaseSlope => ({
  type,
  temperature: clean.temperature,
  slope: detected?.slope ?? new Float64Array(clean.temperature.length),
});

/** What of its settings a slope depends on. */
export type SlopeSettings = Pick<PhaseConfiguration, 'phaseType' | 'minThreshold' | 'inversed'>;

/** The same of a curve, to the bit, without a search for peaks. @throws AnalysisError `length-mismatch` */
export function phaseSlope(
  curve: MeltCurve,
  { phaseType, minThreshold, inversed }: SlopeSettings,
): PhaseSlope {
  const prepared = curvePrepare(curve, inversed);
  return detectedSlope(phaseType, { clean: prepared.clean, detected: curveDetect(prepared, minThreshold) });
}
