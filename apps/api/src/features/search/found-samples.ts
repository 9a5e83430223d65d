import type { FoundSample } from '@curvewell/contracts';

import type { LaboratoryCaller } from '../../actor.ts';
import { readRows, type Db } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { firstFound, LIMIT } from './first-found.ts';
import { RUN_REFERENCE } from './found-runs.ts';
import { withSignedResults } from './signed-results.ts';

/** Rows of one name that are read in each stored form to find its runs; a sample is on a handful of plates. */
const MAX_WELLS = 100;
/** No text begins with the same letters and follows this one. */
const LAST = '\u{10ffff}';

interface Row {
  readonly name: string;
  readonly runs: readonly Omit<FoundSample['runs']['found'][number], 'result'>[];
  /** Whether there may be more runs with the name than were read. */
  readonly cut: boolean;
}

/** Samples of the laboratory's live and archived runs whose names begin with a text, with their newest runs. */
export async function foundSamples(
  db: Db,
  actor: LaboratoryCaller,
  text: string,
): Promise<{ found: FoundSample[]; more: boolean }> {
  // The conditions of the indexes run_sample_name_idx and, for wells that are not packed, well_sample_name_idx.
  const packed = Prisma.sql`s.laboratory_id = ${actor.laboratory.id}::uuid AND s.is_sample`;
  const earlier = Prisma.sql`s.laboratory_id = ${actor.laboratory.id}::uuid AND s.name IS NOT NULL
    AND (s.sample_type IS NULL OR s.sample_type IN ('BLOOD', 'DNA'))`;
  const first = (
    after: Prisma.Sql,
    rows: Prisma.Sql,
  ) => Prisma.sql`(SELECT lower(s.name) AS word FROM ${rows} AND ${after}
    AND lower(s.name) ~<~ (lower(${text}) || ${LAST}) ORDER BY lower(s.name) USING ~<~ LIMIT 1)`;
  const next = (after: Prisma.Sql) => Prisma.sql`SELECT both_forms.word FROM (
      ${first(after, Prisma.sql`run_sample s WHERE ${packed}`)}
      UNION ALL ${first(after, Prisma.sql`earlier_well s WHERE ${earlier}`)}) both_forms
    ORDER BY both_forms.word USING ~<~ LIMIT 1`;
  // Reads the indexes from name to name, however many wells have each.
  const rows = await readRows<Row>(
    db,
    Prisma.sql`
    WITH RECURSIVE name(word, count) AS (
      SELECT word, 1 FROM (${next(Prisma.sql`lower(s.name) ~>=~ lower(${text})`)}) first
      UNION ALL
      SELECT (${next(Prisma.sql`lower(s.name) ~>~ name.word`)}), count + 1
      FROM name WHERE name.word IS NOT NULL AND count < ${LIMIT}
    )
    SELECT there.name, there.runs, there.cut
    FROM name CROSS JOIN LATERAL (
      SELECT min(listed.name) AS name, json_agg(listed.run ORDER BY listed.number DESC) AS runs,
        bool_or(listed.cut) AS cut
      FROM (
        SELECT place.name, place.cut, r.business_id AS number, (SELECT to_json(run) FROM (
          SELECT ${RUN_REFERENCE}, place.position
        ) run) AS run
        FROM (
          SELECT run_id, min(name) AS name, (array_agg(position ORDER BY length(position), position))[1] AS position,
            sum(count(*)) OVER () >= ${MAX_WELLS}::int AS cut
          FROM (
            (SELECT s.run_id, s.name, s.position FROM run_sample s
              WHERE ${packed} AND lower(s.name) = name.word LIMIT ${MAX_WELLS})
            UNION ALL (SELECT s.run_id, s.name, s.position FROM earlier_well s
              WHERE ${earlier} AND lower(s.name) = name.word LIMIT ${MAX_WELLS})
          ) w
          GROUP BY run_id
        ) place JOIN run r ON r.id = place.run_id
        ORDER BY r.business_id DESC LIMIT ${LIMIT}
      ) listed
    ) there
    WHERE name.word IS NOT NULL ORDER BY name.count`,
  );
  const { found, more } = firstFound(rows);
  const shown = ({ name, runs, cut }: Row) => {
    const first = firstFound(runs);
    return { name, runs: { ...first, more: first.more || cut } };
  };
  return { found: await withSignedResults(db, actor, found.map(shown)), more };
}
