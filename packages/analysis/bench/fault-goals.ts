import { platePositions } from '@curvewell/domain';

import { plateAnalyse } from '../src/index.ts';
import { DEFAULT_PHASE } from './analyse.ts';
import { type FaultCurve, type FaultSet } from './fault-sets.ts';
import { peerTm } from './peers.ts';

/** The report for a curve. */
interface Reported {
  readonly peaks: readonly { readonly tm: number; readonly tmError: number | null }[];
  readonly isFlagged: boolean;
}

export interface FaultScore {
  readonly curves: number;
  /** Fraction of the products found within 1 °C. */
  readonly recall: number;
  /** Fraction of the curves with exactly the product reported. */
  readonly exact: number;
  /** Of the found products, °C. */
  readonly rmse: number;
  /** Fraction of the errors within 1.96 reported standard errors. */
  readonly covered: number;
  /** Fraction of the curves whose product is neither reported nor flagged. */
  readonly silent: number;
}

/** °C. */
const TOLERANCE = 1;
/** °C. A melt of irregular shape has no single Tm, so a peak anywhere in it is accepted. */
const ODD_TOLERANCE = 6;
const POSITIONS = platePositions('RECTANGULAR_384');

const curveOf = ({ temperature, fluorescence }: FaultCurve) => ({
  temperature,
  fluorescence,
  quantity: 'fluorescence' as const,
});

function analysed(curves: readonly FaultCurve[]): Reported[] {
  const [calls = []] = plateAnalyse({
    assays: [
      {
        configuration: { channel: 'FAM', phases: [DEFAULT_PHASE], rules: [] },
        wells: curves.map((curve, well) => ({
          position: POSITIONS[well] ?? '',
          sampleType: 'DNA',
          expectedDiagnostic: null,
          controlGroup: '',
          phases: [{ type: 'MELT', curve: curveOf(curve) }],
        })),
      },
    ],
  });
  return calls.map(({ explanation: { phases, flags } }) => ({
    peaks: phases.flatMap(({ peaks }) => peaks.filter(({ accepted }) => accepted)),
    isFlagged: flags.length > 0,
  }));
}

/** Analyses each curve alone. */
export const reportedAlone = (curves: readonly FaultCurve[]): Reported[] =>
  curves.flatMap((curve) => analysed([curve]));

/** Analyses plates of curves with the same set, step and noise. */
export function reportedOnPlates(curves: readonly FaultCurve[]): Reported[] {
  const reported: Reported[] = [];
  const alike = Map.groupBy(curves.keys(), (i) => {
    const curve = curves[i];
    return [curve?.set, curve?.step, curve?.snr].join();
  });
  for (const numbers of alike.values()) {
    const plate = numbers.flatMap((i) => curves[i] ?? []);
    analysed(plate).forEach((one, well) => (reported[numbers[well] ?? 0] = one));
  }
  return reported;
}

/** Minus the least-squares slope of the readings within 1 °C of a temperature, RFU/°C. */
function neutralSlope({ temperature, fluorescence }: FaultCurve, at: number): number {
  let [count, t, f, tt, tf] = [0, 0, 0, 0, 0];
  temperature.forEach((here, i) => {
    if (Math.abs(here - at) > TOLERANCE + 1e-6) return;
    const reading = fluorescence[i] ?? 0;
    count++;
    t += here - at;
    f += reading;
    tt += (here - at) ** 2;
    tf += (here - at) * reading;
  });
  return count < 2 ? 0 : (t * f - count * tf) / (count * tt - t * t);
}

/** By ml-gsd, with its peaks filtered by their height above the curve's median slope. */
export const reportedByPeer = (curves: readonly FaultCurve[]): Reported[] =>
  curves.map((curve) => {
    const slopes = [...curve.temperature].map((t) => neutralSlope(curve, t)).sort((a, b) => a - b);
    const ground = slopes[slopes.length >> 1] ?? 0;
    const peaks = peerTm(curveOf(curve))
      .filter((tm) => neutralSlope(curve, tm) - ground >= DEFAULT_PHASE.minThreshold)
      .map((tm) => ({ tm, tmError: null }));
    return { peaks, isFlagged: false };
  });

const part = (count: number, of: number): number => (of === 0 ? Number.NaN : count / of);

/** Scores the reports for a set of curves. */
export function faultScore(
  curves: readonly FaultCurve[],
  reported: readonly Reported[],
  set: FaultSet,
): FaultScore {
  const errors: number[] = [];
  const count = { curves: 0, products: 0, exact: 0, covered: 0, silent: 0 };
  curves.forEach(({ set: own, tm }, i) => {
    const { peaks, isFlagged } = reported[i] ?? { peaks: [], isFlagged: false };
    if (own !== set) return;
    count.curves++;
    if (tm === null) {
      if (peaks.length === 0) count.exact++;
      return;
    }
    count.products++;
    const distances = peaks.map((peak) => ({ error: peak.tm - tm, tmError: peak.tmError ?? 0 }));
    const nearest = distances.reduce(
      (best, one) => (Math.abs(one.error) < Math.abs(best.error) ? one : best),
      {
        error: Infinity,
        tmError: 0,
      },
    );
    if (Math.abs(nearest.error) > (set === 'X6' ? ODD_TOLERANCE : TOLERANCE)) {
      if (!isFlagged) count.silent++;
      return;
    }
    errors.push(nearest.error);
    if (peaks.length === 1) count.exact++;
    if (Math.abs(nearest.error) <= 1.96 * nearest.tmError) count.covered++;
  });
  return {
    curves: count.curves,
    recall: part(errors.length, count.products),
    exact: part(count.exact, count.curves),
    rmse: Math.sqrt(
      part(
        errors.reduce((sum, error) => sum + error * error, 0),
        errors.length,
      ),
    ),
    covered: part(count.covered, errors.length),
    silent: count.silent,
  };
}
