import { platePositions } from '@curvewell/domain';

import type { ChannelConfiguration, PhaseCurve, PlateAssay } from '../src/index.ts';
import { DEFAULT_PHASE, meltCurve } from './analyse.ts';
import { type BenchmarkCurve, background, logistic, WIDTH_IN_W } from './mcb1.ts';
import { normal, uniform } from './random.ts';

const READINGS = 300;
const WELLS = 384;
const CURVES_PER_WELL = 4;

/**
 * A full plate of one run: 384 wells in two channels and two phases, 300 readings from 40 to 95 °C. Half of
 * the curves have one transition 3 °C wide, a quarter two of them 4 °C apart with areas 1 : 0.5, a quarter
 * none.
 */
export function throughputPlate(): BenchmarkCurve[] {
  const grid = Float64Array.from(
    { length: READINGS },
    (_, i) => Math.round((40 + (55 * i) / (READINGS - 1)) * 1e4) / 1e4,
  );
  const w = 3 / WIDTH_IN_W;
  return Array.from({ length: WELLS * CURVES_PER_WELL }, (_, curve) => {
    const random = uniform(100000 + curve);
    const tm = 52 + 30 * random();
    const kind = curve % 4;
    const [first, second] = kind < 2 ? [1000, 0] : kind === 2 ? [1000, 500] : [0, 0];
    const fluorescence = grid.map(
      (t) =>
        background(t) +
        first * logistic(t, tm, w) +
        second * logistic(t, tm + 4, w) +
        (1000 / 300) * normal(random),
    );
    const truth = [
      { tm, area: first },
      { tm: tm + 4, area: second },
    ].filter(({ area }) => area > 0);
    return {
      condition: { set: 'S', step: 55 / (READINGS - 1), snr: 300 },
      temperature: grid,
      fluorescence,
      truth,
    };
  });
}

const configuration = (channel: ChannelConfiguration['channel']): ChannelConfiguration => ({
  channel,
  phases: [DEFAULT_PHASE, { ...DEFAULT_PHASE, phaseType: 'ANNEAL' }],
  rules: [],
});

/** The plate as two channels, each with both phases of 384 wells. */
export function plateAssays(curves: readonly BenchmarkCurve[]): PlateAssay[] {
  const positions = platePositions('RECTANGULAR_384');
  const phase = (type: PhaseCurve['type'], index: number): PhaseCurve[] => {
    const curve = curves[index];
    return curve === undefined ? [] : [{ type, curve: meltCurve(curve) }];
  };
  return (['FAM', 'TEXAS_RED'] as const).map((channel, c) => ({
    configuration: configuration(channel),
    wells: positions.map((position, well) => ({
      position,
      sampleType: 'BLOOD',
      expectedDiagnostic: null,
      controlGroup: 'one kit and lot',
      phases: [...phase('MELT', 4 * well + 2 * c), ...phase('ANNEAL', 4 * well + 2 * c + 1)],
    })),
  }));
}
