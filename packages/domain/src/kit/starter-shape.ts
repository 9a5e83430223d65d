import type { TemperatureRange } from './kit-fit.ts';
import {
  type CurveShape,
  DEFAULT_SHAPE_BORDERS,
  LEAST_SHAPE_MELT,
  LEAST_SHAPE_REGION,
} from '../settings/curve-shapes.ts';
import type { StarterRule } from './starter-rules.ts';
import { peakGroups, quantile, type SeenPeak } from '../call/melt-summary.ts';

/**
 * Regions around the zones of a channel, °C. The line through a narrow region is uncertain, and more so the farther it
 * is extended over the melt: with 2 °C, the noise of one reading in 300 leaves many shapes unknown (docs/analysis.md).
 */
const AWAY = 2;
const WIDE = 3;

/** The largest distance between the melts of neighbouring variants of one amplicon, °C. */
const NEXT_VARIANT = 4;

/** Where the peaks of a group lie, °C, without its outer tenth. */
export interface PeakSpan {
  readonly low: number;
  readonly high: number;
  readonly peaks: number;
}

export const peakSpans = (peaks: readonly SeenPeak[]): PeakSpan[] =>
  peakGroups(peaks).map((group) => {
    const tms = group.map(({ tm }) => tm);
    return { low: quantile(tms, 0.05), high: quantile(tms, 0.95), peaks: group.length };
  });

/**
 * The spans of `peakSpans`, with neighbouring ones joined: the kit compares the shapes of all variants, so its zone covers
 * all their melts. The peak of a single well proves no variant and counts only if there are no others.
 */
export function variantSpans(peaks: readonly SeenPeak[]): PeakSpan[] {
  const spans = peakSpans(peaks);
  const common = spans.filter((span) => span.peaks > 1);
  const joined: PeakSpan[] = [];
  for (const span of common.length > 0 ? common : spans) {
    const last = joined.at(-1);
    if (last !== undefined && span.low - last.high <= NEXT_VARIANT)
      joined[joined.length - 1] = { low: last.low, high: span.high, peaks: last.peaks + span.peaks };
    else joined.push(span);
  }
  return joined;
}

type Regions = Pick<CurveShape, 'before' | 'after'>;

const exact = (value: number): number => Number(value.toFixed(6));

/** The regions before and after a melt between two temperatures, as far as the readings go, °C. */
export function shapeRegions(
  [from, to]: TemperatureRange,
  read: TemperatureRange = [-Infinity, Infinity],
): Regions {
  const first = Math.max(read[0], from - AWAY - WIDE);
  const last = Math.min(read[1], to + AWAY + WIDE);
  const before = Math.max(from - AWAY, first + LEAST_SHAPE_REGION);
  const after = Math.max(before + LEAST_SHAPE_MELT, Math.min(to + AWAY, last - LEAST_SHAPE_REGION));
  return {
    before: [exact(first), exact(before)],
    after: [exact(after), exact(Math.max(last, after + LEAST_SHAPE_REGION))],
  };
}

interface Placed {
  readonly zones: readonly { readonly minTemp: number; readonly maxTemp: number }[];
  readonly rules: readonly StarterRule[];
}

/** Shapes of the curves of a starter kit: regions around its zone, and a reference for each rule that names one. */
export function starterShape(
  { channel, phase, range }: Pick<CurveShape, 'channel' | 'phase'> & { readonly range: TemperatureRange },
  { zones, rules }: Placed,
): CurveShape {
  const melt: TemperatureRange = [
    Math.min(...zones.map(({ minTemp }) => minTemp)),
    Math.max(...zones.map(({ maxTemp }) => maxTemp)),
  ];
  return {
    channel,
    phase,
    ...shapeRegions(melt, range),
    background: 'linear',
    alignAt: null,
    references: rules.flatMap(({ like }) => like ?? []),
    ...DEFAULT_SHAPE_BORDERS,
  };
}
