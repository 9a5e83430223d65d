import { AnalysisError } from '../errors.ts';
import { phaseSlope } from '../phase-slope.ts';
import { plateCall } from '../plate-analyse.ts';
import { wellAlone } from '../well-analyse.ts';

/** A released analysis. Its results never change, as the golden files of its version prove. */
export interface Engine {
  readonly wellAlone: typeof wellAlone;
  readonly plateCall: typeof plateCall;
  readonly phaseSlope: typeof phaseSlope;
}

/**
 * Every version that runs were interpreted with, oldest first; the last is current. 1.1.0 differs from 1.0.0
 * in the peaks of skewed plates and in doubts (`peak-policy.ts`), and in the calls made from peaks
 * (`call-policy.ts`). Before peaks change in another way, copy the code that finds them to
 * `versions/<version>/` and list it here beside the new one.
 */
const ENGINES = {
  '1.0.0': { wellAlone, plateCall, phaseSlope },
  '1.1.0': { wellAlone, plateCall, phaseSlope },
} as const satisfies Record<string, Engine>;

/** The version for new interpretations. */
export const ALGORITHM_VERSION: string = '1.1.0';

export const ALGORITHM_VERSIONS: readonly string[] = Object.keys(ENGINES);

/** The analysis of a version. @throws AnalysisError `algorithm-version` for one that was never released */
export function engineOf(version: string): Engine {
  const engine = new Map<string, Engine>(Object.entries(ENGINES)).get(version);
  if (engine === undefined) {
    throw new AnalysisError(
      'algorithm-version',
      `no algorithm ${version}; there are ${ALGORITHM_VERSIONS.join(', ')}`,
    );
  }
  return engine;
}
