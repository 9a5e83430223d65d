import type { KitRun } from '@curvewell/contracts';

import { readRows, type Db } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { channelsOfRun } from './channels-of-run.ts';

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
  if ((await db.kitReactionBuffer.count({ where: { kitId, reactionBufferId } })) === 0) throw notFound('kit');
  const rows = await readRows<Omit<KitRun, 'runDate'> & { runDate: Date }>(
    db,
    Prisma.sql`
      WITH chosen AS (
        -- Along the runs of each version: those of a rare kit are few.
        SELECT DISTINCT ON (u.run_date, u.business_id) u.run_id AS id, u.business_id, u.run_date, u.analyser_id
        FROM kit_version v CROSS JOIN LATERAL (
          SELECT u.run_id, u.business_id, u.run_date, u.analyser_id FROM run_use u
          WHERE u.laboratory_id = ${actor.laboratory.id}::uuid AND u.subject_id = v.id AND u.is_live AND u.is_interpreted
            AND ${reactionBufferId}::uuid = ANY (u.reaction_buffer_ids)
          ORDER BY u.run_date DESC, u.business_id DESC LIMIT ${MAX_RUNS}
        ) u
        WHERE v.kit_id = ${kitId}::uuid
        ORDER BY u.run_date DESC, u.business_id DESC LIMIT ${MAX_RUNS}
      )
      SELECT c.id AS "runId", c.business_id AS "businessId", c.run_date AS "runDate", c.analyser_id AS "analyserId",
        count(DISTINCT w.position)::int AS wells,
        coalesce(bool_or(w.sample_type IN ('NEGATIVE_TEST', 'POSITIVE_TEST') AND w.result = 'TEST_KO'), false)
          AS "hasFailedControl",
        ${channelsOfRun(Prisma.sql`c.id`)} AS channels
      FROM chosen c
        LEFT JOIN kit_version v ON v.kit_id = ${kitId}::uuid
        LEFT JOIN well w ON w.run_id = c.id AND w.kit_version_id = v.id
          AND w.reaction_buffer_id = ${reactionBufferId}::uuid
      GROUP BY c.id, c.business_id, c.run_date, c.analyser_id
      ORDER BY c.run_date DESC, c.business_id DESC`,
  );
  return rows.map((row) => ({ ...row, runDate: new Date(row.runDate).toISOString() }));
}
