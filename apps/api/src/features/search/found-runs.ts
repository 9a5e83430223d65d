import { runNumberSchema, type FoundRun } from '@curvewell/contracts';

import type { LaboratoryCaller } from '../../actor.ts';
import { readRows, type Db } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { onShelf } from '../runs/index.ts';
import { containing, firstFound, LIMIT } from './first-found.ts';

/** How a run `r` is referred to. */
export const RUN_REFERENCE = Prisma.sql`r.id, r.business_id AS "businessId",
  r.interpreted_by_name IS NOT NULL AS "isInterpreted", r.archived_at IS NOT NULL AS "isArchived"`;

/** The run of that number, then live runs whose search text contains the text, then archived ones. */
export async function foundRuns(
  db: Db,
  actor: LaboratoryCaller,
  text: string,
): Promise<{ found: FoundRun[]; more: boolean }> {
  const ways = [...ofNumber(actor, text), ...(isNumberOnly(text) ? [] : ofWord(actor, text))];
  if (ways.length === 0) return { found: [], more: false };
  const rows = await readRows<FoundRun>(
    db,
    Prisma.sql`
    WITH way AS MATERIALIZED (${Prisma.join(ways, ' UNION ALL ')}),
    place AS (SELECT id, min(rank) AS rank FROM way GROUP BY id)
    SELECT ${RUN_REFERENCE}, r.plate_id AS "plateId", r.file_name AS "fileName",
      r.kit_reaction_buffer AS "kitReactionBuffer", r.status
    FROM place JOIN run r ON r.id = place.id
    ORDER BY place.rank, r.business_id DESC LIMIT ${LIMIT}`,
  );
  return firstFound(rows);
}

/** One or two digits have no trigram. */
const isNumberOnly = (text: string): boolean => /^\d{1,2}$/.test(text);

function ofNumber(actor: LaboratoryCaller, text: string): Prisma.Sql[] {
  const number = runNumberSchema.safeParse(/^\d+$/.test(text) ? Number(text) : null).data;
  if (number === undefined) return [];
  return [
    Prisma.sql`SELECT r.id, 0 AS rank FROM run r WHERE ${onShelf(actor, 'any')} AND r.business_id = ${number}`,
  ];
}

function ofWord(actor: LaboratoryCaller, text: string): Prisma.Sql[] {
  return (['live', 'archived'] as const).map(
    // The database lower-cases both sides, since JavaScript differs for some letters.
    (shelf, index) => Prisma.sql`(SELECT r.id, ${index + 1}::int AS rank FROM run r
      WHERE ${onShelf(actor, shelf)} AND r.search_text LIKE lower(${containing(text)})
      ORDER BY r.business_id DESC LIMIT ${LIMIT})`,
  );
}
