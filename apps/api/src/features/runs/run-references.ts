import type { Issue, UpdateRun } from '@curvewell/contracts';

import type { Tx } from '../../db.ts';
import { AppError } from '../../errors.ts';

type KitRows = NonNullable<UpdateRun['kits']>;
type WellBody = NonNullable<NonNullable<UpdateRun['analyses']>[number]['wells']['A1']>;

/** What the ids of a save stand for. */
export interface RunReferences {
  readonly versions: ReadonlyMap<string, { readonly kitId: string; readonly bufferIds: ReadonlySet<string> }>;
  /** Kit version of each lot. */
  readonly lots: ReadonlyMap<string, string>;
  /** Kit of each diagnostic. */
  readonly diagnostics: ReadonlyMap<string, string | null>;
}

/** Loads everything that a save names, in one query a kind. */
export async function loadReferences(
  tx: Tx,
  { kits = [], analyses = [] }: UpdateRun,
): Promise<RunReferences> {
  const wells = analyses.flatMap((analysis) => Object.values(analysis.wells));
  const versionIds = [...kits.map(({ kitVersion }) => kitVersion.id), ...ids(wells, 'kitVersion')];
  const lotIds = [...kits.flatMap(({ lots }) => lots.map(({ id }) => id)), ...ids(wells, 'lot')];
  const diagnosticIds = ids(wells, 'expectedDiagnostic');

  const versions = await tx.kitVersion.findMany({
    where: { id: { in: unique(versionIds) } },
    select: { id: true, kitId: true, kit: { select: { buffers: { select: { reactionBufferId: true } } } } },
  });
  const lots = await tx.lot.findMany({
    where: { id: { in: unique(lotIds) } },
    select: { id: true, kitVersionId: true },
  });
  const diagnostics = await tx.diagnosticColor.findMany({
    where: { id: { in: unique(diagnosticIds) } },
    select: { id: true, kitId: true },
  });
  return {
    versions: new Map(
      versions.map(({ id, kitId, kit }) => [
        id,
        { kitId, bufferIds: new Set(kit.buffers.map(({ reactionBufferId }) => reactionBufferId)) },
      ]),
    ),
    lots: new Map(lots.map(({ id, kitVersionId }) => [id, kitVersionId])),
    diagnostics: new Map(diagnostics.map(({ id, kitId }) => [id, kitId])),
  };
}

function ids(wells: readonly WellBody[], field: 'kitVersion' | 'lot' | 'expectedDiagnostic'): string[] {
  return wells.flatMap((well) => well[field]?.id ?? []);
}

const unique = (values: readonly string[]) => [...new Set(values)];

/** What does not fit in a save: things that do not exist, or do not belong together. */
export function referenceIssues({ kits = [], analyses = [] }: UpdateRun, references: RunReferences): Issue[] {
  return [
    ...kitIssues(kits, references),
    ...analyses.flatMap(({ wells, channel }) =>
      Object.entries(wells).flatMap(([position, well]) =>
        wellIssues(well, references).map(({ path, message }) => ({
          path: ['body', 'analyses', channel, 'wells', position, ...path],
          message,
        })),
      ),
    ),
  ];
}

function kitIssues(kits: KitRows, { versions, lots }: RunReferences): Issue[] {
  const kitIds = kits.map(({ kitVersion }) => versions.get(kitVersion.id)?.kitId);
  return kits.flatMap(({ kitVersion, reactionBuffer, lots: rowLots }, row) => {
    const version = versions.get(kitVersion.id);
    const path = (field: string) => ['body', 'kits', row, field];
    if (version === undefined)
      return [{ path: path('kitVersion'), message: 'This kit version does not exist.' }];
    return [
      kitIds.indexOf(version.kitId) === row
        ? []
        : [{ path: path('kitVersion'), message: 'A kit stands in one row only.' }],
      reactionBuffer === null || version.bufferIds.has(reactionBuffer.id)
        ? []
        : [{ path: path('reactionBuffer'), message: 'This reaction buffer does not belong to the kit.' }],
      rowLots.every(({ id }) => lots.get(id) === kitVersion.id)
        ? []
        : [{ path: path('lots'), message: 'A lot does not belong to the kit version.' }],
    ].flat();
  });
}

function wellIssues(
  { kitVersion, lot, reactionBuffer, expectedDiagnostic }: WellBody,
  { versions, lots, diagnostics }: RunReferences,
): Issue[] {
  const issues: Issue[] = [];
  const version = kitVersion === null ? undefined : versions.get(kitVersion.id);
  const refuse = (field: string, message: string) => issues.push({ path: [field], message });
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

/** @throws AppError `invalid-request` that names every place */
export function refuseIssues(issues: readonly Issue[]): void {
  const [first] = issues;
  if (first !== undefined) throw new AppError('invalid-request', first.message, { issues });
}
