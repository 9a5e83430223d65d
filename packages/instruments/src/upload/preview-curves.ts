import type { InspectedCurves } from '@curvewell/domain';

import type { DyedSeries } from '../assemble/joined-dyes.ts';

/** More points than a small picture can show. */
const MAX_POINTS = 40;
const SCALE = 1000;

/** The curves of each dye, thinned, in thousandths of their range. */
export function previewCurves(series: readonly DyedSeries[]): InspectedCurves[] {
  const groups = Map.groupBy(series, ({ dye, quantity }) => `${quantity} ${dye}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const temperature = rangeOf(group.map((one) => one.temperature));
    const value = rangeOf(group.map((one) => one.value));
    const lengths = group.map((one) => one.value.length);
    return [
      {
        dye: first.dye,
        quantity: first.quantity,
        wellCount: new Set(group.map(({ position }) => position)).size,
        pointCount: [Math.min(...lengths), Math.max(...lengths)] as [number, number],
        temperature,
        lines: group.map((one) =>
          thinned(one.value.length).flatMap((index) => [
            scaled(one.temperature[index] ?? 0, temperature),
            scaled(one.value[index] ?? 0, value),
          ]),
        ),
      },
    ];
  });
}

/** Evenly spread indices, including the first and the last. */
function thinned(length: number): number[] {
  const count = Math.min(length, MAX_POINTS);
  return Array.from({ length: count }, (_, index) =>
    count === 1 ? 0 : Math.round((index * (length - 1)) / (count - 1)),
  );
}

function scaled(value: number, [low, high]: readonly [number, number]): number {
  return high > low ? Math.round(((value - low) / (high - low)) * SCALE) : 0;
}

function rangeOf(lists: readonly Float64Array[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const list of lists) {
    for (const value of list) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}
