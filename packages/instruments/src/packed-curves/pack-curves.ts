import { gzipSync } from 'node:zlib';

import { writeNumbers, type NumberColumn } from './number-columns.ts';
import { MAGIC, VERSION, type CurveGroup, type PackedHead, type PlacedCurve } from './packed-head.ts';

/**
 * Packs the curves of a plate into one value without loss. The same curves give the same bytes with the same
 * zlib; the content is identified by a hash of the numbers, not of the bytes. The format:
 * docs/packed-curves.md.
 *
 * @param curves - temperatures in °C, values in the instrument's unit; of all channels and phases
 */
export function packCurves(curves: readonly PlacedCurve[]): Uint8Array<ArrayBuffer> {
  const axes = new DistinctAxes();
  const columns: NumberColumn[] = [];
  const groups = [...Map.groupBy(curves, keyOf).values()].map((group): CurveGroup => {
    const [{ channel, phase, quantity }] = group as [PlacedCurve, ...PlacedCurve[]];
    const column = writeNumbers(
      joined(group.map(({ value }) => value)),
      group.map(({ value }) => value.length),
    );
    columns.push(column);
    return {
      channel,
      phase,
      quantity,
      positions: group.map(({ position }) => position),
      axes: group.map(({ temperature }) => axes.indexOf(temperature)),
      numbers: column.numbers,
    };
  });
  const axisColumns = axes.all.map((axis) => writeNumbers(axis, [axis.length]));
  const head: PackedHead = {
    axes: axisColumns.map(({ numbers }, index) => ({ count: axes.all[index]?.length ?? 0, numbers })),
    groups,
  };
  const headBytes = new TextEncoder().encode(JSON.stringify(head));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, headBytes.length, true);
  const body = Buffer.concat([length, headBytes, ...[...axisColumns, ...columns].map(({ bytes }) => bytes)]);
  return Uint8Array.from(Buffer.concat([MAGIC, Uint8Array.of(VERSION), gzipSync(body, { level: 9 })]));
}

/** Most plates have one temperature axis, which is stored once. */
class DistinctAxes {
  readonly all: Float64Array[] = [];
  readonly #indices = new Map<string, number>();
  readonly #known = new Map<Float64Array, number>();

  indexOf(axis: Float64Array): number {
    const known = this.#known.get(axis);
    if (known !== undefined) return known;
    // Compares bits, because -0 differs from 0.
    const key = Buffer.from(axis.buffer, axis.byteOffset, axis.byteLength).toString('latin1');
    const index = this.#indices.get(key) ?? this.all.push(axis) - 1;
    this.#indices.set(key, index);
    this.#known.set(axis, index);
    return index;
  }
}

const keyOf = ({ channel, phase, quantity }: PlacedCurve) => `${channel} ${phase} ${quantity}`;

function joined(series: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(series.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const one of series) {
    all.set(one, offset);
    offset += one.length;
  }
  return all;
}
