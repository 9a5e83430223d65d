import { z } from 'zod';

/**
 * A compressed series of slowly changing numbers, such as a curve. The numbers are integers divided by
 * `scale`. `steps` holds their second differences (assuming two zeros before the start), zigzag encoded: 0,
 * 1, 2, 3 … for 0, −1, 1, −2 …, in base 32, least significant digit first. Each digit is a character of
 * base64url; 32 is added when another digit of the same number follows. Most steps are one character, which
 * gzip halves again.
 */
export const packedColumnSchema = z.object({
  scale: z.number().positive(),
  steps: z.string().regex(/^[\w-]*$/),
});
export type PackedColumn = z.infer<typeof packedColumnSchema>;

/** The points of a curve as columns: temperatures in °C, and values of −dF/dT in RFU/°C. */
export const chartPointsSchema = z.object({ x: packedColumnSchema, y: packedColumnSchema });
export type ChartPoints = z.infer<typeof chartPointsSchema>;

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BASE = 32;
/** By character code: an array is four times as fast as a map, and a chart has 200,000 characters. */
const PLACE = new Uint8Array(128);
Array.from(DIGITS, (digit, place) => (PLACE[digit.charCodeAt(0)] = place));

/** Rounds numbers to multiples of 1/scale and packs them. */
export function packColumn(values: ArrayLike<number>, scale: number): PackedColumn {
  let steps = '';
  let former = 0;
  let formerDifference = 0;
  for (let index = 0; index < values.length; index++) {
    const whole = Math.round((values[index] ?? 0) * scale);
    const difference = whole - former;
    steps += digitsOf(difference - formerDifference);
    former = whole;
    formerDifference = difference;
  }
  return { scale, steps };
}

/** Codes up to this size, nearly all of them, are looked up. */
const COMMON = 512;
const COMMON_DIGITS = Array.from({ length: 2 * COMMON + 1 }, (_, index) => writeDigits(index - COMMON));

const digitsOf = (step: number): string => COMMON_DIGITS[step + COMMON] ?? writeDigits(step);

function writeDigits(step: number): string {
  let digits = '';
  let left = step < 0 ? -2 * step - 1 : 2 * step;
  for (; left >= BASE; left = Math.floor(left / BASE)) digits += DIGITS.charAt(BASE + (left % BASE));
  return digits + DIGITS.charAt(left);
}

export function unpackColumn({ scale, steps }: PackedColumn): number[] {
  const values: number[] = [];
  let value = 0;
  let difference = 0;
  let folded = 0;
  let worth = 1;
  for (let index = 0; index < steps.length; index++) {
    const place = PLACE[steps.charCodeAt(index)] ?? 0;
    folded += (place % BASE) * worth;
    worth *= BASE;
    if (place >= BASE) continue;
    difference += folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
    value += difference;
    values.push(value / scale);
    folded = 0;
    worth = 1;
  }
  return values;
}

/** Temperatures have a resolution of 0.001 °C. */
const PARTS_OF_A_DEGREE = 1000;
/** A screen shows at most a thousandth of a curve's height; four times as fine allows zooming. */
const PARTS_OF_A_HEIGHT = 4000;

/**
 * The resolution of the drawn values, in parts of a unit. Never finer than the noise between readings, by the
 * median of the second differences, since finer digits carry no information.
 */
function drawnScale(values: Float64Array): number {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const jitters = values.slice(2);
  for (let index = 0; index < jitters.length; index++) {
    const [first = 0, second = 0, third = 0] = [values[index], values[index + 1], values[index + 2]];
    jitters[index] = Math.abs(third - 2 * second + first);
  }
  const jitter = jitters.sort()[jitters.length >> 1] ?? 0;
  const unit = Math.max((most - least) / PARTS_OF_A_HEIGHT, jitter);
  return unit > 0 && Number.isFinite(unit) ? Number((1 / unit).toPrecision(2)) : 1;
}

/** Packs a curve at the resolution of the screen. */
export function packPoints({ temperature, value }: Columns): ChartPoints {
  return { x: packTemperatures(temperature), y: packColumn(value, drawnScale(value)) };
}

/** The last packed temperatures, since a plate's curves mostly share them. */
let lastPacked: { readonly temperature: Float64Array; readonly packed: PackedColumn } | null = null;

function packTemperatures(temperature: Float64Array): PackedColumn {
  if (lastPacked !== null && isSame(lastPacked.temperature, temperature)) return lastPacked.packed;
  const packed = packColumn(temperature, PARTS_OF_A_DEGREE);
  lastPacked = { temperature: temperature.slice(), packed };
  return packed;
}

function isSame(one: Float64Array, other: Float64Array): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

interface Columns {
  /** °C */
  readonly temperature: Float64Array;
  /** RFU/°C */
  readonly value: Float64Array;
}

/** The last unpacked temperatures, since a plate's curves mostly share them. */
let lastTemperatures: { readonly packed: PackedColumn; readonly values: readonly number[] } | null = null;

function temperaturesOf(packed: PackedColumn): readonly number[] {
  const last = lastTemperatures;
  if (last?.packed.steps === packed.steps && last.packed.scale === packed.scale) return last.values;
  const values = unpackColumn(packed);
  lastTemperatures = { packed, values };
  return values;
}

/** The points of a curve in order. */
export function unpackPoints({ x, y }: ChartPoints): { readonly x: number; readonly y: number }[] {
  const values = unpackColumn(y);
  return temperaturesOf(x).map((temperature, index) => ({ x: temperature, y: values[index] ?? 0 }));
}
