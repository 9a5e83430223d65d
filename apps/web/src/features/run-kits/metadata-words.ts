import type { Analyser, Run } from '@curvewell/domain';

import { text } from '../../locale/text.ts';
import type { MetadataWords } from './compare/compare-card.tsx';
import type { KitRow } from './rows/kit-rows.ts';
import type { useKitRowState } from './rows/use-kit-row-state.ts';

interface Known {
  readonly analysers: readonly Analyser[];
  readonly rows: ReturnType<typeof useKitRowState>;
  /** Its kits name versions and lots that the form does not have. */
  readonly theirs: Run;
}

/** The texts for the ids of step 1. */
export function metadataWords({ analysers, rows, theirs }: Known): MetadataWords {
  const versions = rows.shown.flatMap((shown) => shown.versions);
  const theirVersions = theirs.kits.map(({ kitVersion }) => kitVersion);
  const theirLots = theirs.kits.flatMap(({ lots }) => lots);
  const buffers = [
    ...rows.kits.flatMap(({ reactionBuffers }) => reactionBuffers),
    ...theirs.kits.flatMap(({ reactionBuffer }) => reactionBuffer ?? []),
  ];
  const lots = [...versions.flatMap((version) => version.lots ?? []), ...theirLots];
  const kits = [...rows.kits, ...theirVersions.map(({ kit }) => kit)];
  const named = (list: readonly { readonly id: string; readonly name: string }[], id: string) =>
    list.find((one) => one.id === id)?.name ?? id;
  return {
    analyser: (id) => id && named(analysers, id),
    kit: (id) => named(kits, id),
    row: ({ versionId, bufferId, lotIds }: KitRow) =>
      [
        [...versions, ...theirVersions].find(({ id }) => id === versionId)?.version,
        bufferId === null ? text.step1.allBuffers : named(buffers, bufferId),
        (lotIds ?? []).map((id) => named(lots, id)).join(', '),
      ]
        .filter(Boolean)
        .join(' · '),
  };
}
