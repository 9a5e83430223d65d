import { DistinctAxes, joined } from './distinct-axes.ts';
import { writeNumbers, type NumberColumn } from './number-columns.ts';
import { packBody } from './packed-body.ts';
import { CURVES, type CurveGroup, type PackedHead, type PlacedCurve } from './packed-head.ts';

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
  return packBody(CURVES, head, [...axisColumns, ...columns]);
}

const keyOf = ({ channel, phase, quantity }: PlacedCurve) => `${channel} ${phase} ${quantity}`;
