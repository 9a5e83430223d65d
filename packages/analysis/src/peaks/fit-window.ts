import { at } from '../at.ts';
import type { TemperatureGrid } from '../curve/temperature-grid.ts';
import {
  backgroundSums,
  binFluorescence,
  binTemperature,
  COLUMN,
  columns,
  MOST_BINS,
} from '../fit-kernel/layout.ts';
import { CLUSTER } from '../settings.ts';

/** Readings of a part of a curve, averaged in groups, with the columns of the background 1, z, z². */
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

function backgroundSumsWrite(length: number): void {
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  for (let i = 0; i < length; i++) {
    const z = at(columns, COLUMN + i);
    const zz = z * z;
    s1 += z;
    s2 += zz;
    s3 += zz * z;
    s4 += zz * zz;
  }
  backgroundSums[0] = length;
  backgroundSums[1] = s1;
  backgroundSums[2] = s2;
  backgroundSums[3] = s3;
  backgroundSums[4] = s4;
}

/**
 * Averages readings `from` to `to` (both in) to about `CLUSTER.binsPerWidth` per width. The result lives in
 * working memory: it is valid until the next call.
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
  const group = Math.max(1, wanted, Math.ceil((to - from + 1) / MOST_BINS));
  const first = at(temperature, from);
  const last = at(temperature, to);
  const centre = 0.5 * (first + last);
  const scale = 2 / (last - first);
  const perReading = 1 / group;
  let length = 0;
  for (let start = from; start + group <= to + 1; start += group) {
    let t = 0;
    let f = 0;
    for (let i = start; i < start + group; i++) {
      t += at(temperature, i);
      f += at(fluorescence, i);
    }
    t *= perReading;
    const z = (t - centre) * scale;
    binTemperature[length] = t;
    binFluorescence[length] = f * perReading;
    columns[length] = 1;
    columns[COLUMN + length] = z;
    columns[2 * COLUMN + length] = z * z;
    length++;
  }
  backgroundSumsWrite(length);
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
