import { peaksAlone, peaksByPlate } from './analyse.ts';
import { type BenchmarkCurve, type BenchmarkSet, type Condition, mcb1 } from './mcb1.ts';
import { curveScore, type ReportedPeak, type Score, type ScoredCurve, scoreOf } from './score.ts';
import type { ThinningScore } from './thinning.ts';
import type { Throughput } from './throughput.ts';

/** One figure beside what it must be. */
export interface Goal {
  readonly name: string;
  /** By plates; null where a plate is no part of it. */
  readonly measured: number;
  /** Each curve alone. */
  readonly alone: number | null;
  readonly must: number | null;
  readonly stretch: number | null;
  /** Of the best peer, where one has been measured. */
  readonly peer: number | null;
  readonly better: 'less' | 'more';
}

/** Goals and peers: docs/analysis.md. */
interface Wanted {
  readonly name: string;
  readonly figure: 'recall' | 'falsePerCurve' | 'rmse' | 'exact' | 'covered';
  readonly of: (condition: Condition) => boolean;
  readonly must: number | null;
  readonly stretch: number | null;
  readonly peer: number | null;
}

const set = (name: BenchmarkSet) => (condition: Condition) => condition.set === name;
const singleAt = (snr: number) => (condition: Condition) => condition.set === 'S' && condition.snr === snr;
const pairAt = (separation: number) => (condition: Condition) =>
  condition.set === 'D' && condition.separation === separation;

const WANTED: readonly Wanted[] = [
  { name: 'S recall', figure: 'recall', of: set('S'), must: 1, stretch: 1, peer: 1 },
  { name: 'S false per curve', figure: 'falsePerCurve', of: set('S'), must: 0, stretch: 0, peer: 0.005 },
  { name: 'S Tm RMSE', figure: 'rmse', of: set('S'), must: 0.056, stretch: 0.048, peer: 0.0715 },
  {
    name: 'S Tm RMSE, SNR 1000',
    figure: 'rmse',
    of: singleAt(1000),
    must: 0.0065,
    stretch: 0.004,
    peer: 0.0041,
  },
  {
    name: 'S Tm RMSE, SNR 300',
    figure: 'rmse',
    of: singleAt(300),
    must: 0.021,
    stretch: 0.015,
    peer: 0.0179,
  },
  {
    name: 'S Tm RMSE, SNR 100',
    figure: 'rmse',
    of: singleAt(100),
    must: 0.052,
    stretch: 0.045,
    peer: 0.0597,
  },
  { name: 'S Tm RMSE, SNR 30', figure: 'rmse', of: singleAt(30), must: 0.097, stretch: 0.085, peer: 0.1193 },
  { name: 'V Tm RMSE', figure: 'rmse', of: set('V'), must: 0.093, stretch: 0.06, peer: 0.133 },
  { name: 'A Tm RMSE', figure: 'rmse', of: set('A'), must: 0.035, stretch: 0.025, peer: 0.051 },
  { name: 'J Tm RMSE', figure: 'rmse', of: set('J'), must: 0.027, stretch: 0.022, peer: 0.027 },
  { name: 'S exact', figure: 'exact', of: set('S'), must: 1, stretch: 1, peer: 1 },
  { name: 'V exact', figure: 'exact', of: set('V'), must: 1, stretch: 1, peer: 1 },
  { name: 'A exact', figure: 'exact', of: set('A'), must: 0.97, stretch: 1, peer: 1 },
  { name: 'N false per curve', figure: 'falsePerCurve', of: set('N'), must: 0.002, stretch: 0, peer: 0.029 },
  { name: 'D exact', figure: 'exact', of: set('D'), must: 0.67, stretch: 0.8, peer: 0.582 },
  { name: 'D exact, 3 °C', figure: 'exact', of: pairAt(3), must: 0.79, stretch: 0.92, peer: 0.771 },
  { name: 'D exact, 4 °C', figure: 'exact', of: pairAt(4), must: 0.985, stretch: 1, peer: 0.899 },
  { name: 'D exact, 6 °C', figure: 'exact', of: pairAt(6), must: 0.998, stretch: 1, peer: 0.996 },
  { name: 'D Tm RMSE, 3 °C', figure: 'rmse', of: pairAt(3), must: 0.08, stretch: null, peer: 0.191 },
  { name: 'D Tm RMSE, 4 °C', figure: 'rmse', of: pairAt(4), must: 0.05, stretch: null, peer: 0.085 },
  { name: 'D Tm RMSE, 6 °C', figure: 'rmse', of: pairAt(6), must: 0.045, stretch: null, peer: 0.043 },
  { name: 'S within 1.96 SE(Tm)', figure: 'covered', of: set('S'), must: 0.93, stretch: null, peer: null },
];

const score = (curves: readonly BenchmarkCurve[], peaks: readonly ReportedPeak[][]): ScoredCurve[] =>
  curves.map((curve, i) => curveScore(curve, peaks[i] ?? []));

const lessIsBetter = (figure: Wanted['figure']): boolean => figure === 'rmse' || figure === 'falsePerCurve';

/** The accuracy figures of one set of the benchmark. */
export function accuracyGoals(seed: number): Goal[] {
  const curves = mcb1(seed);
  const plates = score(curves, peaksByPlate(curves));
  const alone = score(curves, peaksAlone(curves));
  return WANTED.map(({ name, figure, of, must, stretch, peer }) => {
    const pick = (scored: readonly ScoredCurve[]): Score =>
      scoreOf(scored.filter(({ curve }) => of(curve.condition)));
    return {
      name,
      measured: pick(plates)[figure],
      alone: pick(alone)[figure],
      must,
      stretch,
      peer,
      better: lessIsBetter(figure) ? 'less' : 'more',
    };
  });
}

/** Goals and peers of the thinning test by file and step; other files have none. */
const THINNING_GOALS: Readonly<Record<string, readonly [must: number, stretch: number, peer: number]>> = {
  'C317.melt.hr 5': [0.14, 0.08, 0.084],
  'C317.melt.hr 10': [0.26, 0.17, 0.178],
  'C316.melt.hr 3': [0.13, 0.1, 0.118],
  'C316.melt.hr 5': [0.18, 0.15, 0.153],
};

export function thinningGoals(scores: readonly ThinningScore[]): Goal[] {
  return scores.map(({ file, every, step, rms, outliers, peerRms, peerOutliers }) => {
    const [must, stretch, peer] = THINNING_GOALS[`${file} ${every}`] ?? [null, null, peerRms];
    return {
      name: `${file} at ${step.toFixed(2)} °C (outliers ${outliers}; gsd ${peerOutliers})`,
      measured: rms,
      alone: null,
      must,
      stretch,
      peer,
      better: 'less',
    };
  });
}

/** Speeds as ratios to the peer in the same run, so that the machine does not matter. */
export function throughputGoals({ full, detection, peer, coldFull, coldPeer }: Throughput): Goal[] {
  const more = { alone: null, better: 'more' } as const;
  return [
    {
      ...more,
      name: 'full analysis, × ml-gsd',
      measured: peer.warm / full.warm,
      must: 2.5,
      stretch: 6.8,
      peer: 1,
    },
    {
      ...more,
      name: 'detection alone, × ml-gsd',
      measured: peer.warm / detection.warm,
      must: 18,
      stretch: 68,
      peer: 1,
    },
    {
      alone: null,
      better: 'less',
      name: 'first plate, × ml-gsd’s first',
      measured: coldFull / coldPeer,
      must: 1,
      stretch: 0.5,
      peer: 1,
    },
  ];
}
