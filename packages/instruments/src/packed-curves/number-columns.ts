/**
 * Lossless columns of numbers in packed curves: see docs/packed-curves.md.
 *
 * Neighbouring readings are close to each other, so second differences are small. The upper bytes of small
 * numbers are equal and, stored side by side, compress to almost nothing.
 */

/** The encoding of a column's numbers. */
export type NumberKind =
  /** Integers: the value times 10 to the power of `digits`. */
  | { readonly kind: 'decimal'; readonly digits: number; readonly width: number; readonly order?: Order }
  /** The bits of 32-bit floating point numbers as integers. */
  | { readonly kind: 'float32'; readonly width: number; readonly order?: Order }
  /** The bits of 64-bit floating point numbers, with an order as integers. */
  | { readonly kind: 'float64'; readonly width: 8; readonly order?: Order };

/** How often differences are taken. Omitted, as in version 1: 2, for `float64` 0. */
type Order = 1 | 2;

export interface NumberColumn {
  readonly numbers: NumberKind;
  readonly bytes: Uint8Array;
}

const MOST_DIGITS = 12;
/** Second differences add up to four of them, plus a sign, and must be exact in a double (2 ** 53). */
const LARGEST_INTEGER = 2 ** 49;

/**
 * Writes a column of concatenated series.
 *
 * @param values - all series
 * @param counts - the number of values of each series
 */
export function writeNumbers(values: Float64Array, counts: readonly number[]): NumberColumn {
  const digits = decimalDigits(values);
  const order = smallestOrder(values, counts);
  if (digits !== null) {
    const power = 10 ** digits;
    const integers = values.map((value) => Math.round(value * power));
    const { width, bytes } = writeIntegers(integers, counts, order);
    return { numbers: { kind: 'decimal', digits, width, order }, bytes };
  }
  const single = Float32Array.from(values);
  if (values.every((value, index) => Object.is(single[index], value) && !Number.isNaN(value))) {
    const { width, bytes } = writeIntegers(Float64Array.from(new Int32Array(single.buffer)), counts, order);
    return { numbers: { kind: 'float32', width, order }, bytes };
  }
  const bits = differencesOfBits(values, counts, order);
  return { numbers: { kind: 'float64', width: 8, order }, bytes: toPlanes(bytesOf(bits), 8) };
}

/** Reads the output of {@link writeNumbers}, bit by bit. */
export function readNumbers({ numbers, bytes }: NumberColumn, counts: readonly number[]): Float64Array {
  if (numbers.kind === 'float64') {
    const { buffer } = fromPlanes(bytes, 8);
    return numbers.order === undefined
      ? new Float64Array(buffer)
      : valuesOfBits(new Uint32Array(buffer), counts, numbers.order);
  }
  const integers = readIntegers(bytes, numbers.width, { counts, order: numbers.order ?? 2 });
  if (numbers.kind === 'float32')
    return Float64Array.from(new Float32Array(Int32Array.from(integers).buffer));
  const power = 10 ** numbers.digits;
  // The quotient of two exact integers is the double nearest to the decimal number, which is the one read
  // from the file.
  return integers.map((integer) => integer / power);
}

/** Second differences of a smooth curve are smaller than the first ones, those of noise are larger. */
function smallestOrder(values: Float64Array, counts: readonly number[]): Order {
  let smaller = 0;
  eachSeries(counts, (start, end) => {
    for (let index = start + 2; index < end; index++) {
      const difference = at(values, index) - at(values, index - 1);
      const former = at(values, index - 1) - at(values, index - 2);
      smaller += Math.abs(difference - former) < Math.abs(difference) ? 1 : -1;
    }
  });
  return smaller > 0 ? 2 : 1;
}

/** The number of decimals that represents all values exactly; null: too many. */
function decimalDigits(values: Float64Array): number | null {
  for (let digits = 0; digits <= MOST_DIGITS; digits++) {
    const power = 10 ** digits;
    if (values.every((value) => isDecimal(value, power))) return digits;
  }
  return null;
}

function isDecimal(value: number, power: number): boolean {
  const integer = Math.round(value * power);
  // An integer has no negative zero.
  return Math.abs(integer) <= LARGEST_INTEGER && integer / power === value && !Object.is(value, -0);
}

