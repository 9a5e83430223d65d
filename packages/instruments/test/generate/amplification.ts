import type { ChannelName, Position } from '@curvewell/domain';

import type { AmplificationCurve, StatedCq } from '../../src/run-file.ts';
import { seededRandom } from './random.ts';
import type { SyntheticRun } from './synthetic-run.ts';

export interface SyntheticAmplification {
  readonly cycleCount: number;
  /** The cycle of the largest second derivative; null: the well does not amplify. */
  readonly cqOf: (position: Position, channel: ChannelName) => number | null;
  /** What the software states; default: nothing. */
  readonly stated?: (cq: number | null) => StatedCq;
  /** Standard deviation of the fluorescence; default 2. */
  readonly noise?: number;
  readonly seed?: number;
}

const BASE = 400;
const BASE_SLOPE = 0.6;
const PLATEAU = 3000;
/** Cycles from 27 % to 50 % of the plateau: the product doubles in each cycle at the start. */
const RATE = 1 / Math.LN2;
/** From the largest second derivative of a logistic curve to its middle, in units of its rate: ln(2 + √3). */
const TO_MIDDLE = Math.log(2 + Math.sqrt(3));

/** The run with the amplification that precedes its melting curves: a baseline and a logistic rise. */
export function withAmplification(run: SyntheticRun, options: SyntheticAmplification): SyntheticRun {
  const { cycleCount, cqOf, stated = () => null, noise = 2, seed = 1 } = options;
  const random = seededRandom(seed);
  const cycle = Float64Array.from({ length: cycleCount }, (_, index) => index + 1);
  const measured = new Map(run.curves.map((curve) => [`${curve.channel} ${curve.position}`, curve]));
  const amplification = [...measured.values()].map(({ position, channel, dye }): AmplificationCurve => {
    const cq = cqOf(position, channel);
    const value = cycle.map((now) => {
      const rise = cq === null ? 0 : PLATEAU / (1 + Math.exp((cq + TO_MIDDLE * RATE - now) / RATE));
      return BASE + BASE_SLOPE * now + rise + noise * random.normal();
    });
    return { position, channel, dye, cycle, value, cq: stated(cq) };
  });
  return { ...run, amplification };
}
