import type { Issue } from '@curvewell/domain';

import type { Tx } from '../../database/db.ts';
import { isVisible, type KitViewer } from '../../database/kit-scope.ts';

interface Reference {
  readonly id: string;
}

/** The objects that a well of a run or a template refers to. */
interface WellReferenceIds {
  readonly kitVersion: Reference | null;
  readonly lot: Reference | null;
  readonly reactionBuffer: Reference | null;
  readonly expectedDiagnostic: Reference | null;
}

export interface WellReferences {
  readonly versions: ReadonlyMap<
    string,
    { readonly kitId: string | null; readonly kitName: string; readonly bufferIds: ReadonlySet<string> }
  >;
  /** Kit version of each lot. */
  readonly lots: ReadonlyMap<string, string | null>;
  /** Kit of each diagnostic. */
  readonly diagnostics: ReadonlyMap<string, string | null>;
}

interface Ids {
  readonly versions: readonly string[];
  readonly lots: readonly string[];
  readonly diagnostics: readonly string[];
}

export function idsOfWells(wells: readonly WellReferenceIds[]): Ids {
  const ids = (field: keyof WellReferenceIds) => wells.flatMap((well) => well[field]?.id ?? []);
  return { versions: ids('kitVersion'), lots: ids('lot'), diagnostics: ids('expectedDiagnostic') };
}

export async function loadWellReferences(
  tx: Tx,
  viewer: KitViewer,
  { versions: versionIds, lots: lotIds, diagnostics: diagnosticIds }: Ids,
): Promise<WellReferences> {
  const rows = await tx.$queryRaw<ReferenceRow[]>`
    SELECT 'version' AS kind, v.id, v.kit_id AS "parentId", k.name AS "kitName",
      ARRAY(SELECT b.reaction_buffer_id::text FROM kit_reaction_buffer b WHERE b.kit_id = k.id) AS "bufferIds"
    FROM kit_version v JOIN kit k ON k.id = v.kit_id
    WHERE v.id = ANY(${unique(versionIds)}::uuid[]) AND ${isVisible(viewer)}
    UNION ALL SELECT 'lot', o.id, o.kit_version_id, '', '{}' FROM lot o WHERE o.id = ANY(${unique(lotIds)}::uuid[])
    UNION ALL SELECT 'diagnostic', d.id, d.kit_id, '', '{}' FROM diagnostic_color d
    WHERE d.id = ANY(${unique(diagnosticIds)}::uuid[])`;
  const of = (wanted: ReferenceRow['kind']) => rows.filter(({ kind }) => kind === wanted);
  const parents = (kind: 'lot' | 'diagnostic') => of(kind).map(({ id, parentId }) => [id, parentId] as const);
  return {
    versions: new Map(
      of('version').map(({ id, parentId, kitName, bufferIds }) => [
        id,
        { kitId: parentId, kitName, bufferIds: new Set(bufferIds) },
      ]),
    ),
    lots: new Map(parents('lot')),
    diagnostics: new Map(parents('diagnostic')),
  };
}

interface ReferenceRow extends Reference {
  readonly kind: 'version' | 'lot' | 'diagnostic';
  /** The kit, or that of a lot: the version; null: a diagnostic of all kits. */
  readonly parentId: string | null;
  readonly kitName: string;
  readonly bufferIds: readonly string[];
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

/** References of a well that do not exist or do not belong together. */
export function wellReferenceIssues(
  { kitVersion, lot, reactionBuffer, expectedDiagnostic }: WellReferenceIds,
  { versions, lots, diagnostics }: WellReferences,
): Issue[] {
  const issues: Issue[] = [];
  const version = kitVersion === null ? undefined : versions.get(kitVersion.id);
  const refuse = (field: keyof WellReferenceIds, message: string) => issues.push({ path: [field], message });
  if (kitVersion !== null && version === undefined) refuse('kitVersion', 'This kit version does not exist.');
  if (lot !== null && (kitVersion === null || lots.get(lot.id) !== kitVersion.id)) {
    refuse('lot', 'This lot does not belong to the kit version.');
  }
  if (reactionBuffer !== null && version?.bufferIds.has(reactionBuffer.id) !== true) {
    refuse('reactionBuffer', 'This reaction buffer does not belong to the kit.');
  }
  if (
    expectedDiagnostic !== null &&
    (version === undefined || diagnostics.get(expectedDiagnostic.id) !== version.kitId)
  ) {
    refuse('expectedDiagnostic', 'This diagnostic does not belong to the kit.');
  }
  return issues;
}
