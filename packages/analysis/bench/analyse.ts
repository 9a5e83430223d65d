import type { PhaseConfiguration } from '../src/configuration.ts';
import type { MeltCurve } from '../src/curve/melt-curve.ts';
import { peaksAccepted } from '../src/peaks/peaks-find.ts';
import type { LearntShape } from '../src/peaks/shape.ts';
import { phaseDetect, phasePeaks } from '../src/phase-analyse.ts';
import { phaseLearn } from '../src/plate-analyse.ts';
import type { BenchmarkCurve } from './mcb1.ts';
import type { ReportedPeak } from './score.ts';

/** The product's defaults for an amplitude of 1000 RFU: one configuration for every set. */
export const DEFAULT_PHASE: PhaseConfiguration = {
  phaseType: 'MELT',
  minThreshold: 30,
  slopeThreshold: 4.72,
  minQuality: 0.4,
  inversed: false,
  zones: [],
};

export const meltCurve = ({ temperature, fluorescence }: BenchmarkCurve): MeltCurve => ({
  temperature,
  fluorescence,
  quantity: 'fluorescence',
});

function curvePeaks(curve: BenchmarkCurve, shape: LearntShape | null): ReportedPeak[] {
  const phase = phaseDetect(meltCurve(curve), DEFAULT_PHASE);
  const peaks = phasePeaks(phase, DEFAULT_PHASE, { shape, purpose: 'call' });
  return peaksAccepted(peaks, DEFAULT_PHASE).map(({ tm, tmError }) => ({ tm, tmError }));
}

/** Each curve on its own. */
export const peaksAlone = (curves: readonly BenchmarkCurve[]): ReportedPeak[][] =>
  curves.map((curve) => curvePeaks(curve, null));

/** What a laboratory would have on one plate: curves of one set, step, signal-to-noise ratio and width. */
const plateKey = ({ condition: { set, step, snr, width, enthalpy, kind } }: BenchmarkCurve): string =>
  [set, step, snr, width, enthalpy, kind].join();

/** The curves that share a plate analysed together, in the order given. */
export function peaksByPlate(curves: readonly BenchmarkCurve[]): ReportedPeak[][] {
  const shapes = new Map(
    [...Map.groupBy(curves, plateKey)].map(([key, plate]) => [
      key,
      phaseLearn(
        plate.map((curve) => [phaseDetect(meltCurve(curve), DEFAULT_PHASE)]),
        DEFAULT_PHASE,
      ),
    ]),
  );
  return curves.map((curve) => curvePeaks(curve, shapes.get(plateKey(curve)) ?? null));
}
