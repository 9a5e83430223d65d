/**
 * The label of a set of zones, a copy of the domain's function: only types are imported from there, to avoid
 * zod.
 */
export const combinationLabel = (zones: readonly string[]): string =>
  zones.length === 0 ? 'NONE' : [...zones].sort().join(' + ');

/** A set of a channel's zones with its label, in the order of the rules' list. */
export interface ZoneCombination {
  readonly label: string;
  readonly zones: readonly string[];
}

/**
 * All sorted subsets of the zones: `NONE` first, then by length of the label, then by its letters.
 *
 * @param zones - letters in any order, possibly repeated
 */
export function zoneCombinations(zones: readonly string[]): ZoneCombination[] {
  const letters = [...new Set(zones)].sort();
  const subsets = letters.reduce<string[][]>(
    (found, letter) => [...found, ...found.map((subset) => [...subset, letter])],
    [[]],
  );
  return subsets
    .sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1))
    .map((subset) => ({ label: combinationLabel(subset), zones: subset }));
}
