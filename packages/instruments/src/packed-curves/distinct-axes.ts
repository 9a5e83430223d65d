/** Most plates have one axis, which is stored once. */
export class DistinctAxes {
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

/** The values of all series, one after another. */
export function joined(series: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(series.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const one of series) {
    all.set(one, offset);
    offset += one.length;
  }
  return all;
}
