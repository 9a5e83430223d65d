import type { FoundCurves } from '../import-report.ts';
import type { RunCurve } from '../run-file.ts';

/** One line for each kind of curve: channel, dye, phase and quantity. */
export function reportCurves(curves: readonly RunCurve[]): FoundCurves[] {
  const groups = new Map<string, RunCurve[]>();
  for (const curve of curves) {
    const key = [curve.channel, curve.dye, curve.phase, curve.quantity].join('|');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [curve]);
    else group.push(curve);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { channel, dye, phase, quantity } = first;
    const lengths = group.map(({ value }) => value.length);
    const ends = group.map(({ temperature }) => extremes(temperature));
    return [
      {
        channel,
        dye,
        phase,
        quantity,
        wellCount: group.length,
        pointCount: [Math.min(...lengths), Math.max(...lengths)],
        temperature: [Math.min(...ends.map(([low]) => low)), Math.max(...ends.map(([, high]) => high))],
      },
    ];
  });
}

function extremes(values: Float64Array): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