function writeIntegers(
  integers: Float64Array,
  counts: readonly number[],
  most: Order,
): { width: number; bytes: Uint8Array } {
  const zigzag = integers.slice();
  eachSeries(counts, (start, end) => {
    for (let order = 0; order < most; order++)
      for (let index = end - 1; index > start + order; index--)
        zigzag[index] = at(zigzag, index) - at(zigzag, index - 1);
  });
  for (const [index, value] of zigzag.entries()) zigzag[index] = value < 0 ? -2 * value - 1 : 2 * value;
  const largest = zigzag.reduce((most, value) => Math.max(most, value), 0);
  const width = Math.max(1, Math.ceil(Math.log2(largest + 1) / 8));
  const bytes = new Uint8Array(zigzag.length * width);
  for (const [index, value] of zigzag.entries()) {
    let rest = value;
    for (let byte = 0; byte < width; byte++) {
      bytes[byte * zigzag.length + index] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }
  return { width, bytes };
}

function readIntegers(
  bytes: Uint8Array,
  width: number,
  { counts, order: most }: { readonly counts: readonly number[]; readonly order: Order },
): Float64Array {
  const integers = new Float64Array(bytes.length / width);
  const { length } = integers;
  for (let byte = width - 1; byte >= 0; byte--)
    for (let index = 0; index < length; index++)
      integers[index] = at(integers, index) * 256 + at(bytes, byte * length + index);
  for (let index = 0; index < length; index++) {
    const value = at(integers, index);
    integers[index] = value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
  eachSeries(counts, (start, end) => {
    for (let order = most - 1; order >= 0; order--)
      for (let index = start + order + 1; index < end; index++)
        integers[index] = at(integers, index) + at(integers, index - 1);
  });
  return integers;
}

/** Differences of the bits as 64-bit integers, which wrap around, zigzag encoded. */
function differencesOfBits(values: Float64Array, counts: readonly number[], most: Order): BigInt64Array {
  const bits = new BigInt64Array(values.slice().buffer);
  eachSeries(counts, (start, end) => {
    for (let order = 0; order < most; order++)
      for (let index = end - 1; index > start + order; index--)
        bits[index] = bit(bits, index) - bit(bits, index - 1);
  });
  return bits.map((value) => (value << 1n) ^ (value >> 63n));
}

/** Reads the output of {@link differencesOfBits}, in halves: an integer of 64 bits would be an object each. */
function valuesOfBits(bits: Uint32Array<ArrayBuffer>, counts: readonly number[], most: Order): Float64Array {
  for (let low = 0; low < bits.length; low += 2) {
    const lower = bits[low] ?? 0;
    const upper = bits[low + 1] ?? 0;
    const sign = -(lower & 1);
    bits[low] = ((lower >>> 1) | (upper << 31)) ^ sign;
    bits[low + 1] = (upper >>> 1) ^ sign;
  }
  eachSeries(counts, (start, end) => {
    for (let order = most - 1; order >= 0; order--)
      for (let low = 2 * (start + order + 1); low < 2 * end; low += 2) {
        const sum = (bits[low] ?? 0) + (bits[low - 2] ?? 0);
        const carry = sum >= 2 ** 32 ? 1 : 0;
        bits[low] = sum;
        bits[low + 1] = (bits[low + 1] ?? 0) + (bits[low - 1] ?? 0) + carry;
      }
  });
  return new Float64Array(bits.buffer);
}

const bit = (bits: BigInt64Array, index: number): bigint => bits[index] ?? 0n;

function eachSeries(counts: readonly number[], work: (start: number, end: number) => void): void {
  let start = 0;
  for (const count of counts) {
    work(start, start + count);
    start += count;
  }
}

/** The first bytes of all numbers, then the second ones, and so on. */
function toPlanes(bytes: Uint8Array, width: number): Uint8Array {
  const count = bytes.length / width;
  return bytes.map((_, place) => at(bytes, (place % count) * width + Math.floor(place / count)));
}

function fromPlanes(planes: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const count = planes.length / width;
  const bytes = new Uint8Array(planes.length);
  for (let plane = 0; plane < width; plane++)
    for (let index = 0; index < count; index++)
      bytes[index * width + plane] = planes[plane * count + index] ?? 0;
  return bytes;
}

function bytesOf({ buffer, byteOffset, byteLength }: BigInt64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function at(array: Float64Array | Uint8Array, index: number): number {
  return array[index] ?? 0;
}
