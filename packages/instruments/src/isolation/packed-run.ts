import type { RunCurve, RunFile } from '../run-file.ts';

type CurveHead = Omit<RunCurve, 'temperature' | 'value'>;

/**
 * A run for the transfer between processes: thousands of small arrays would each cost more than their
 * numbers.
 */
export interface PackedRun {
  readonly facts: Omit<RunFile, 'curves'>;
  /** Temperature axes, which curves of one table share. */
  readonly axes: readonly Float64Array[];
  readonly heads: readonly CurveHead[];
  /** Index of its axis, for each curve. */
  readonly axisOf: readonly number[];
  /** The values of all curves, concatenated. */
  readonly values: Float64Array;
}

export function packRun({ curves, ...facts }: RunFile): PackedRun {
  const indices = new Map<Float64Array, number>();
  const values = new Float64Array(curves.reduce((sum, { value }) => sum + value.length, 0));
  const axisOf: number[] = [];
  let offset = 0;
  const heads = curves.map(({ temperature, value, ...head }) => {
    const axis = indices.get(temperature) ?? indices.size;
    indices.set(temperature, axis);
    axisOf.push(axis);
    values.set(value, offset);
    offset += value.length;
    return head;
  });
  return { facts, axes: [...indices.keys()], heads, axisOf, values };
}

export function unpackRun({ facts, axes, heads, axisOf, values }: PackedRun): RunFile {
  let end = 0;
  const curves = heads.map((head, index): RunCurve => {
    const temperature = axes[axisOf[index] ?? -1];
    if (temperature === undefined) throw new Error('a packed curve has no temperatures');
    const start = end;
    end += temperature.length;
    return { ...head, temperature, value: values.subarray(start, end) };
  });
  return { ...facts, curves };
}
