/** Two peaks of a zone further apart than this are separate incidents. */
const NEAR_RUNS = 10;

/**
 * Groups of runs in which a zone has repeated peaks.
 *
 * @param places - of runs with a counted peak, in order; a run may occur several times
 * @returns groups of at least two runs, each within ten runs of the previous one
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
