import type { FoundSample } from '@curvewell/contracts';

import type { LaboratoryCaller } from '../../actor.ts';
import { readRows, type Db } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { firstFound, LIMIT } from './first-found.ts';
import { RUN_REFERENCE } from './found-runs.ts';

/** Wells of one name that are read to find its runs; a sample is on a handful of plates. */
const MAX_WELLS = 100;
/** No text begins with the same letters and follows this one. */
const LAST = '\u{10ffff}';

interface Row {
  readonly name: string;
  readonly runs: FoundSample['runs']['found'];
  /** Whether the name is on more wells than were read. */
  readonly cut: boolean;
}

/** Samples of the laboratory's live and archived runs whose names begin with a text, with their newest runs. */
export async function foundSamples(
  db: Db,
  actor: LaboratoryCaller,
  text: string,
): Promise<{ found: FoundSample[]; more: boolean }> {
  // The condition of the index well_sample_name_idx, and its order.
  const sample = Prisma.sql`w.laboratory_id = ${actor.laboratory.id}::uuid AND w.name IS NOT NULL
    AND (w.sample_type IS NULL OR w.sample_type IN ('BLOOD', 'DNA'))`;
  const next = (after: Prisma.Sql) => Prisma.sql`SELECT lower(w.name) AS word FROM well w
    WHERE ${sample} AND ${after} AND lower(w.name) ~<~ (lower(${text}) || ${LAST})
    ORDER BY lower(w.name) USING ~<~ LIMIT 1`;
  // Reads the index from name to name, however many wells have each.
  const rows = await readRows<Row>(
    db,
    Prisma.sql`
    WITH RECURSIVE name(word, count) AS (
      SELECT word, 1 FROM (${next(Prisma.sql`lower(w.name) ~>=~ lower(${text})`)}) first
      UNION ALL
      SELECT (${next(Prisma.sql`lower(w.name) ~>~ name.word`)}), count + 1
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
            sum(count(*)) OVER () = ${MAX_WELLS}::int AS cut
          FROM (SELECT w.run_id, w.name, w.position FROM well w
            WHERE ${sample} AND lower(w.name) = name.word LIMIT ${MAX_WELLS}) w
          GROUP BY run_id
        ) place JOIN run r ON r.id = place.run_id
        ORDER BY r.business_id DESC LIMIT ${LIMIT}
      ) listed
    ) there
    WHERE name.word IS NOT NULL ORDER BY name.count`,
  );
  const { found, more } = firstFound(rows);
  const shown = ({ name, runs, cut }: Row): FoundSample => {
    const first = firstFound(runs);
    return { name, runs: { ...first, more: first.more || cut } };
  };
  return { found: found.map(shown), more };
}
