import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema } from '../kit/assay.ts';

/** The curves of a run in one channel and phase, without any kit. */
export const meltSummarySchema = z.object({
  channel: channelNameSchema,
  phase: phaseTypeSchema,
  /** Temperatures in °C and mean −dF/dT of all wells in RFU/°C, by temperature. */
  curve: z.array(z.tuple([z.number(), z.number()])),
  /** Mean Tm in °C of peaks near one another, and the number of their wells; most wells first. */
  peaks: z.array(z.object({ tm: z.number(), wells: z.int() })),
});
export type MeltSummary = z.infer<typeof meltSummarySchema>;

export interface SeenPeak {
  readonly position: string;
  /** °C */
  readonly tm: number;
  /** RFU/°C */
  readonly height: number;
}

/** A curve with rising temperatures. */
export interface SlopeCurve {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Peaks lower than this share of the tall ones are noise for a summary. */
const NOISE_SHARE = 0.15;
/** Peaks that lie at most this far apart belong together, °C. */
const SAME_PEAK = 0.8;
const MOST_PEAKS = 5;
const POINTS = 120;

/** The value at a share of a sorted list, 0 to 1. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.round(share * (sorted.length - 1))] ?? 0;

/** Peaks that stand out of the noise: the 90th percentile of the highest peaks of the wells is the measure. */
export function tallPeaks(peaks: readonly SeenPeak[]): SeenPeak[] {
  const highest = [...Map.groupBy(peaks, ({ position }) => position).values()]
    .map((ofWell) => Math.max(...ofWell.map(({ height }) => height)))
    .sort((a, b) => a - b);
  const limit = NOISE_SHARE * quantile(highest, 0.9);
  return peaks.filter(({ height }) => height > 0 && height >= limit);
}

/** Tall peaks in groups: the next group begins after a gap. */
export function peakGroups(peaks: readonly SeenPeak[]): SeenPeak[][] {
  const groups: SeenPeak[][] = [];
  for (const peak of tallPeaks(peaks).sort((a, b) => a.tm - b.tm)) {
    const last = groups.at(-1);
    const former = last?.at(-1);
    if (last !== undefined && former !== undefined && peak.tm - former.tm <= SAME_PEAK) last.push(peak);
    else groups.push([peak]);
  }
  return groups;
}

const wellsOf = (peaks: readonly SeenPeak[]): number => new Set(peaks.map(({ position }) => position)).size;

/** Where most wells have a peak. */
export function commonPeaks(peaks: readonly SeenPeak[]): MeltSummary['peaks'] {
  return peakGroups(peaks)
    .map((group) => ({
      tm: group.reduce((sum, { tm }) => sum + tm, 0) / group.length,
      wells: wellsOf(group),
    }))
    .sort((a, b) => b.wells - a.wells || a.tm - b.tm)
    .slice(0, MOST_PEAKS);
}

/** The mean of curves where all of them were read. */
export function meanCurve(curves: readonly SlopeCurve[]): MeltSummary['curve'] {
  const from = Math.max(...curves.map(({ x }) => x[0] ?? Infinity));
  const to = Math.min(...curves.map(({ x }) => x.at(-1) ?? -Infinity));
  if (curves.length === 0 || !(to > from)) return [];
  const temperatures = Array.from(
    { length: POINTS },
    (_, index) => from + ((to - from) * index) / (POINTS - 1),
  );
  const sums = new Float64Array(POINTS);
  for (const curve of curves) addAt(sums, curve, temperatures);
  return temperatures.map((temperature, index) => [temperature, (sums[index] ?? 0) / curves.length]);
}

/** Adds the values of a curve at rising temperatures, interpolated linearly between two neighbours. */
function addAt(sums: Float64Array, { x, y }: SlopeCurve, temperatures: readonly number[]): void {
  let right = 0;
  for (const [index, temperature] of temperatures.entries()) {
    while (right < x.length - 1 && (x[right] ?? 0) < temperature) right += 1;
    const left = Math.max(0, right - 1);
    const [x0, x1, y0, y1] = [x[left] ?? 0, x[right] ?? 0, y[left] ?? 0, y[right] ?? 0];
    const value = x1 === x0 ? y1 : y0 + ((y1 - y0) * (temperature - x0)) / (x1 - x0);
    sums[index] = (sums[index] ?? 0) + value;
  }
}
