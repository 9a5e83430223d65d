/** Two peaks of one zone further apart than this are two mishaps and not one that goes on. */
const NEAR_RUNS = 10;

/**
 * The runs in which a zone was counted again and again.
 *
 * @param places - of runs with a peak that counts, in order; a run may be there several times
 * @returns groups of at least two runs, each nearer than ten runs to the one before
 */
export function contaminationRepeats(places: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && place - last < NEAR_RUNS) group.push(place);
    else groups.push([place]);
  }
  return groups.filter(({ length }) => length > 1);
}
