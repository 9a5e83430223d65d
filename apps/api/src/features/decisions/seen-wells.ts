import { recordAudit } from '../../audit/record-audit.ts';
import { readRows, transaction, type Db, type Tx } from '../../database/db.ts';
import { AppError, notFound } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { lockRun, readRun } from '../runs/index.ts';

/** Selects the wells whose current result the caller has seen. */
export const seenWells = ({ userId, laboratory }: LaboratoryCaller, runId: string): Prisma.Sql => Prisma.sql`
      SELECT s.well_id AS "wellId" FROM seen_well s JOIN interpretation i ON i.run_id = s.run_id AND i.laboratory_id = s.laboratory_id
        LEFT JOIN LATERAL (SELECT DISTINCT ON (d.well_id) d.well_id, d.id FROM diagnostics_of(i.id) d
          WHERE d.state = 'UPDATED' ORDER BY d.well_id, d.at DESC, d.id DESC) last ON last.well_id = s.well_id
      WHERE s.laboratory_id = ${laboratory.id}::uuid AND s.run_id = ${runId}::uuid AND s.user_id = ${userId}::uuid
        AND (last.id IS NULL OR last.id = s.diagnostic_id)`;

async function seenWellIds(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<string[]> {
  const rows = await readRows<{ wellId: string }>(db, seenWells(actor, runId));
  return rows.map(({ wellId }) => wellId);
}

/** @throws AppError `not-found` */
export async function readSeen(
  db: Db,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<{ wellIds: string[] }> {
  await readRun(db, actor, { runId, shelf: 'any' });
  return { wellIds: await seenWellIds(db, actor, { runId }) };
}

interface Seen {
  readonly wellId: string;
  /** The time of the shown result, ISO 8601. */
  readonly at: string;
}

/**
 * Marks current results as seen: the last override, also one that was carried over and so is older than the suggested
 * diagnostic, or the suggested diagnostic.
 *
 * @throws AppError `not-found` also for a well of another run, or one without a result; `stale` if a shown result is no
 *   longer the current one
 */
export async function markSeen(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { runId, results }: { readonly runId: string; readonly results: readonly Seen[] },
): Promise<{ wellIds: string[] }> {
  const shown = new Map(results.map(({ wellId, at }) => [wellId, Date.parse(at)]));
  const ids = [...shown.keys()];
  return transaction({ db, actor, on: runId }, async (tx) => {
    await lockRun(tx, actor, { runId });
    const current = await tx.$queryRaw<{ wellId: string; id: string; at: Date }[]>`
      SELECT DISTINCT ON (d.well_id) d.well_id AS "wellId", d.id, d.at
      FROM interpretation i CROSS JOIN LATERAL diagnostics_of(i.id) d
      WHERE i.laboratory_id = ${actor.laboratory.id}::uuid AND i.run_id = ${runId}::uuid AND d.well_id = ANY(${ids}::uuid[])
      ORDER BY d.well_id, d.state DESC, d.at DESC, d.id DESC`;
    if (current.length !== ids.length) throw notFound('well');
    if (current.some(({ wellId, at }) => at.getTime() !== shown.get(wellId)))
      throw new AppError('stale', 'A result has changed since it was shown.');
    await tx.$executeRaw`
      INSERT INTO seen_well (user_id, well_id, diagnostic_id, run_id, laboratory_id)
      SELECT ${actor.userId}::uuid, c."wellId", c.id, ${runId}::uuid, ${actor.laboratory.id}::uuid
      FROM jsonb_to_recordset(${JSON.stringify(current)}::jsonb) AS c("wellId" uuid, id uuid)
      ON CONFLICT ON CONSTRAINT seen_well_pkey DO UPDATE SET diagnostic_id = excluded.diagnostic_id, at = now()`;
    await recordAudit(tx, actor, {
      action: 'run.seen',
      entity: 'run',
      entityId: runId,
      details: { wellIds: ids },
    });
    return { wellIds: await seenWellIds(tx, actor, { runId }) };
  });
}
