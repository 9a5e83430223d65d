import type { ImportReport } from '@curvewell/domain';

import type { AmplificationCurve } from '../run-file.ts';

/** One line for each channel and dye. */
export function reportAmplification(
  curves: readonly AmplificationCurve[],
): NonNullable<ImportReport['amplification']> {
  return [...Map.groupBy(curves, ({ channel, dye }) => `${channel} ${dye}`).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [
      {
        channel: first.channel,
        dye: first.dye,
        wellCount: group.length,
        cycleCount: group.reduce((most, { cycle }) => Math.max(most, cycle.length), 0),
        cqCount: group.filter(({ cq }) => cq !== null).length,
      },
    ];
  });
}
