import type { StoredWhatIf } from '@curvewell/contracts';

import type { Dependencies } from '../../dependencies.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { transaction, type Db } from '../../database/db.ts';
import { requireVersion } from '../../database/kit-scope.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { loadConfiguration, readAs } from '../interpretation/index.ts';
import { settingsDigest } from './settings-digest.ts';
import { whatIfChannels, type WhatIfSettings } from './what-if-channels.ts';

/** The totals of an evaluation. */
export type WhatIfFigures = Pick<StoredWhatIf, 'runs' | 'calls' | 'changes'>;

/** Stores with the version that its settings were evaluated, and how many calls would change; not which. */
export async function storeWhatIf(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
  { evaluation, figures }: { readonly evaluation: WhatIfSettings; readonly figures: WhatIfFigures },
): Promise<void> {
  const { kitVersionId, reactionBufferId, analyserId } = evaluation;
  if (kitVersionId === null || figures.runs === 0) return;
  const settingsSha256 = settingsDigest(whatIfChannels(evaluation));
  const key = {
    kitVersionId,
    laboratoryId: actor.laboratory.id,
    reactionBufferId,
    analyserId,
    settingsSha256,
  };
  const kept = { ...figures, byId: actor.userId, byName: actor.name, at: clock.now() };
  await transaction({ db, actor }, async (tx) => {
    await tx.kitTrial.upsert({
      where: { kitVersionId_laboratoryId_reactionBufferId_analyserId_settingsSha256: key },
      create: { ...key, ...kept },
      update: kept,
    });
    await recordAudit(tx, actor, {
      action: 'kitVersion.try',
      entity: 'kitVersion',
      entityId: kitVersionId,
      details: { reactionBufferId, analyserId, settingsSha256, ...figures },
    });
  });
}

/** The evaluations of a version's current settings, newest first. @throws AppError `not-found` */
export async function listWhatIfs(
  db: Db,
  actor: LaboratoryCaller,
  { versionId }: { readonly versionId: string },
): Promise<StoredWhatIf[]> {
  await requireVersion(db, actor, versionId);
  const rows = await db.kitTrial.findMany({
    where: { kitVersionId: versionId, laboratoryId: actor.laboratory.id },
    include: { reactionBuffer: true, analyser: true },
    orderBy: { at: 'desc' },
    take: MAX_READ,
  });
  const stored = await digestsOf(db, versionId, new Set(rows.map(({ analyserId }) => analyserId)));
  return rows
    .filter((row) => stored.get(placeOf(row)) === row.settingsSha256)
    .map(({ reactionBuffer, analyser, runs, calls, changes, byName, at }) => ({
      reactionBuffer: { id: reactionBuffer.id, name: reactionBuffer.name },
      analyser: { id: analyser.id, name: analyser.name },
      runs,
      calls,
      changes,
      byName,
      at: at.toISOString(),
    }));
}

/** Older evaluations are of outdated settings. */
const MAX_READ = 200;

const placeOf = ({
  reactionBufferId,
  analyserId,
}: {
  reactionBufferId: string;
  analyserId: string;
}): string => `${reactionBufferId} ${analyserId}`;

/** The current settings digests of a version, by buffer and analyser. */
async function digestsOf(
  db: Db,
  versionId: string,
  analyserIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const buffers = await db.phase.findMany({
    where: { kitVersionId: versionId },
    distinct: ['reactionBufferId'],
    select: { reactionBufferId: true },
  });
  const places = buffers.map(({ reactionBufferId }) => ({ kitVersionId: versionId, reactionBufferId }));
  const digests = new Map<string, string>();
  // One for each analyser with an evaluation.
  for (const analyserId of analyserIds) {
    const { assays } = await loadConfiguration(db, { analyserId, places });
    for (const [reactionBufferId, ofBuffer] of Map.groupBy(assays, (assay) => assay.reactionBufferId))
      digests.set(placeOf({ reactionBufferId, analyserId }), settingsDigest(ofBuffer.map(readAs)));
  }
  return digests;
}
