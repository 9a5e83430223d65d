import type { ReinterpretedWell, OverrideAnswer } from '@curvewell/domain';

import type { Tx } from '../../../database/db.ts';
import { Prisma, type RunStatus } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { changeWells, type WellChange } from '../../plate/index.ts';

interface Replaced {
  readonly actor: LaboratoryCaller;
  readonly runId: string;
  readonly at: Date;
  readonly reason: string | null;
  readonly status: RunStatus;
}

/**
 * Keeps the current interpretation of a run as a previous one, with all its overrides, so that a new one can
 * be stored. Marks of seen results do not carry over.
 *
 * @returns its id
 */
export async function replaceInterpretation(
  tx: Tx,
  { actor, runId, at, reason, status }: Replaced,
): Promise<string> {
  const { id } = await tx.interpretation.update({
    where: { runId },
    data: {
      runId: null,
      formerRunId: runId,
      replacedById: actor.userId,
      replacedByName: actor.name,
      replacedAt: at,
      replacedReason: reason,
      replacedStatus: status,
    },
    select: { id: true },
  });
  // Of an earlier interpretation.
  await tx.$executeRaw`
    UPDATE interpreted_well SET well_id = NULL, former_well_id = well_id WHERE interpretation_id = ${id}::uuid`;
  await tx.seenWell.deleteMany({ where: { runId } });
  return id;
}

interface CarriedOver {
  readonly runId: string;
  readonly formerId: string;
  /** The new interpretation. */
  readonly interpretationId: string;
  readonly unchangedIds: readonly string[];
  readonly wells: readonly ReinterpretedWell[];
  readonly overrides: Readonly<Record<string, OverrideAnswer>>;
}

/**
 * Carries overrides over, with their user and time, where the suggested diagnostic is unchanged or a user has
 * chosen to keep them. A well that is no longer interpreted has no diagnostic.
 */
export async function carryOver(
  tx: Tx,
  { runId, formerId, interpretationId, unchangedIds, wells, overrides }: CarriedOver,
): Promise<void> {
  const kept = [
    ...unchangedIds,
    ...wells.map(({ wellId }) => wellId).filter((id) => overrides[id] === 'keep'),
  ];
  await tx.$executeRaw`
    INSERT INTO interpreted_well_diagnostic
      (id, interpretation_id, well_id, laboratory_id, state, diagnostic_color, comment, by_id, by_name, at, is_undo)
    SELECT new_id(), ${interpretationId}::uuid, d.well_id, d.laboratory_id, d.state, d.diagnostic_color, d.comment,
      d.by_id, d.by_name, d.at, d.is_undo
    FROM diagnostics_of(${formerId}::uuid) d JOIN results_of(${interpretationId}::uuid) now ON now.well_id = d.well_id
    WHERE d.state = 'UPDATED' AND d.well_id = ANY(${kept}::uuid[])`;
  const left = wells.filter(({ wellId }) => overrides[wellId] !== 'keep').map(({ wellId }) => wellId);
  const gone = wells.filter(({ now }) => now === null).map(({ wellId }) => wellId);
  const changes = new Map<string, WellChange>(left.map((id) => [id, { diagnostic_comment: null }]));
  for (const id of gone) changes.set(id, { ...changes.get(id), result: null, score: null });
  if (changes.size > 0) await changeWells(tx, runId, Object.fromEntries(changes));
  await tx.$executeRaw(Prisma.sql`DELETE FROM control_reading WHERE well_id = ANY(${gone}::uuid[])`);
}
