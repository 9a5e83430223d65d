import type { AmplificationCurve, RunCurve, RunFile } from '../run-file.ts';

type CurveHead = Omit<RunCurve, 'temperature' | 'value'>;
type AmplificationHead = Omit<AmplificationCurve, 'cycle' | 'value'>;

/**
 * A run for the transfer between processes: thousands of small arrays would each cost more than their
 * numbers.
 */
export interface PackedRun {
  readonly facts: Omit<RunFile, 'curves' | 'amplification'>;
  readonly curves: PackedSeries<CurveHead>;
  readonly amplification: PackedSeries<AmplificationHead>;
}

interface PackedSeries<Head> {
  /** Axes of temperature or cycles, which curves of one table share. */
  readonly axes: readonly Float64Array[];
  readonly heads: readonly Head[];
  /** Index of its axis, for each curve. */
  readonly axisOf: readonly number[];
  /** The values of all curves, concatenated. */
  readonly values: Float64Array;
}

export const packRun = ({ curves, amplification, ...facts }: RunFile): PackedRun => ({
  facts,
  curves: packSeries(curves, ({ temperature, value, ...head }) => ({ head, axis: temperature, value })),
  amplification: packSeries(amplification, ({ cycle, value, ...head }) => ({ head, axis: cycle, value })),
});

interface Split<Head> {
  readonly head: Head;
  readonly axis: Float64Array;
  readonly value: Float64Array;
}

function packSeries<Curve extends { readonly value: Float64Array }, Head>(
  curves: readonly Curve[],
  split: (curve: Curve) => Split<Head>,
): PackedSeries<Head> {
  const indices = new Map<Float64Array, number>();
  const values = new Float64Array(curves.reduce((sum, { value }) => sum + value.length, 0));
  const axisOf: number[] = [];
  let offset = 0;
  const heads = curves.map((curve) => {
    const { head, axis, value } = split(curve);
    const index = indices.get(axis) ?? indices.size;
    indices.set(axis, index);
    axisOf.push(index);
    values.set(value, offset);
    offset += value.length;
    return head;
  });
  return { axes: [...indices.keys()], heads, axisOf, values };
}

export const unpackRun = ({ facts, curves, amplification }: PackedRun): RunFile => ({
  ...facts,
  curves: unpackSeries(curves).map(({ head, axis, value }) => ({ ...head, temperature: axis, value })),
  amplification: unpackSeries(amplification).map(({ head, axis, value }) => ({
    ...head,
    cycle: axis,
    value,
  })),
});

function unpackSeries<Head>({ axes, heads, axisOf, values }: PackedSeries<Head>): Split<Head>[] {
  let end = 0;
  return heads.map((head, index) => {
    const axis = axes[axisOf[index] ?? -1];
    if (axis === undefined) throw new Error('a packed curve has no axis');
    const start = end;
    end += axis.length;
    return { head, axis, value: values.subarray(start, end) };
  });
}
