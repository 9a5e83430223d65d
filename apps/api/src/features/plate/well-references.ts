import type { Issue } from '@curvewell/domain';

import type { Tx } from '../../database/db.ts';
import { type KitViewer, visibleKit } from '../../database/kit-scope.ts';

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

/** The referenced objects. */
export interface WellReferences {
  readonly versions: ReadonlyMap<
    string,
    { readonly kitId: string; readonly kitName: string; readonly bufferIds: ReadonlySet<string> }
  >;
  /** Kit version of each lot. */
  readonly lots: ReadonlyMap<string, string>;
  /** Kit of each diagnostic. */
  readonly diagnostics: ReadonlyMap<string, string | null>;
}

interface Ids {
  readonly versions: readonly string[];
  readonly lots: readonly string[];
  readonly diagnostics: readonly string[];
}

/** The referenced ids of wells, by kind. */
export function idsOfWells(wells: readonly WellReferenceIds[]): Ids {
  const ids = (field: keyof WellReferenceIds) => wells.flatMap((well) => well[field]?.id ?? []);
  return { versions: ids('kitVersion'), lots: ids('lot'), diagnostics: ids('expectedDiagnostic') };
}

/** Loads the referenced objects that a caller sees, with one query for each kind. */
export async function loadWellReferences(
  tx: Tx,
  viewer: KitViewer,
  { versions: versionIds, lots: lotIds, diagnostics: diagnosticIds }: Ids,
): Promise<WellReferences> {
  const versions = await tx.kitVersion.findMany({
    where: { ...isOneOf(versionIds), kit: visibleKit(viewer) },
    select: {
      id: true,
      kitId: true,
      kit: { select: { name: true, buffers: { select: { reactionBufferId: true } } } },
    },
  });
  const lots = await tx.lot.findMany({ where: isOneOf(lotIds), select: { id: true, kitVersionId: true } });
  const diagnostics = await tx.diagnosticColor.findMany({
    where: isOneOf(diagnosticIds),
    select: { id: true, kitId: true },
  });
  return {
    versions: new Map(
      versions.map(({ id, kitId, kit }) => [
        id,
        {
          kitId,
          kitName: kit.name,
          bufferIds: new Set(kit.buffers.map(({ reactionBufferId }) => reactionBufferId)),
        },
      ]),
    ),
    lots: new Map(lots.map(({ id, kitVersionId }) => [id, kitVersionId])),
    diagnostics: new Map(diagnostics.map(({ id, kitId }) => [id, kitId])),
  };
}

const isOneOf = (ids: readonly string[]) => ({ id: { in: [...new Set(ids)] } });

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
