import type { BenchmarkCurve, BenchmarkSet, Condition } from './mcb1.ts';
import { mcb1 } from './mcb1.ts';
import { mixedWidths } from './mixed-widths.ts';

/** Sets of curves that are analysed on separate plates of a given size. */
export interface Benchmark {
  readonly curves: (seed: number) => BenchmarkCurve[];
  readonly wells: number;
}

export const BENCHMARKS: readonly Benchmark[] = [
  { curves: mcb1, wells: 384 },
  { curves: mixedWidths, wells: 96 },
];

/** Goals and peers: docs/analysis-validation.md. */
export interface Wanted {
  readonly name: string;
  readonly figure: 'recall' | 'falsePerCurve' | 'rmse' | 'exact' | 'covered';
  readonly of: (condition: Condition) => boolean;
  /** A limit or a range. */
  readonly must: number | readonly [least: number, most: number] | null;
  readonly stretch: number | null;
  readonly peer: number | null;
}

const set = (name: BenchmarkSet) => (condition: Condition) => condition.set === name;
const singleAt = (snr: number) => (condition: Condition) => condition.set === 'S' && condition.snr === snr;
const pairAt = (separation: number) => (condition: Condition) =>
  condition.set === 'D' && condition.separation === separation;

/** Fraction of the errors within 1.96 standard errors. */
const COVERED = [0.93, 0.99] as const;

export const WANTED: readonly Wanted[] = [
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
  // No goal of its own: a plate must not make it worse than a curve alone.
  { name: 'W recall', figure: 'recall', of: set('W'), must: 1, stretch: 1, peer: null },
  { name: 'W exact', figure: 'exact', of: set('W'), must: 1, stretch: 1, peer: null },
  { name: 'W Tm RMSE', figure: 'rmse', of: set('W'), must: null, stretch: null, peer: null },
  ...(['S', 'D', 'V', 'A', 'J', 'W'] as const).map((name): Wanted => ({
    name: `${name} within 1.96 SE(Tm)`,
    figure: 'covered',
    of: set(name),
    must: COVERED,
    stretch: null,
    peer: null,
  })),
];
