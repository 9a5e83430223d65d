import type { Part, Series } from '../part.ts';

export type DyedSeries = Series & {
  readonly dye: string;
  readonly source: number;
  readonly evenLengths: boolean;
  /** No file of the upload names the dye: `dye` is a description, and the user chooses the channel. */
  readonly isUnnamed: boolean;
};

const UNNAMED = 'no dye named';

/** Joins curves without dyes to the table with the dye of each well and target. */
export function joinDyes(parts: readonly Part[]): readonly DyedSeries[] {
  const dyesByWell = Map.groupBy(
    parts.flatMap((part) => part.dyes),
    ({ position }) => position,
  );
  const dyeOf = ({ position, target }: Series): string | null => {
    const dyes = (dyesByWell.get(position) ?? []).filter((one) => target === null || one.target === target);
    const [dye, ...others] = new Set(dyes.map((one) => one.dye));
    return dye === undefined || others.length > 0 ? null : dye;
  };
  const joined = parts.flatMap((part) =>
    part.series.map((series) => ({
      series,
      source: part.source,
      evenLengths: part.evenLengths,
      dye: series.dye ?? dyeOf(series),
    })),
  );
  const unnamed = joined.filter(({ dye }) => dye === null).map(({ series }) => series);
  const needTargets = hasTwoInAWell(unnamed);
  return joined.map(({ series, source, evenLengths, dye }) => ({
    ...series,
    source,
    evenLengths,
    dye: dye ?? (needTargets ? `${UNNAMED}, target ${series.target ?? ''}` : UNNAMED),
    isUnnamed: dye === null,
  }));
}

/** One answer applies to all targets, unless a well has two. */
function hasTwoInAWell(series: readonly Series[]): boolean {
  return [...Map.groupBy(series, ({ position }) => position).values()].some(
    (ofWell) => new Set(ofWell.map(({ target }) => target)).size > 1,
  );
}
