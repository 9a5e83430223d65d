import { gsd } from 'ml-gsd';
import { sgg } from 'ml-savitzky-golay-generalized';

import type { BenchmarkCurve } from './mcb1.ts';

/** Readings in 2.5 °C of the throughput plate, the window that suits it best among the peers' settings. */
const SLOPE_READINGS = 15;

/** The slope as the fastest published JavaScript package computes it on uneven temperatures. */
export const peerSlope = ({ temperature, fluorescence }: BenchmarkCurve): Float64Array =>
  sgg(fluorescence, temperature, { windowSize: SLOPE_READINGS, polynomial: 3, derivative: 1 });

/** Slope and peaks as that package finds them with its own settings. */
export const peerPeaks = (curve: BenchmarkCurve): number =>
  gsd({ x: curve.temperature, y: peerSlope(curve).map((value) => -value) }).length;
