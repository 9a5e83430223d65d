import type { Run } from '@curvewell/domain';

import { rowsOf, type KitRow } from '../rows/kit-rows.ts';

/** The content of step 1. */
export interface Metadata {
  readonly analyserId: string | null;
  readonly plateId: string;
  readonly rows: readonly KitRow[];
}

export const metadataOf = (run: Pick<Run, 'analyser' | 'plateId' | 'kits'>): Metadata => ({
  analyserId: run.analyser,
  plateId: run.plateId ?? '',
  rows: rowsOf(run),
});

export type MetadataDifference =
  | { readonly key: 'analyser'; readonly mine: string | null; readonly theirs: string | null }
  | { readonly key: 'plateId'; readonly mine: string; readonly theirs: string }
  | {
      readonly key: `kit ${string}`;
      readonly kitId: string;
      readonly mine: KitRow | null;
      readonly theirs: KitRow | null;
    };

const rowOf = ({ rows }: Metadata, kitId: string): KitRow | null =>
  rows.find((row) => row.kitId === kitId) ?? null;

function isSameRow(first: KitRow | null, second: KitRow | null): boolean {
  const keyOf = (row: KitRow | null) => row && [row.versionId, row.bufferId, [...(row.lotIds ?? [])].sort()];
  return JSON.stringify(keyOf(first)) === JSON.stringify(keyOf(second));
}

const kitIdsOf = (...all: readonly Metadata[]): readonly string[] => [
  ...new Set(all.flatMap(({ rows }) => rows.flatMap(({ kitId }) => kitId ?? []))),
];

/** The differences between two versions; the rows of one kit count as one difference. */
export function metadataDifferences(mine: Metadata, theirs: Metadata): readonly MetadataDifference[] {
  return [
    ...(mine.analyserId === theirs.analyserId
      ? []
      : [{ key: 'analyser', mine: mine.analyserId, theirs: theirs.analyserId } as const]),
    ...(mine.plateId.trim() === theirs.plateId
      ? []
      : [{ key: 'plateId', mine: mine.plateId, theirs: theirs.plateId } as const]),
    ...kitIdsOf(mine, theirs).flatMap((kitId) => {
      const [own, their] = [rowOf(mine, kitId), rowOf(theirs, kitId)];
      return isSameRow(own, their) ? [] : [{ key: `kit ${kitId}`, kitId, mine: own, theirs: their } as const];
    }),
  ];
}

/** The differences that only the other user made, which are taken by default. */
export function changedByThemOnly(
  base: Metadata,
  { mine, theirs }: { readonly mine: Metadata; readonly theirs: Metadata },
): ReadonlySet<string> {
  const changedByMe = new Set(metadataDifferences(mine, base).map(({ key }) => key));
  return new Set(metadataDifferences(mine, theirs).flatMap(({ key }) => (changedByMe.has(key) ? [] : key)));
}

/** My version with some differences resolved in the other user's favour. */
export function resolvedMetadata(
  { mine, theirs }: { readonly mine: Metadata; readonly theirs: Metadata },
  resolvedAsTheirs: ReadonlySet<string>,
): Metadata {
  return {
    analyserId: resolvedAsTheirs.has('analyser') ? theirs.analyserId : mine.analyserId,
    plateId: resolvedAsTheirs.has('plateId') ? theirs.plateId : mine.plateId,
    rows: kitIdsOf(mine, theirs).flatMap(
      (kitId) => rowOf(resolvedAsTheirs.has(`kit ${kitId}`) ? theirs : mine, kitId) ?? [],
    ),
  };
}
