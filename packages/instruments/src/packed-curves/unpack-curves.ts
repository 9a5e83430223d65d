import { gunzipSync } from 'node:zlib';

import { readNumbers, type NumberKind } from './number-columns.ts';
import { MAGIC, packedHeadSchema, VERSION, type PackedHead, type PlacedCurve } from './packed-head.ts';

/** Several times a plate of 384 wells in six channels with 1,000 readings each. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * Unpacks curves bit by bit, group by group. Curves with the same axis share it.
 *
 * @throws Error with the fault in the bytes
 */
export function unpackCurves(packed: Uint8Array): PlacedCurve[] {
  const { head, columns } = open(packed);
  const axes = readAxes(head, columns);
  const curves = head.groups.flatMap((group) => {
    const { positions, axes: axisOf, numbers, ...place } = group;
    if (positions.length !== axisOf.length) throw damaged('name more wells than curves, or fewer');
    const temperatures = axisOf.map((index) => axes[index] ?? missingAxis(index));
    const values = columns.next(
      numbers,
      temperatures.map(({ length: count }) => count),
    );
    let end = 0;
    return temperatures.map((temperature, index): PlacedCurve => {
      const start = end;
      end += temperature.length;
      return { ...place, position: positions[index] ?? '', temperature, value: values.subarray(start, end) };
    });
  });
  columns.end();
  return curves;
}

/**
 * The temperatures of the first curve, °C, at a fraction of the cost of unpacking; null: no curve.
 *
 * @throws Error with the fault in the bytes
 */
export function firstTemperatures(packed: Uint8Array): Float64Array | null {
  const { head, columns } = open(packed);
  return readAxes(head, columns)[head.groups[0]?.axes[0] ?? -1] ?? null;
}

function open(packed: Uint8Array): { head: PackedHead; columns: Columns } {
  if (MAGIC.some((byte, index) => packed[index] !== byte)) throw damaged('do not begin with “CWPC”');
  if (packed[MAGIC.length] !== VERSION)
    throw damaged(`have version ${packed[MAGIC.length]}; this program reads version ${VERSION}`);
  const body = gunzip(packed.subarray(MAGIC.length + 1));
  const { head, length } = readHead(body);
  return { head, columns: new Columns(body.subarray(length)) };
}

const readAxes = ({ axes }: PackedHead, columns: Columns) =>
  axes.map(({ count, numbers }) => columns.next(numbers, [count]));

function gunzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch (cause) {
    throw new Error('The packed curves are damaged: they cannot be decompressed.', { cause });
  }
}

function readHead(body: Uint8Array): { head: PackedHead; length: number } {
  if (body.length < 4) throw damaged('end before their head');
  const length = 4 + new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  if (length > body.length) throw damaged('end within their head');
  try {
    const head: unknown = JSON.parse(new TextDecoder().decode(body.subarray(4, length)));
    return { head: packedHeadSchema.parse(head), length };
  } catch (cause) {
    throw new Error('The packed curves are damaged: their head does not have the documented form.', {
      cause,
    });
  }
}

class Columns {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(numbers: NumberKind, counts: readonly number[]): Float64Array {
    const end = this.#offset + counts.reduce((sum, count) => sum + count, 0) * numbers.width;
    if (end > this.#bytes.length) throw damaged('end within their readings');
    const bytes = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return readNumbers({ numbers, bytes }, counts);
  }

  end(): void {
    if (this.#offset !== this.#bytes.length) throw damaged('go on after their last reading');
  }
}

function missingAxis(index: number): never {
  throw damaged(`refer to temperatures ${index}, which they do not have`);
}

function damaged(what: string): Error {
  return new Error(`The packed curves are damaged: they ${what}.`);
}
