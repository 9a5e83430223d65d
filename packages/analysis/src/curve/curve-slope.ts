import type { PreparedCurve } from './curve-prepare.ts';
import { curveSlope, slopeWindow } from './slope.ts';
import type { SlopeWindow, TemperatureGrid } from './temperature-grid.ts';

/** Noise and slope of a curve. */
export interface CurveSlope {
  readonly grid: TemperatureGrid;
  readonly noise: number;
  readonly window: SlopeWindow;
  /** −dF/dT at every temperature, RFU/°C; of an inversed phase, +dF/dT. */
  readonly slope: Float64Array;
}

/** A vendor's own slope is taken as it is, never smoothed or differentiated again. Null: too few readings. */
export function curveDetect({ clean, sigma }: PreparedCurve, minThreshold: number): CurveSlope | null {
  const { grid, fluorescence, derivative } = clean;
  if (grid === null || sigma === null) return null;
  const window = slopeWindow(grid, sigma, minThreshold);
  return { grid, noise: sigma, window, slope: derivative ?? curveSlope(grid, window, fluorescence) };
}
