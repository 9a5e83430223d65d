import type { OutOfRange } from '@curvewell/contracts';

import { readRows, type Db } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../actor.ts';

interface Row extends Omit<OutOfRange, 'readAt' | 'expected'> {
  readonly readAt: Date;
  readonly expected: NonNullable<OutOfRange['expected']> | null;
}

/**
 * The controls read since some moment that failed when they were read, as the review of their runs marks them: by a
 * rule by which a run is rejected, or by a peak in a negative control. Each well is listed once; what was excluded from
 * the mean is settled. Newest first.
 */
export async function outOfRange(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  since: Date,
): Promise<OutOfRange[]> {
  const rows = await readRows<Row>(
    db,
    Prisma.sql`
      SELECT * FROM (
        -- A well melts in several channels: the worst is listed.
        SELECT DISTINCT ON (r.run_id, w.position) r.id AS "readingId", run.id AS "runId", run.business_id AS "businessId",
          w.position, r.read_at AS "readAt", s.kit_id AS "kitId", s.reaction_buffer_id AS "reactionBufferId",
          s.analyser_id AS "analyserId", s.channel, s.sample_type AS "sampleType", nullif(s.expected, '') AS expected,
          coalesce((r.broken_rule ->> 'phase')::phase_type, peak.phase) AS phase,
          coalesce(r.broken_rule ->> 'zone', peak.zone) AS zone, r.broken_rule ->> 'rule' AS rule
        FROM control_reading r JOIN control_series s ON s.id = r.series_id JOIN run ON run.id = r.run_id
          CROSS JOIN LATERAL (SELECT o.position FROM well o WHERE o.run_id = r.run_id AND o.id = r.well_id OFFSET 0) w
          LEFT JOIN LATERAL (
            SELECT p.phase, p.zone FROM control_peak p
            WHERE p.reading_id = r.id AND p.counted AND s.sample_type = 'NEGATIVE_TEST' ORDER BY p.height DESC LIMIT 1
          ) peak ON true
        WHERE r.laboratory_id = ${actor.laboratory.id}::uuid AND r.read_at >= ${since} AND r.left_out_at IS NULL
          -- As the index of failed readings has it. A negative control with a peak that counts is called TEST_KO.
          AND (r.broken_rule IS NOT NULL OR r.call = 'TEST_KO') AND (r.broken_rule IS NOT NULL OR peak.phase IS NOT NULL)
        ORDER BY r.run_id, w.position, r.broken_rule ->> 'rule' COLLATE "C" NULLS FIRST, r.id
      ) failed
      ORDER BY "readAt" DESC, position`,
  );
  return rows.map(({ expected, readAt, ...row }) => ({
    ...row,
    readAt: readAt.toISOString(),
    ...(expected !== null && { expected }),
  }));
}
