import type { CurveShape, ShapeFault } from '@curvewell/domain';

import { at } from '../at.ts';
import { exp, log } from '../elementary.ts';
import { NORMALISE, SHAPE_STEP } from './shape-limits.ts';

/** A curve by rising temperature, °C, in any unit. */
export interface SignalCurve {
  readonly temperature: Float64Array;
  readonly fluorescence: Float64Array;
}

/** The signal in % of the melt on an even grid from the start of the first region to the end of the second. */
export interface NormalisedCurve {
  /** °C, every `SHAPE_STEP`; the same for all curves with the same regions. */
  readonly temperature: Float64Array;
  /** 100 before the melt, 0 after it; noise may exceed both. */
  readonly percent: Float64Array;
}

type Regions = Pick<CurveShape, 'before' | 'after' | 'background'>;
type Normalised = NormalisedCurve | { readonly fault: ShapeFault };

/** A straight line through readings, and the standard deviation of these around it. */
interface Line {
  readonly middle: number;
  readonly level: number;
  readonly slope: number;
  readonly scatter: number;
}

const valueAt = ({ middle, level, slope }: Line, temperature: number): number =>
  level + slope * (temperature - middle);

/** Least squares through the readings of a region; null: too few. */
function lineThrough(
  { temperature, fluorescence }: SignalCurve,
  [from, to]: readonly [number, number],
): Line | null {
  const inside = [...temperature.keys()].filter(
    (i) => at(temperature, i) >= from && at(temperature, i) <= to,
  );
  const count = inside.length;
  if (count < NORMALISE.leastReadings) return null;
  let middle = 0;
  let level = 0;
  for (const i of inside) {
    middle += at(temperature, i) / count;
    level += at(fluorescence, i) / count;
  }
  let square = 0;
  let product = 0;
  for (const i of inside) {
    const away = at(temperature, i) - middle;
    square += away * away;
    product += away * (at(fluorescence, i) - level);
  }
  const line = { middle, level, slope: product / square };
  let rest = 0;
  for (const i of inside) {
    const misfit = at(fluorescence, i) - valueAt({ ...line, scatter: 0 }, at(temperature, i));
    rest += misfit * misfit;
  }
  return { ...line, scatter: Math.sqrt(rest / (count - 2)) };
}

/** The grid of some regions. */
function shapeGrid({ before: [start], after: [, end] }: Pick<CurveShape, 'before' | 'after'>): Float64Array {
  const count = Math.floor((end - start) / SHAPE_STEP + 1e-6) + 1;
  return Float64Array.from({ length: count }, (_, i) => start + i * SHAPE_STEP);
}

/** The signal at a temperature from the first to the last reading, by linear interpolation; `from`: the index to search from. */
function signalAt(
  { temperature, fluorescence }: SignalCurve,
  wanted: number,
  from: number,
): [number, number] {
  let i = from;
  while (at(temperature, i + 1) < wanted) i++;
  const [low, high] = [at(temperature, i), at(temperature, i + 1)];
  const part = (wanted - low) / (high - low);
  return [at(fluorescence, i) + part * (at(fluorescence, i + 1) - at(fluorescence, i)), i];
}

/** Whether enough readings lie between the regions, without a wide gap. */
function isRead(temperature: Float64Array, { before: [, from], after: [to] }: Regions): boolean {
  const inside = temperature.filter((reading) => reading > from && reading < to);
  if (inside.length < NORMALISE.leastBetween) return false;
  let widest = 0;
  let last = from;
  for (const reading of [...inside, to]) {
    widest = Math.max(widest, reading - last);
    last = reading;
  }
  return widest <= NORMALISE.widestGap + EQUAL;
}

/** Limits of a region and readings are equal when they differ by less than this, °C. */
const EQUAL = 0.05;

