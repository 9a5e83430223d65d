import { at } from '../at.ts';
import type { TemperatureGrid } from '../curve/temperature-grid.ts';
import { backgroundWrite } from '../fit-kernel/background.ts';
import { binFluorescence, binTemperature, MAX_BINS } from '../fit-kernel/layout.ts';
import { CLUSTER } from '../settings.ts';

/** Readings of a part of a curve, averaged in groups, with the background columns 1, z, z². */
export interface FitWindow {
  readonly from: number;
  readonly to: number;
  /** Number of averaged readings. */
  readonly length: number;
  readonly temperature: Float64Array;
  readonly fluorescence: Float64Array;
  /** z = (T − centre)·scale runs from −1 to 1. */
  readonly centre: number;
  readonly scale: number;
  /** Mean distance of the averaged readings, °C. */
  readonly step: number;
  /** σ of a single reading, RFU, and σ² of an averaged one, RFU². */
  readonly noise: number;
  readonly variance: number;
}

/**
 * Averages readings `from` to `to` (inclusive) to about `CLUSTER.binsPerWidth` for each width. The result is
 * in working memory and valid until the next call.
 */
export function fitWindow(
  grid: TemperatureGrid,
  fluorescence: Float64Array,
  {
    from,
    to,
    width,
    noise,
  }: {
    readonly from: number;
    readonly to: number;
    readonly width: number;
    readonly noise: number;
  },
): FitWindow {
  const { temperature } = grid;
  const wanted = Math.floor(width / CLUSTER.binsPerWidth / grid.step);
  const group = Math.max(1, wanted, Math.ceil((to - from + 1) / MAX_BINS));
  const first = at(temperature, from);
  const last = at(temperature, to);
  const centre = 0.5 * (first + last);
  const scale = 2 / (last - first);
  const perReading = 1 / group;
  let length = 0;
  let t = 0;
  let f = 0;
  let members = 0;
  // One loop instead of two nested ones, which V8 compiles in half the time.
  for (let i = from; i <= to; i++) {
    t += at(temperature, i);
    f += at(fluorescence, i);
    members++;
    if (members < group) continue;
    binTemperature[length] = t * perReading;
    binFluorescence[length] = f * perReading;
    length++;
    t = 0;
    f = 0;
    members = 0;
  }
  backgroundWrite(length, centre, scale);
  return {
    from,
    to,
    length,
    temperature: binTemperature,
    fluorescence: binFluorescence,
    centre,
    scale,
    step: grid.step * group,
    noise,
    variance: (noise * noise) / group,
  };
}
