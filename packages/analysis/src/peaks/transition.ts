import { at } from '../at.ts';
import { exp, log } from '../elementary.ts';
import { sharpSkew } from '../fit-kernel/model-columns.ts';
import { FIT, SHARP } from '../settings.ts';

/** ν of a fit's skew parameter: its exponential, continued as a straight line for melts that end sharply. */
export function skewOf(logSkew: number): number {
  return logSkew >= FIT.leastLogSkew ? exp(logSkew) : sharpSkew(logSkew);
}

/**
 * The melting of one product: F = A·(1 + ν·e^u)^(−1/ν), u = (T − m)/w (Richards' curve). Its steepest point
 * is exactly m for every skew ν, so m is the Tm; ν = 1 is the logistic, ν ≈ 0.4 a bimolecular transition. For
 * ν below 0 it ends at e^u = −1/ν.
 *
 * @see F. J. Richards, J. Exp. Bot. 10 (1959) 290, doi:10.1093/jxb/10.2.290
 */
export interface Transition {
  /** A, RFU: the peak's area. */
  readonly amplitude: number;
  /** m, °C. */
  readonly tm: number;
  /** ln w, w in °C. */
  readonly logWidth: number;
  /** ln ν; for melts that end sharply see `skewOf`. */
  readonly logSkew: number;
}

/** Full width at half height of the logistic's slope, in w: 4·ln(1 + √2). */
export const LOGISTIC_WIDTH = 4 * log(1 + Math.SQRT2);

/** Root of a monotonic function by bisection. */
function bisect(rises: (u: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let i = 0; i < 50; i++) {
    const middle = 0.5 * (low + high);
    if (rises(middle)) high = middle;
    else low = middle;
  }
  return 0.5 * (low + high);
}

/** Full width at half height of the slope, in w: 3.5255 for ν = 1, 2.446 for ν → 0. */
function widthInW(skew: number): number {
  const slopeOverHalf = (u: number): number => {
    const rest = 1 + skew * exp(u);
    return rest > 0 ? u - (1 / skew + 1) * (log(rest) - log(1 + skew)) + Math.LN2 : -Infinity;
  };
  const left = bisect((u) => slopeOverHalf(u) > 0, -12, 0);
  const right = bisect((u) => slopeOverHalf(u) < 0, 0, 12 + 12 * Math.max(0, skew));
  return right - left;
}

/** `widthInW` at even steps of ln ν; linear interpolation is accurate to 10⁻⁵. */
const TABLE_STEPS_PER_UNIT = 50;
const WIDTH_TABLE = Float64Array.from(
  { length: Math.ceil((FIT.mostLogSkew - SHARP.leastLogSkew) * TABLE_STEPS_PER_UNIT) + 2 },
  (_, i) => widthInW(skewOf(i / TABLE_STEPS_PER_UNIT + SHARP.leastLogSkew)),
);

/** Full width at half height of the peak of a transition, °C. */
export function transitionWidth({ logWidth, logSkew }: Transition): number {
  const place =
    (Math.min(FIT.mostLogSkew, Math.max(SHARP.leastLogSkew, logSkew)) - SHARP.leastLogSkew) *
    TABLE_STEPS_PER_UNIT;
  const i = Math.floor(place);
  const part = place - i;
  return exp(logWidth) * ((1 - part) * at(WIDTH_TABLE, i) + part * at(WIDTH_TABLE, i + 1));
}

/** Maximum −dF/dT of a transition, RFU/°C: (A/w)·(1 + ν)^(−1/ν − 1). */
export function transitionHeight({ amplitude, logWidth, logSkew }: Transition): number {
  const skew = skewOf(logSkew);
  return amplitude * exp(-logWidth - (1 / skew + 1) * log(1 + skew));
}

/** −dF/dT of a transition at a temperature, RFU/°C. */
export function transitionSlope(
  { amplitude, tm, logWidth, logSkew }: Transition,
  temperature: number,
): number {
  const perWidth = exp(-logWidth);
  const skew = skewOf(logSkew);
  const u = Math.min(30, Math.max(-30, (temperature - tm) * perWidth));
  const s = 1 + skew * exp(u);
  return s <= 0 ? 0 : amplitude * perWidth * exp(u - (1 / skew + 1) * log(s));
}

/** First and second derivative, with respect to temperature, of the −dF/dT of one transition. */
export function transitionBend(
  { amplitude, tm, logWidth, logSkew }: Transition,
  temperature: number,
): { readonly first: number; readonly second: number } {
  const perWidth = exp(-logWidth);
  const skew = skewOf(logSkew);
  const u = Math.min(30, Math.max(-30, (temperature - tm) * perWidth));
  const e = exp(u);
  const s = 1 + skew * e;
  if (s <= 0) return { first: 0, second: 0 };
  const ratio = e / s;
  const height = amplitude * perWidth * ratio * exp(-log(s) / skew);
  const rise = 1 - (1 + skew) * ratio;
  return {
    first: height * rise * perWidth,
    second: height * (rise * rise - (1 + skew) * ratio * (1 - skew * ratio)) * perWidth * perWidth,
  };
}
