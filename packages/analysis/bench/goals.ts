import { peaksOnPlates } from './analyse.ts';
import type { BenchmarkCurve } from './mcb1.ts';
import { PLATE_KINDS, type PlateKind } from './plate-kinds.ts';
import { curveScore, type ScoredCurve, scoreOf } from './score.ts';
import type { SkewedTime } from './skewed-throughput.ts';
import type { ThinningScore } from './thinning.ts';
import type { Throughput } from './throughput.ts';
import { BENCHMARKS, WANTED, type Wanted } from './wanted.ts';

/** A figure with its goal. */
export interface Goal {
  readonly name: string;
  readonly measured: number;
  readonly must: Wanted['must'];
  readonly stretch: number | null;
  /** Of the best peer, if measured. */
  readonly peer: number | null;
  readonly better: 'less' | 'more';
}

/** A benchmark figure for each kind of plate. */
export interface AccuracyGoal extends Omit<Goal, 'measured'> {
  readonly figure: Wanted['figure'];
  readonly measured: Readonly<Record<PlateKind, number>>;
}

/**
 * The variation between seeds: a fraction of an RMSE, and a fraction of all curves.
 * docs/analysis-validation.md
 */
const SEED_NOISE = { rmse: 0.04, part: 0.01 } as const;

export function meetsMust({ must, better }: Pick<Goal, 'must' | 'better'>, value: number): boolean {
  if (must === null) return true;
  if (typeof must !== 'number') return value >= must[0] && value <= must[1];
  return better === 'less' ? value <= must : value >= must;
}

/** Whether curves score worse on a plate than alone, by more than the variation between seeds. */
export function isWorseThanAlone({ figure, better, measured }: AccuracyGoal, kind: PlateKind): boolean {
  if (figure === 'covered') return false;
  const { alone } = measured;
  const noise = figure === 'rmse' ? SEED_NOISE.rmse * alone : SEED_NOISE.part;
  return better === 'less' ? measured[kind] > alone + noise : measured[kind] < alone - noise;
}

const lessIsBetter = (figure: Wanted['figure']): boolean => figure === 'rmse' || figure === 'falsePerCurve';

export type ScoredByKind = Readonly<Record<PlateKind, readonly ScoredCurve[]>>;

const scored = (curves: readonly BenchmarkCurve[], kind: PlateKind, wells: number): ScoredCurve[] => {
  const peaks = peaksOnPlates(curves, { kind, wells });
  return curves.map((curve, i) => curveScore(curve, peaks[i] ?? []));
};

const byKind = <Value>(valueOf: (kind: PlateKind) => Value): Readonly<Record<PlateKind, Value>> => {
  const [alone, alike, generated, shuffled] = PLATE_KINDS;
  return {
    alone: valueOf(alone),
    alike: valueOf(alike),
    generated: valueOf(generated),
    shuffled: valueOf(shuffled),
  };
};

/** The score of every curve of a seed's benchmarks, on plates of every kind. */
export function benchmarkScored(seed: number): ScoredByKind {
  const sets = BENCHMARKS.map(({ curves, wells }) => ({ curves: curves(seed), wells }));
  return byKind((kind) => sets.flatMap(({ curves, wells }) => scored(curves, kind, wells)));
}

/** The accuracy figures of one seed, or of several combined. */
export function accuracyGoals(seeds: readonly ScoredByKind[]): AccuracyGoal[] {
  const all = byKind((kind) => seeds.flatMap((seed) => seed[kind]));
  return WANTED.map(({ name, figure, of, must, stretch, peer }) => ({
    name,
    figure,
    measured: byKind((kind) => scoreOf(all[kind].filter(({ curve }) => of(curve.condition)))[figure]),
    must,
    stretch,
    peer,
    better: lessIsBetter(figure) ? 'less' : 'more',
  }));
}

/** Goals and peers of the thinning test by file and step; other files have none. */
const THINNING_GOALS: Readonly<Record<string, readonly [must: number, stretch: number, peer: number]>> = {
  'C317.melt.hr 5': [0.14, 0.08, 0.084],
  'C317.melt.hr 10': [0.26, 0.17, 0.178],
  'C316.melt.hr 3': [0.13, 0.1, 0.118],
  'C316.melt.hr 5': [0.18, 0.15, 0.153],
};

export function thinningGoals(scores: readonly ThinningScore[]): Goal[] {
  return scores.map(({ file, every, step, rms, bias, covered, outliers, peerRms, peerOutliers }) => {
    const [must, stretch, peer] = THINNING_GOALS[`${file} ${every}`] ?? [null, null, peerRms];
    return {
      name: `${file} ${step.toFixed(2)} °C, bias ${bias.toFixed(3)}, outliers ${outliers} (gsd ${peerOutliers}), covered ${covered.toFixed(2)}`,
      measured: rms,
      must,
      stretch,
      peer,
      better: 'less',
    };
  });
}

/** Minimum speed of the full analysis relative to ml-gsd. */
const MIN_RATIO = 5;

export const skewedGoals = (times: readonly SkewedTime[]): Goal[] =>
  times.map(({ name, ratio }) => ({
    name: `${name} of real melts, × ml-gsd`,
    measured: ratio,
    must: MIN_RATIO,
    ...({ stretch: null, peer: 1, better: 'more' } as const),
  }));

/** Speeds relative to the peer in the same run, to be independent of the machine. */
export function throughputGoals({ full, detection, peer, coldFull, coldPeer }: Throughput): Goal[] {
  const more = { better: 'more' } as const;
  return [
    {
      ...more,
      name: 'full analysis, × ml-gsd',
      measured: peer.warm / full.warm,
      must: MIN_RATIO,
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
      better: 'less',
      name: 'first plate, × ml-gsd’s first',
      measured: coldFull / coldPeer,
      must: 1,
      stretch: 0.5,
      peer: 1,
    },
  ];
}
