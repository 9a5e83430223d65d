import type { KitRun } from '@curvewell/contracts';

import { readRows, type Db } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { onShelf } from '../../runs/index.ts';

/** Zones of a new kit are set up on recent runs, so older ones are not offered. */
const MAX_RUNS = 50;

/**
 * The runs of the laboratory from an analyser, newest first, interpreted or not.
 *
 * @throws AppError `not-found`
 */
export async function analyserRuns(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { analyserId }: { readonly analyserId: string },
): Promise<KitRun[]> {
  if ((await db.analyser.count({ where: { id: analyserId } })) === 0) throw notFound('analyser');
  const rows = await readRows<Omit<KitRun, 'runDate'> & { runDate: Date }>(
    db,
    Prisma.sql`
      SELECT r.id AS "runId", r.business_id AS "businessId", r.run_date AS "runDate", r.analyser_id AS "analyserId",
        (SELECT coalesce(max(cardinality(c.positions)), 0) FROM run_curves c WHERE c.run_id = r.id)::int AS wells,
        -- As text: the driver reads no arrays of enums.
        false AS "hasFailedControl",
        ARRAY(SELECT a.channel::text FROM channel_analysis a WHERE a.run_id = r.id ORDER BY a.channel) AS channels
      FROM run r
      WHERE ${onShelf(actor, 'live')} AND r.analyser_id = ${analyserId}::uuid
      ORDER BY r.run_date DESC, r.business_id DESC LIMIT ${MAX_RUNS}`,
  );
  return rows.map((row) => ({ ...row, runDate: new Date(row.runDate).toISOString() }));
}
