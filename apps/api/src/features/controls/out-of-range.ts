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
 * rule by which a run is rejected, by a failed control, or by a standard without the expected result. Each well is listed
 * once; what was excluded from the mean is settled. Newest first.
 */
export async function outOfRange(
  { db }: { readonly db: Db },
  { laboratory: { id: laboratoryId } }: LaboratoryCaller,
  since: Date,
): Promise<OutOfRange[]> {
  const rows = await readRows<Row>(
    db,
    Prisma.sql`
      WITH failed AS (
        -- As the index of failed readings has it.
        SELECT r.id FROM control_reading r
        WHERE r.laboratory_id = ${laboratoryId}::uuid AND r.read_at >= ${since} AND (r.broken_rule IS NOT NULL OR r.call = 'TEST_KO')
        UNION
        -- From the index of each series, which has the call. TEST_OK is as expected, whatever the standard.
        SELECT o.reading_id FROM control_series s CROSS JOIN LATERAL (
          SELECT p.reading_id FROM control_point p WHERE p.series_id = s.id AND p.read_at >= ${since} AND (p.call IS NULL
            OR s.sample_type = 'STANDARD' AND p.call <> s.expected AND p.call <> 'TEST_OK') OFFSET 0) o
        WHERE s.laboratory_id = ${laboratoryId}::uuid AND (s.sample_type <> 'STANDARD' OR s.expected <> '')
      )
      SELECT * FROM (
        -- A well melts in several channels: the worst is listed.
        SELECT DISTINCT ON (r.run_id, w.position) r.id AS "readingId", run.id AS "runId", run.business_id AS "businessId",
          w.position, r.read_at AS "readAt", s.kit_id AS "kitId", s.reaction_buffer_id AS "reactionBufferId",
          s.analyser_id AS "analyserId", s.channel, s.sample_type AS "sampleType", nullif(s.expected, '') AS expected,
          coalesce((r.broken_rule ->> 'phase')::phase_type, peak.phase) AS phase,
          coalesce(r.broken_rule ->> 'zone', peak.zone) AS zone, r.broken_rule ->> 'rule' AS rule, r.call
        FROM failed JOIN control_reading r ON r.id = failed.id JOIN control_series s ON s.id = r.series_id JOIN run ON run.id = r.run_id
          CROSS JOIN LATERAL (SELECT o.position FROM well o WHERE o.run_id = r.run_id AND o.id = r.well_id OFFSET 0) w
          LEFT JOIN LATERAL (
            SELECT p.phase, p.zone FROM control_peak p
            WHERE p.reading_id = r.id AND p.counted AND s.sample_type = 'NEGATIVE_TEST' ORDER BY p.height DESC LIMIT 1
          ) peak ON true
        WHERE r.left_out_at IS NULL
        ORDER BY r.run_id, w.position, r.broken_rule ->> 'rule' COLLATE "C" NULLS FIRST, r.id
      ) listed
      ORDER BY "readAt" DESC, position`,
  );
  return rows.map(({ expected, readAt, ...row }) => ({
    ...row,
    readAt: readAt.toISOString(),
    ...(expected !== null && { expected }),
  }));
}
