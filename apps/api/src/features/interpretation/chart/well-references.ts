import type { ReferencePlace, WellReferences } from '@curvewell/contracts';
import { comparePositions } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../../actor.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { onShelf } from '../../runs/index.ts';
import { usesOfBuffer } from '../evaluate/uses-of-buffer.ts';

/** A page loads the chart of each run. */
const MAX_SAMPLE_RUNS = 3;
const MAX_LOT_RUNS = 5;
/** To choose one from. */
const MAX_KIT_RUNS = 20;
/** Runs of a lot that are searched for good controls: the newest. */
const SEARCHED_LOT_RUNS = 50;

interface OwnWell {
  readonly runId: string;
  readonly runDate: Date;
  readonly businessId: number;
  readonly channel: string;
  readonly name: string | null;
  readonly isSample: boolean;
  readonly kitId: string | null;
  readonly kitVersionId: string | null;
  readonly reactionBufferId: string | null;
  readonly lotId: string | null;
}

/**
 * Where the laboratory's curves to compare a well with are: live, interpreted runs other than its own, and their
 * wells in the same channel. The curves themselves are in the charts of these runs.
 *
 * @throws AppError `not-found`
 */
export async function wellReferences(
  db: Db,
  actor: LaboratoryCaller,
  { runId, wellId }: { readonly runId: string; readonly wellId: string },
): Promise<WellReferences> {
  const [own] = await readRows<OwnWell | (Omit<OwnWell, 'channel'> & { readonly channel: null })>(
    db,
    Prisma.sql`
      SELECT r.id AS "runId", r.run_date AS "runDate", r.business_id AS "businessId", a.channel::text AS channel, w.name,
        coalesce(w.sample_type IN ('BLOOD', 'DNA'), false) AS "isSample", v.kit_id AS "kitId",
        w.kit_version_id AS "kitVersionId", w.reaction_buffer_id AS "reactionBufferId", w.lot_id AS "lotId"
      FROM run r
        LEFT JOIN (well w JOIN channel_analysis a ON a.id = w.analysis_id) ON w.run_id = ${runId}::uuid AND w.id = ${wellId}::uuid
        LEFT JOIN kit_version v ON v.id = w.kit_version_id
      WHERE r.id = ${runId}::uuid AND ${onShelf(actor, 'live')}`,
  );
  if (own === undefined) throw notFound('run');
  if (own.channel === null) throw notFound('well');
  const [sample, lot, kit] = await Promise.all([
    sampleRuns(db, actor, own),
    lotRuns(db, actor, own),
    kitRuns(db, actor, own),
  ]);
  return { sample, lot, kit };
}

/** Wells of chosen runs `c` that meet a condition, by run. */
async function placesOf(
  db: Db,
  { channel }: OwnWell,
  { runs, wells, most }: { readonly runs: Prisma.Sql; readonly wells: Prisma.Sql; readonly most: number },
): Promise<ReferencePlace[]> {
  const rows = await readRows<Omit<ReferencePlace, 'runDate'> & { runDate: Date }>(
    db,
    Prisma.sql`
      WITH chosen AS MATERIALIZED (${runs})
      SELECT c.id AS "runId", c.business_id AS "businessId", c.run_date AS "runDate", r.status,
        array_agg(w.position) AS positions
      FROM chosen c JOIN run r ON r.id = c.id CROSS JOIN LATERAL (SELECT * FROM well p WHERE p.run_id = c.id OFFSET 0) w
        JOIN channel_analysis a ON a.id = w.analysis_id AND a.channel::text = ${channel}
        JOIN kit_version v ON v.id = w.kit_version_id
        LEFT JOIN diagnostic_color e ON e.id = w.expected_diagnostic_id
      WHERE ${wells}
      GROUP BY c.id, c.business_id, c.run_date, r.status
      ORDER BY c.run_date DESC, c.business_id DESC LIMIT ${most}`,
  );
  return rows.map(({ positions, runDate, ...row }) => ({
    ...row,
    runDate: new Date(runDate).toISOString(),
    positions: positions.toSorted(comparePositions),
  }));
}

