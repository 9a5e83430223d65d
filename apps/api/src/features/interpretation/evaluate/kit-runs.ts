import type { KitRun } from '@curvewell/contracts';

import { readRows, type Db } from '../../../database/db.ts';
import { visibleKit } from '../../../database/kit-scope.ts';
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
  const place = { kitId, reactionBufferId, kit: visibleKit(actor) };
  if ((await db.kitReactionBuffer.count({ where: place })) === 0) throw notFound('kit');
  const rows = await readRows<Omit<KitRun, 'runDate'> & { runDate: Date }>(
    db,
    Prisma.sql`
      WITH chosen AS (
        -- Along the runs of each version: those of a rare kit are few.
        SELECT u.run_id AS id, u.business_id, u.run_date, u.analyser_id, count(*) AS versions, min(u.wells) AS wells, bool_or(u.is_failed) AS is_failed
        FROM kit_version v CROSS JOIN LATERAL (
          SELECT u.run_id, u.business_id, u.run_date, u.analyser_id, u.well_counts[of_buffer.place] AS wells,
            u.failed_controls[of_buffer.place] AS is_failed
          FROM run_use u CROSS JOIN LATERAL (
            SELECT array_position(u.reaction_buffer_ids, ${reactionBufferId}::uuid) AS place
          ) of_buffer
          WHERE u.laboratory_id = ${actor.laboratory.id}::uuid AND u.subject_id = v.id AND u.is_live AND u.is_interpreted
            AND of_buffer.place IS NOT NULL
          ORDER BY u.run_date DESC, u.business_id DESC LIMIT ${MAX_RUNS}
        ) u
        WHERE v.kit_id = ${kitId}::uuid
        GROUP BY u.run_id, u.business_id, u.run_date, u.analyser_id
        ORDER BY u.run_date DESC, u.business_id DESC LIMIT ${MAX_RUNS}
      )
      SELECT c.id AS "runId", c.business_id AS "businessId", c.run_date AS "runDate", c.analyser_id AS "analyserId",
        -- A position may have one version in one channel and another one in the next.
        CASE WHEN c.versions = 1 THEN c.wells ELSE (
          SELECT count(DISTINCT w.position)::int FROM well w JOIN kit_version v ON v.id = w.kit_version_id
          WHERE w.run_id = c.id AND v.kit_id = ${kitId}::uuid AND w.reaction_buffer_id = ${reactionBufferId}::uuid
        ) END AS wells, c.is_failed AS "hasFailedControl",
        ${channelsOfRun(Prisma.sql`c.id`)} AS channels
      FROM chosen c
      ORDER BY c.run_date DESC, c.business_id DESC`,
  );
  return rows.map((row) => ({ ...row, runDate: new Date(row.runDate).toISOString() }));
}
