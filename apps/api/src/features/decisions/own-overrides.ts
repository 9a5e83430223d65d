import { ANOTHER_APPROVES, effectiveChanges, laboratoryRulesSchema } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import { readRows, type Db, type Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { RunRow } from '../runs/index.ts';

interface Override {
  readonly wellId: string;
  readonly byId: string | null;
  readonly isUndo: boolean;
}

/** Whether a result in effect is an override by the caller. */
export async function hasOwnOverride(
  db: Db | Tx,
  { userId, laboratory }: LaboratoryCaller,
  runId: string,
): Promise<boolean> {
  const rows = await readRows<Override>(
    db,
    Prisma.sql`
      SELECT d.well_id AS "wellId", d.by_id AS "byId", d.is_undo AS "isUndo"
      FROM interpretation i CROSS JOIN LATERAL diagnostics_of(i.id) d
      WHERE i.run_id = ${runId}::uuid AND i.laboratory_id = ${laboratory.id}::uuid AND d.state = 'UPDATED'
      ORDER BY d.well_id, d.at, d.id`,
  );
  const byWell = Map.groupBy(rows, ({ wellId }) => wellId);
  return [...byWell.values()].some((changes) => effectiveChanges(changes).at(-1)?.byId === userId);
}

/**
 * With the four-eyes principle, who set a result does not approve it: one person alone would have decided on it.
 *
 * @throws AppError `illegal-transition`
 */
export async function refuseOwnOverride(tx: Tx, actor: LaboratoryCaller, row: RunRow): Promise<void> {
  const { fourEyes } = laboratoryRulesSchema.parse(row.laboratory.rules);
  if (fourEyes && (await hasOwnOverride(tx, actor, row.id)))
    throw new AppError('illegal-transition', ANOTHER_APPROVES, { details: { status: row.status } });
}
