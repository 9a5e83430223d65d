import type { CombinedResult } from './combined-result.ts';
import { comparePositions } from '../plate/plate.ts';
import { foldedName } from '../plate/plate-doubts.ts';
import type { RunDoubts } from '../run/run-check.ts';

/**
 * Samples of one kit version whose names differ only in case, spaces or Unicode form, or that share a name but neither
 * order nor type: they may be one sample, and were not joined.
 */
export function alikeNotes(combined: readonly CombinedResult[]): RunDoubts['plate'] {
  const groups = Map.groupBy(
    combined.filter(({ name }) => name !== null),
    ({ name, kitVersionId }) => JSON.stringify([foldedName(name ?? ''), kitVersionId]),
  );
  return [...groups.values()].flatMap((group) => {
    if (group.length < 2) return [];
    const positions = group.flatMap(({ channels }) =>
      channels.flatMap(({ wells }) => wells.map(({ position }) => position)),
    );
    const names = [...new Set(group.map(({ name }) => name ?? ''))];
    const what =
      names.length > 1
        ? `almost the same name: ${names.join(', ')}`
        : `the name ${names[0] ?? ''} and different orders or types`;
    return [
      {
        text: `${group.length} samples with ${what}`,
        positions: [...new Set(positions)].sort(comparePositions),
      },
    ];
  });
}
