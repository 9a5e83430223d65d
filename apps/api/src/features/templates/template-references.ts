import { isOnPlate, type Issue, type saveTemplateSchema } from '@curvewell/contracts';
import type { z } from 'zod';

import type { Tx } from '../../db.ts';
import { AppError } from '../../errors.ts';

export type TemplateBody = z.output<typeof saveTemplateSchema>;
type WellBody = TemplateBody['wells'][number];

/** What the ids in a template stand for. */
interface TemplateReferences {
  readonly versions: ReadonlyMap<string, { readonly kitId: string; readonly bufferIds: ReadonlySet<string> }>;
  /** Kit of each diagnostic. */
  readonly diagnostics: ReadonlyMap<string, string | null>;
}

/** Loads everything that the wells name, in one query a kind. */
async function loadReferences(tx: Tx, wells: readonly WellBody[]): Promise<TemplateReferences> {
  const ids = (field: 'kitVersion' | 'expectedDiagnostic') => [
    ...new Set(wells.flatMap((well) => well[field]?.id ?? [])),
  ];
  const versions = await tx.kitVersion.findMany({
    where: { id: { in: ids('kitVersion') } },
    select: { id: true, kitId: true, kit: { select: { buffers: { select: { reactionBufferId: true } } } } },
  });
  const diagnostics = await tx.diagnosticColor.findMany({
    where: { id: { in: ids('expectedDiagnostic') } },
    select: { id: true, kitId: true },
  });
  return {
    versions: new Map(
      versions.map(({ id, kitId, kit }) => [
        id,
        { kitId, bufferIds: new Set(kit.buffers.map(({ reactionBufferId }) => reactionBufferId)) },
      ]),
    ),
    diagnostics: new Map(diagnostics.map(({ id, kitId }) => [id, kitId])),
  };
}

/** What does not fit: wells beside the plate or named twice, things that do not exist or do not belong together. */
function templateIssues({ wells, plateType }: TemplateBody, references: TemplateReferences): Issue[] {
  const named = new Set<string>();
  return wells.flatMap((well, index) => {
    const issues = wellIssues(well, references);
    const place = `${well.position} ${well.channel ?? ''}`;
    if (named.has(place)) issues.push(['position', 'This well is named twice.']);
    named.add(place);
    if (!isOnPlate(well.position, plateType)) issues.push(['position', 'The plate has no such well.']);
    return issues.map(([field, message]) => ({ path: ['body', 'wells', index, field], message }));
  });
}

function wellIssues(
  { kitVersion, reactionBuffer, expectedDiagnostic }: WellBody,
  { versions, diagnostics }: TemplateReferences,
): [string, string][] {
  const version = kitVersion === null ? undefined : versions.get(kitVersion.id);
  const issues: [string, string][] = [];
  if (kitVersion !== null && version === undefined) {
    issues.push(['kitVersion', 'This kit version does not exist.']);
  }
  if (reactionBuffer !== null && version?.bufferIds.has(reactionBuffer.id) !== true) {
    issues.push(['reactionBuffer', 'This reaction buffer does not belong to the kit.']);
  }
  if (
    expectedDiagnostic !== null &&
    (version === undefined || diagnostics.get(expectedDiagnostic.id) !== version.kitId)
  ) {
    issues.push(['expectedDiagnostic', 'This diagnostic does not belong to the kit.']);
  }
  return issues;
}

/** @throws AppError `invalid-request` that names every place */
export async function checkTemplate(tx: Tx, body: TemplateBody): Promise<void> {
  const issues = templateIssues(body, await loadReferences(tx, body.wells));
  const [first] = issues;
  if (first !== undefined) throw new AppError('invalid-request', first.message, { issues });
}