/** Earlier runs with a sample of the same name, of any case. */
async function sampleRuns(db: Db, actor: LaboratoryCaller, own: OwnWell): Promise<ReferencePlace[]> {
  const { name, isSample, kitId } = own;
  if (name === null || name === '' || !isSample || kitId === null) return [];
  // The condition of the index well_sample_name_idx.
  const sameName = Prisma.sql`w.laboratory_id = ${actor.laboratory.id}::uuid AND w.name IS NOT NULL
    AND (w.sample_type IS NULL OR w.sample_type IN ('BLOOD', 'DNA')) AND lower(w.name) = lower(${name})`;
  const named = Prisma.sql`SELECT w.run_id FROM earlier_well w WHERE ${sameName}
    UNION SELECT s.run_id FROM run_sample s
    WHERE s.laboratory_id = ${actor.laboratory.id}::uuid AND s.is_sample AND lower(s.name) = lower(${name})`;
  return placesOf(db, own, {
    runs: Prisma.sql`SELECT r.id, r.business_id, r.run_date FROM (${named}) w JOIN run r ON r.id = w.run_id
      WHERE ${onShelf(actor, 'live')} AND r.interpreted_at IS NOT NULL
        AND (r.run_date, r.business_id) < (${own.runDate}::timestamptz, ${own.businessId}::int)`,
    wells: Prisma.sql`${sameName} AND v.kit_id = ${kitId}::uuid`,
    most: MAX_SAMPLE_RUNS,
  });
}

/** Approved runs with controls and standards of the lot whose suggested results were as expected. */
async function lotRuns(db: Db, actor: LaboratoryCaller, own: OwnWell): Promise<ReferencePlace[]> {
  const { lotId, kitVersionId } = own;
  if (lotId === null || kitVersionId === null) return [];
  return placesOf(db, own, {
    runs: Prisma.sql`SELECT r.id, r.business_id, r.run_date FROM run_use u JOIN run r ON r.id = u.run_id
      WHERE u.laboratory_id = ${actor.laboratory.id}::uuid AND u.subject_id = ${lotId}::uuid AND u.is_live
        AND u.is_interpreted AND ${onShelf(actor, 'live')} AND r.status = 'APPROVED' AND r.id <> ${own.runId}::uuid
      ORDER BY u.run_date DESC, u.business_id DESC LIMIT ${SEARCHED_LOT_RUNS}`,
    wells: Prisma.sql`w.lot_id = ${lotId}::uuid AND w.kit_version_id = ${kitVersionId}::uuid
      AND (w.sample_type IN ('POSITIVE_TEST', 'NEGATIVE_TEST') AND w.result = 'TEST_OK'
        OR w.sample_type = 'STANDARD' AND w.result = e.diagnostic_name::text)`,
    most: MAX_LOT_RUNS,
  });
}

/** Other runs with the kit, of any version, and the buffer. */
async function kitRuns(db: Db, actor: LaboratoryCaller, own: OwnWell): Promise<ReferencePlace[]> {
  const { kitId, reactionBufferId } = own;
  if (kitId === null || reactionBufferId === null) return [];
  return placesOf(db, own, {
    runs: Prisma.sql`SELECT DISTINCT u.run_id AS id, u.business_id, u.run_date
      FROM ${usesOfBuffer(actor, { kitId, reactionBufferId, most: MAX_KIT_RUNS + 1 })} u
      WHERE u.run_id <> ${own.runId}::uuid
      ORDER BY u.run_date DESC, u.business_id DESC LIMIT ${MAX_KIT_RUNS}`,
    wells: Prisma.sql`v.kit_id = ${kitId}::uuid AND w.reaction_buffer_id = ${reactionBufferId}::uuid
      AND w.sample_type IS NOT NULL`,
    most: MAX_KIT_RUNS,
  });
}