/**
 * Normalises a melting curve to 100 % before and 0 % after the melt.
 *
 * `linear`: a least-squares line through the readings of each region is extended over the melt, and the signal is its
 * place between the two lines. `exponential`: one background C·exp(a·T) with the slopes of both regions is subtracted,
 * and the rest is scaled by its means in the regions. The result depends on neither the unit nor the sign of the
 * signal.
 *
 * @param curve - n readings by rising temperature, without missing values
 * @returns the curve on the grid of the regions; or why there is none: a region reaches beyond the readings
 *   (`region-not-read`), holds fewer than three or there are too few between them (`too-few-readings`), the fall is less than 20 times the scatter of the
 *   readings around the lines (`no-melt`), the lines come too close between the regions (`backgrounds-cross`), or no
 *   exponential has both slopes and leaves a fall of the melt (`no-background`)
 * @see C. T. Wittwer et al., Clin. Chem. 49 (2003) 853, doi:10.1373/49.6.853 (linear)
 * @see R. Palais, C. T. Wittwer, Methods Enzymol. 454 (2009) 323, doi:10.1016/S0076-6879(08)03813-5 (exponential)
 */
export function curveNormalise(curve: SignalCurve, regions: Regions): Normalised {
  const { before, after } = regions;
  const { temperature } = curve;
  const first = temperature[0] ?? Infinity;
  const last = temperature.at(-1) ?? first;
  if (before[0] < first - EQUAL || after[1] > last + EQUAL) return { fault: 'region-not-read' };
  const lines = [lineThrough(curve, before), lineThrough(curve, after)];
  const [upper, lower] = lines;
  if (!upper || !lower || !isRead(temperature, regions)) return { fault: 'too-few-readings' };
  const background =
    regions.background === 'linear' ? linearScale(upper, lower, regions) : expScale(upper, lower, regions);
  if ('fault' in background) return background;
  const grid = shapeGrid(regions);
  let place = 0;
  const percent = grid.map((wanted) => {
    const here = Math.min(Math.max(wanted, first), last);
    const [signal, next] = signalAt(curve, here, place);
    place = next;
    return background.percentOf(signal, here);
  });
  return { temperature: grid, percent };
}

interface Scale {
  readonly percentOf: (signal: number, temperature: number) => number;
}

const isFall = (fall: number, upper: Line, lower: Line): boolean =>
  Math.abs(fall) >= NORMALISE.noises * Math.max(upper.scatter, lower.scatter) && fall !== 0;

function linearScale(
  upper: Line,
  lower: Line,
  { before, after }: Regions,
): Scale | { readonly fault: ShapeFault } {
  const fallAt = (temperature: number): number => valueAt(upper, temperature) - valueAt(lower, temperature);
  const middle = fallAt(0.5 * (before[1] + after[0]));
  if (!isFall(middle, upper, lower)) return { fault: 'no-melt' };
  // The distance of two lines is smallest at an end.
  const least = Math.min(fallAt(before[0]) / middle, fallAt(after[1]) / middle);
  if (least < NORMALISE.crossing) return { fault: 'backgrounds-cross' };
  return {
    percentOf: (signal, temperature) => (100 * (signal - valueAt(lower, temperature))) / fallAt(temperature),
  };
}

function expScale(upper: Line, lower: Line, _: Regions): Scale | { readonly fault: ShapeFault } {
  const ratio = lower.slope / upper.slope;
  if (!(ratio > 0) || !Number.isFinite(ratio)) return { fault: 'no-background' };
  const rate = log(ratio) / (lower.middle - upper.middle);
  // Equal slopes: the exponential becomes a straight line.
  const backgroundAt = (temperature: number): number => {
    const away = temperature - upper.middle;
    return Math.abs(rate * away) < 1e-9 ? upper.slope * away : (upper.slope * (exp(rate * away) - 1)) / rate;
  };
  const [high, low] = [upper, lower].map((line) => line.level - backgroundAt(line.middle)) as [
    number,
    number,
  ];
  if (!isFall(high - low, upper, lower)) return { fault: 'no-melt' };
  // A background that takes most of the fall, or more than all, has swallowed the melt or turned it over.
  const rest = (high - low) / (upper.level - lower.level);
  if (!(rest >= NORMALISE.leastRest)) return { fault: 'no-background' };
  return {
    percentOf: (signal, temperature) => (100 * (signal - backgroundAt(temperature) - low)) / (high - low),
  };
}
