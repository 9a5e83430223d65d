import { at } from '../at.ts';
import { CQ } from './cq-settings.ts';

/** The amplification of one well: the cycles, rising, and their fluorescence in the instrument's unit. */
export interface AmplificationReadings {
  readonly cycle: Float64Array;
  readonly value: Float64Array;
}

/** Why a curve does not show whether it amplifies. */
export type CqFault =
  | 'too-few-cycles'
  | 'missing-cycles'
  | 'not-finite'
  | 'constant'
  | 'unclear'
  | 'not-exponential'
  | 'rising-at-start'
  | 'rising-at-end'
  | 'at-ceiling'
  | 'too-noisy';

/**
 * `amplified`: the curve rises exponentially out of its noise; `none`: it does not rise out of its noise; `not-known`: it
 * rises in another way, or cannot be evaluated.
 */
export type FoundCq =
  | { readonly outcome: 'amplified'; /** Cycles, with a fraction. */ readonly cq: number }
  | { readonly outcome: 'none' }
  | { readonly outcome: 'not-known'; readonly fault: CqFault };

const notKnown = (fault: CqFault): FoundCq => ({ outcome: 'not-known', fault });

/**
 * The quantification cycle as the maximum of the second derivative, after the baseline: a straight line through the
 * cycles before the rise. A rise that more than doubles from one cycle to the next, such as a step or a straight
 * line out of the baseline, is no product of PCR.
 *
 * Sources: Luu-The et al., BioTechniques 38 (2005) 287 (second derivative maximum); Savitzky & Golay, Anal. Chem. 36
 * (1964) 1627 (its smoothing); Ruijter et al., Nucleic Acids Res. 37 (2009) e45 (why the baseline ends before the rise, and
 * the efficiency of PCR, a growth of 1 to 2).
 *
 * @param isBounded - false: without the test of the growth, as the first two methods
 */
export function findCq({ cycle, value }: AmplificationReadings, isBounded = true): FoundCq {
  if (cycle.length < CQ.fewestCycles) return notKnown('too-few-cycles');
  if (![...cycle, ...value].every(Number.isFinite)) return notKnown('not-finite');
  if (cycle.some((now, index) => index > 0 && now - at(cycle, index - 1) !== 1))
    return notKnown('missing-cycles');
  const noise = noiseOf(value);
  const top = mostBent(value);
  if (bendAt(value, top) < CQ.bendErrors * noise * BEND_ERROR) return withoutBend(value, noise);
  const above = aboveLine(value, { from: CQ.settling, to: Math.max(FIRST_TOP, top - CQ.beforeTop) });
  const rise = medianOf(above.slice(-CQ.endCycles));
  if (rise < CQ.clearRise * noise) return notKnown('unclear');
  if (top < FIRST_TOP + CQ.beforeTop - 1) return notKnown('rising-at-start');
  if (top >= value.length - CQ.half - 1) return notKnown('rising-at-end');
  const before = Math.max(at(above, top) - at(above, top - 2), noise);
  if ((at(above, top + 1) - at(above, top - 1)) / before < CQ.leastGrowth) return notKnown('not-exponential');
  if (isBounded && isTooSteep(above, { top, noise })) return notKnown('not-exponential');
  return { outcome: 'amplified', cq: at(cycle, top) + vertex(value, top) };
}

/** The first cycle with a baseline before it. */
const FIRST_TOP = CQ.settling + CQ.fewestBaseline;

/**
 * Whether the rise of a cycle is more than twice that of the cycle before, where the curve leaves the baseline.
 * Differences, because the baseline is uncertain if it is short or bent.
 */
function isTooSteep(
  above: Float64Array,
  { top, noise }: { readonly top: number; readonly noise: number },
): boolean {
  const rise = (index: number) => at(above, index + 1) - at(above, index);
  const limit = CQ.steepErrors * noise * STEEP_ERROR;
  for (let index = top - CQ.steepBefore; index <= top; index++)
    if (rise(index + 1) - CQ.mostGrowth * rise(index) > limit) return true;
  return false;
}

/** Standard error of `rise(n + 1) − 2 rise(n)` for a noise of one: its readings count 1, −3 and 2 times. */
const STEEP_ERROR = Math.hypot(1, 1 + CQ.mostGrowth, CQ.mostGrowth);

/** A straight line does not rise; any other curve without an exponential rise is doubtful. */
function withoutBend(value: Float64Array, noise: number): FoundCq {
  if (isConstant(value)) return notKnown('constant');
  const apart = aboveLine(value, { from: CQ.settling, to: value.length }).slice(CQ.settling);
  return apart.every((now) => Math.abs(now) < CQ.straight * noise)
    ? { outcome: 'none' }
    : notKnown('unclear');
}

/** Whether it stays at its largest value: the detector reads nothing, or is saturated. */
function isConstant(value: Float64Array): boolean {
  const ceiling = Math.max(...value);
  return value.filter((now) => now === ceiling).length >= value.length * CQ.constantPart;
}

/** Coefficients of the second derivative of a quadratic through seven points, times 42 (Savitzky & Golay, table). */
const BEND: readonly number[] = [5, 0, -3, -4, -3, 0, 5];
const BEND_NORM = 42;
/** Standard error of the second derivative for a noise of one: √84 / 42. */
const BEND_ERROR = Math.sqrt(BEND.reduce((sum, one) => sum + one * one, 0)) / BEND_NORM;

/** The second derivative at a reading with half a window on both sides, per cycle². */
const bendAt = (value: Float64Array, index: number): number =>
  BEND.reduce((sum, one, place) => sum + one * at(value, index - CQ.half + place), 0) / BEND_NORM;

function mostBent(value: Float64Array): number {
  let top = FIRST_TOP;
  for (let index = FIRST_TOP; index < value.length - CQ.half; index++)
    if (bendAt(value, index) > bendAt(value, top)) top = index;
  return top;
}

/** The maximum of the parabola through the second derivative at its maximum and beside it, relative to it: −0.5 to 0.5. */
function vertex(value: Float64Array, top: number): number {
  const [before, middle, after] = [bendAt(value, top - 1), bendAt(value, top), bendAt(value, top + 1)];
  // Rounding may give slightly more.
  return Math.max(-0.5, Math.min(0.5, (before - after) / (2 * (before - 2 * middle + after))));
}

/** The readings above a straight line through some of them, least squares. */
function aboveLine(
  value: Float64Array,
  { from, to }: { readonly from: number; readonly to: number },
): Float64Array {
  const points = value.slice(from, to);
  const middle = (points.length - 1) / 2;
  const mean = points.reduce((sum, now) => sum + now, 0) / points.length;
  let up = 0;
  let across = 0;
  for (const [index, now] of points.entries()) {
    up += (index - middle) * (now - mean);
    across += (index - middle) ** 2;
  }
  const slope = up / across;
  return value.map((now, index) => now - mean - slope * (index - from - middle));
}

/** The standard deviation of one reading, from third differences, which are small for a smooth curve. */
export function noiseOf(value: Float64Array): number {
  const differences = value
    .slice(3)
    .map((now, index) =>
      Math.abs(now - 3 * at(value, index + 2) + 3 * at(value, index + 1) - at(value, index)),
    );
  const range = Math.max(...value) - Math.min(...value);
  return Math.max(
    (CQ.perMedian * medianOf(differences)) / Math.sqrt(20),
    range * CQ.leastNoise,
    Number.MIN_VALUE,
  );
}

export function medianOf(values: ArrayLike<number>): number {
  const sorted = Array.from(values).sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
