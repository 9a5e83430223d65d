import type { PreparedCurve } from './curve-prepare.ts';
import { curveSlope, slopeWindow } from './slope.ts';
import type { SlopeWindow, TemperatureGrid } from './temperature-grid.ts';

/** Noise and slope of a curve. */
export interface CurveSlope {
  readonly grid: TemperatureGrid;
  readonly noise: number;
  readonly window: SlopeWindow;
  /** −dF/dT at every temperature, RFU/°C; for an inverted phase, +dF/dT. */
  readonly slope: Float64Array;
}

/** Calculates noise and slope. A vendor's own slope is used unchanged. @returns null: too few readings */
export function curveDetect({ clean, sigma }: PreparedCurve, minThreshold: number): CurveSlope | null {
  const { grid, fluorescence, derivative } = clean;
  if (grid === null || sigma === null) return null;
  const window = slopeWindow(grid, sigma, minThreshold);
  return { grid, noise: sigma, window, slope: derivative ?? curveSlope(grid, window, fluorescence) };
}
