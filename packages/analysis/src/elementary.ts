import { at } from './at.ts';

/**
 * Exponential and logarithm from the four basic operations and the square root alone. Those are exact in IEEE
 * 754, so every engine gives the same bits, which is not guaranteed for `Math.exp` and `Math.log`. Relative
 * error 2·10⁻¹⁵.
 *
 * @see P. T. P. Tang, ACM Trans. Math. Softw. 15 (1989) 144, doi:10.1145/63522.214389 (table, then short
 * polynomial)
 */
const STEP_BITS = 8;
const STEPS = 1 << STEP_BITS;

/** ln 2 in two parts; the first ends in zero bits, so that its products with small integers are exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const STEPS_PER_LN2 = STEPS / Math.LN2;
const STEP_HIGH = LN2_HIGH / STEPS;
const STEP_LOW = LN2_LOW / STEPS;

/** Adding and subtracting 1.5·2⁵² rounds to the nearest integer. */
const ROUNDER = 6755399441055744;

export const LARGEST_EXPONENT = 700;

/** 2^−1022 to 2^1022. */
const POWERS = 1023;
const powersOfTwo = new Float64Array(2 * POWERS);
powersOfTwo[POWERS] = 1;
for (let i = 1; i < POWERS; i++) {
  powersOfTwo[POWERS + i] = 2 * at(powersOfTwo, POWERS + i - 1);
  powersOfTwo[POWERS - i] = 0.5 * at(powersOfTwo, POWERS - i + 1);
}

/** 2^(i/256) by repeated square roots. */
const fractionsOfTwo = new Float64Array(STEPS);
for (let i = 0; i < STEPS; i++) {
  let root = 2;
  let product = 1;
  for (let bit = STEPS >> 1; bit > 0; bit >>= 1) {
    root = Math.sqrt(root);
    if ((i & bit) !== 0) product *= root;
  }
  fractionsOfTwo[i] = product;
}

/** e^x for −700 ≤ x ≤ 700; undefined outside. */
export function expWithin(x: number): number {
  const steps = x * STEPS_PER_LN2 + ROUNDER - ROUNDER;
  const r = x - steps * STEP_HIGH - steps * STEP_LOW;
  const k = steps | 0;
  const fraction = at(fractionsOfTwo, k & (STEPS - 1));
  const rr = r * r;
  const series = r + rr * (1 / 2 + r * (1 / 6) + rr * (1 / 24));
  return (fraction + fraction * series) * at(powersOfTwo, (k >> STEP_BITS) + POWERS);
}

/** e^x; beyond ±700 it is 0 or infinite. */
export function exp(x: number): number {
  if (x < -LARGEST_EXPONENT) return 0;
  if (x > LARGEST_EXPONENT) return Infinity;
  return x === x ? expWithin(x) : x;
}

/** ln c and 1/c of the centres c = 1 + i/128; the logarithm by the series of atanh((c − 1)/(c + 1)). */
const CENTRES = 128;
const centreInverse = new Float64Array(CENTRES + 1);
const centreLog = new Float64Array(CENTRES + 1);
for (let i = 0; i <= CENTRES; i++) {
  const ratio = i / (2 * CENTRES + i);
  let sum = 0;
  for (let n = 39; n > 0; n -= 2) sum = sum * ratio * ratio + 2 / n;
  centreInverse[i] = CENTRES / (CENTRES + i);
  centreLog[i] = sum * ratio;
}

/** ln(1 + x) for 0 ≤ x ≤ 1. */
function logOnePlus(x: number): number {
  const i = (x * CENTRES + 0.5) | 0;
  const r = (x - i / CENTRES) * at(centreInverse, i);
  const series = 1 / 2 - r * (1 / 3 - r * (1 / 4 - r * (1 / 5 - r * (1 / 6))));
  return at(centreLog, i) + (r - r * r * series);
}

/** ln x of a positive number. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : Number.NaN;
  if (x === Infinity) return x;
  let power = 0;
  let part = x;
  // Halving is exact.
  for (; part >= 256; part *= 1 / 256) power += 8;
  for (; part < 1 / 256; part *= 256) power -= 8;
  for (; part >= 2; part *= 0.5) power++;
  for (; part < 1; part *= 2) power--;
  return power * LN2_HIGH + (logOnePlus(part - 1) + power * LN2_LOW);
}

/**
 * ln(1 + e^−a) and its derivatives: Taylor series around a = i/16, six coefficients each, by rising powers of
 * i/16 − a. Error within 1/32 of the centre: 10⁻¹².
 */
export const SOFT_STEPS = 16;
export const SOFT_TERMS = 6;
/** From here on ln(1 + e^−a) is 0 to ten digits. */
export const SOFT_END = 24;
export const softSeries = new Float64Array(SOFT_TERMS * (SOFT_STEPS * SOFT_END + 1));
for (let i = 0; i < SOFT_STEPS * SOFT_END; i++) {
  const e = exp(-i / SOFT_STEPS);
  const p = e / (1 + e);
  const bend = p * (1 - p);
  softSeries.set(
    [
      logOnePlus(e),
      p,
      bend / 2,
      (bend * (1 - 2 * p)) / 6,
      (bend * (1 - 6 * bend)) / 24,
      (bend * (1 - 2 * p) * (1 - 12 * bend)) / 120,
    ],
    SOFT_TERMS * i,
  );
}
