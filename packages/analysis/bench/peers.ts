import { gsd } from 'ml-gsd';
import { sgg } from 'ml-savitzky-golay-generalized';

import { curveClean, type MeltCurve } from '../src/curve/melt-curve.ts';
import type { BenchmarkCurve } from './mcb1.ts';

/** Readings in 2.5 °C of the throughput plate, the best window among the peers' settings. */
const SLOPE_READINGS = 15;

/** The slope as calculated by the fastest published JavaScript package on uneven temperatures. */
export const peerSlope = ({ temperature, fluorescence }: BenchmarkCurve): Float64Array =>
  sgg(fluorescence, temperature, { windowSize: SLOPE_READINGS, polynomial: 3, derivative: 1 });

/** Minimum window: a cubic and one more reading. */
const MIN_READINGS = 5;

/** Tm by that package for rising temperatures, with a window of 2.5 °C at any step. */
export function peerTmClean({ temperature, fluorescence }: Omit<MeltCurve, 'quantity'>): number[] {
  const span = Math.abs((temperature.at(-1) ?? 0) - (temperature[0] ?? 0));
  const inWindow = Math.round((2.5 * (temperature.length - 1)) / span);
  const windowSize = Math.max(MIN_READINGS, inWindow % 2 === 0 ? inWindow + 1 : inWindow);
  const slope = sgg(fluorescence, temperature, { windowSize, polynomial: 3, derivative: 1 });
  return gsd({ x: temperature, y: slope.map((value) => -value) }).map(({ x }) => x);
}

/** The same for any curve. */
export const peerTm = (curve: MeltCurve): number[] => peerTmClean(curveClean(curve, false));

/** Slope and peaks by that package with its default settings. */
export const peerPeaks = (curve: BenchmarkCurve): number =>
  gsd({ x: curve.temperature, y: peerSlope(curve).map((value) => -value) }).length;
