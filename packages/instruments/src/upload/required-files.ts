import type { Ignored } from '../import-report.ts';
import type { Part, WellLabel } from '../part.ts';

interface NeededFiles {
  /** Their indices in the upload. */
  readonly sources: readonly number[];
  readonly ignored: readonly Ignored[];
}

/**
 * The files that a run needs. An instrument's software exports far more than curves: of a dozen reports the
 * run needs the curves, the files that confirm their completeness, one list of wells, and the run
 * information.
 */
export function requiredFiles(parts: readonly Part[], readSources: ReadonlySet<number>): NeededFiles {
  const needed = new Set<number>();
  const known = new Set<string>();
  // Melt reports first, because others list the same wells.
  const order = [...parts].sort((a, b) => rank(a) - rank(b));
  for (const part of order) {
    const labels = part.wells.map(labelKey);
    const isNews = labels.some((label) => !known.has(label));
    const isNeeded = readSources.has(part.source) || part.dyes.length > 0 || hasFacts(part) || isNews;
    if (!isNeeded) continue;
    needed.add(part.source);
    for (const label of labels) known.add(label);
  }
  const left = Map.groupBy(
    parts.filter(({ source }) => !needed.has(source)),
    ({ file }) => file,
  );
  return {
    sources: [...needed].sort((a, b) => a - b),
    ignored: [...left].map(([file, ofFile]) => ({ file, part: file, reason: reasonOf(ofFile) })),
  };
}

const rank = ({ series, file }: Part): number => (series.length > 0 ? 0 : /melt/i.test(file) ? 1 : 2);

const labelKey = ({ position, dye, name, sampleType }: WellLabel): string =>
  [position, dye, name, sampleType].join('|');

const hasFacts = ({ runDate, plateId, instrument, software }: Part): boolean =>
  [runDate, plateId, instrument.name, instrument.model, software].some((fact) => fact !== null);

function reasonOf(parts: readonly Part[]): string {
  if (parts.some(({ series }) => series.length > 0)) return 'its dye is not read; the file is not stored';
  if (parts.some(({ wells }) => wells.length > 0))
    return 'another file lists the same wells; it is not stored';
  return 'the run does not need it; it is not stored';
}
