import { diagnosticLetters, meaningOf, type DiagnosticColor } from '../diagnostics/diagnostic-color.ts';
import { replicatesText } from '../plate/replicates.ts';

interface FoundWell {
  readonly position: string;
  /** The diagnostic in effect; null: No call. */
  readonly found: DiagnosticColor | null;
}

/** Whether a diagnostic says that a product was found. */
export const isPositive = (found: DiagnosticColor | null): found is DiagnosticColor =>
  found !== null && meaningOf(found) === 'positive';

export const positiveWells = <Well extends FoundWell>(wells: readonly Well[]): Well[] =>
  wells.filter(({ found }) => isPositive(found));

interface Undecided {
  readonly wells: readonly FoundWell[];
  /** Of the wells together; null: none. */
  readonly found: DiagnosticColor | null;
}

/**
 * The positive wells with another diagnostic than the result. The wild type is positive as well, so a positive result
 * may hide another one.
 */
export const unreportedPositives = ({ wells, found }: Undecided): FoundWell[] =>
  positiveWells(wells).filter((well) => well.found?.diagnostic.name !== found?.diagnostic.name);

/** The most wells that a sentence names. */
const MOST_NAMED = 6;

/**
 * “X Heterozygous in 1 of 2 wells (A1)”, “X Heterozygous in A1”
 *
 * @param all - the number of wells of which these are some
 */
export const positiveWellsText = (positives: readonly FoundWell[], all: number): string =>
  [...Map.groupBy(positives, ({ found }) => found?.diagnostic.name)]
    .flatMap(([, group]) => {
      const found = group[0]?.found ?? null;
      if (found === null) return [];
      const positions = group.map(({ position }) => position);
      const places = replicatesText({ positions: positions.slice(0, MOST_NAMED), count: positions.length });
      const where = all === 1 ? places : `${positions.length} of ${all} wells (${places})`;
      return [`${diagnosticLetters(found)} ${found.diagnosticLabel} in ${where}`];
    })
    .join(', ');

/** “but X Heterozygous in 1 of 2 wells (A1)”; empty: each positive well has the result */
export function butPositiveText(of: Undecided): string {
  const positives = unreportedPositives(of);
  return positives.length === 0 ? '' : `but ${positiveWellsText(positives, of.wells.length)}`;
}
