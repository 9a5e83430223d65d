import { damaged, openBody, type Columns } from './packed-body.ts';
import { CURVES, type PackedHead, type PlacedCurve } from './packed-head.ts';

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
    if (positions.length !== axisOf.length) throw damaged('do not name as many wells as curves');
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

const open = (packed: Uint8Array) => openBody(CURVES, packed);

const readAxes = ({ axes }: PackedHead, columns: Columns) =>
  axes.map(({ count, numbers }) => columns.next(numbers, [count]));

function missingAxis(index: number): never {
  throw damaged(`refer to temperatures ${index}, which they do not have`);
}
