import type { KitRun } from '@curvewell/contracts';

import { readRows, type Db } from '../../../database/db.ts';
import { visibleKit } from '../../../database/kit-scope.ts';
import { notFound } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { usesOfBuffer } from './uses-of-buffer.ts';

/** Enough runs to evaluate a kit, across all analysers. */
const MAX_RUNS = 200;

/**
 * The interpreted runs of the laboratory with a kit and a buffer, newest first.
 *
 * @throws AppError `not-found`
 */
export async function kitRuns(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { kitId, reactionBufferId }: { readonly kitId: string; readonly reactionBufferId: string },
): Promise<KitRun[]> {
  const place = { kitId, reactionBufferId, kit: visibleKit(actor) };
  if ((await db.kitReactionBuffer.count({ where: place })) === 0) throw notFound('kit');
  const rows = await readRows<Omit<KitRun, 'runDate'> & { runDate: Date }>(
    db,
    Prisma.sql`
      WITH chosen AS (
        SELECT u.run_id AS id, u.business_id, u.run_date, u.analyser_id, count(*) AS versions, min(u.wells) AS wells, bool_or(u.is_failed) AS is_failed
        FROM ${usesOfBuffer(actor, { kitId, reactionBufferId, most: MAX_RUNS })} u
        GROUP BY u.run_id, u.business_id, u.run_date, u.analyser_id
        ORDER BY u.run_date DESC, u.business_id DESC LIMIT ${MAX_RUNS}
      )
      SELECT c.id AS "runId", c.business_id AS "businessId", c.run_date AS "runDate", c.analyser_id AS "analyserId",
        -- A position may have one version in one channel and another one in the next.
        CASE WHEN c.versions = 1 THEN c.wells ELSE (
          SELECT count(DISTINCT w.position)::int FROM well w JOIN kit_version v ON v.id = w.kit_version_id
          WHERE w.run_id = c.id AND v.kit_id = ${kitId}::uuid AND w.reaction_buffer_id = ${reactionBufferId}::uuid
        ) END AS wells, c.is_failed AS "hasFailedControl",
        coalesce(curves.channels, '{}') AS channels
      FROM chosen c LEFT JOIN (
        -- Once for all runs, because neighbouring runs are on the same pages of the index. As text: the driver reads no arrays of enums.
        SELECT a.run_id, array_agg(a.channel::text ORDER BY a.channel) AS channels
        FROM channel_analysis a WHERE a.run_id = ANY (ARRAY(SELECT id FROM chosen)) GROUP BY a.run_id
      ) curves ON curves.run_id = c.id
      ORDER BY c.run_date DESC, c.business_id DESC`,
  );
  return rows.map((row) => ({ ...row, runDate: new Date(row.runDate).toISOString() }));
}
