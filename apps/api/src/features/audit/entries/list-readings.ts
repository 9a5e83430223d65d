import { MAX_COUNTED_ENTRIES, type ReadingFilter, type readingPageSchema } from '@curvewell/contracts';
import type { z } from 'zod';

import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { type Reader, visibleLaboratory } from './filter-entries.ts';
import { refuseFarPage } from './list-entries.ts';

type Row = Omit<z.infer<typeof readingPageSchema>['rows'][number], 'at' | 'run'> & {
  readonly at: Date;
  readonly runId: string | null;
  readonly businessId: number | null;
};

/**
 * One page of who opened what, newest first.
 *
 * @throws AppError `not-found` for a laboratory that is not open to the caller, `invalid-request` for a page far away
 */
export async function listReadings(
  { db }: { readonly db: Db },
  caller: Reader,
  { page, size, ...filter }: ReadingFilter & { readonly page: number; readonly size: number },
): Promise<z.infer<typeof readingPageSchema>> {
  refuseFarPage({ page, size });
  const where = conditionOf(visibleLaboratory(caller, filter), filter);
  const rows = await readRows<Row>(
    db,
    Prisma.sql`SELECT l.id::text AS id, l.at, l.user_id AS "userId", l.user_name AS "userName", l.what, l.subject,
        l.address, l.run_id AS "runId", r.business_id AS "businessId"
      FROM read_log l LEFT JOIN run r ON r.id = l.run_id
      WHERE ${where} ORDER BY l.at DESC, l.id DESC LIMIT ${size} OFFSET ${page * size}`,
  );
  const [counted] = await readRows<{ count: number }>(
    db,
    Prisma.sql`SELECT count(*)::int AS count FROM (
      SELECT 1 FROM read_log l WHERE ${where} LIMIT ${MAX_COUNTED_ENTRIES + 1}) found`,
  );
  return { rows: rows.map(rowOf), count: counted?.count ?? 0 };
}

function rowOf({ at, runId, businessId, subject, ...row }: Row) {
  return {
    ...row,
    at: at.toISOString(),
    subject: runId === null ? subject : null,
    run: runId === null ? null : { id: runId, businessId },
  };
}

function conditionOf(laboratoryId: string | null, { from, to, who, run, text }: ReadingFilter): Prisma.Sql {
  const conditions = [
    ...(laboratoryId === null ? [] : [Prisma.sql`l.laboratory_id = ${laboratoryId}::uuid`]),
    ...(from === undefined ? [] : [Prisma.sql`l.at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [Prisma.sql`l.at <= ${to}::timestamptz`]),
    ...(who === undefined ? [] : [Prisma.sql`l.user_id = ${who}::uuid`]),
    ...(run === undefined ? [] : [Prisma.sql`l.run_id = ${run}::uuid`]),
  ];
  const condition = conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' AND ');
  return text === undefined || text === ''
    ? condition
    : Prisma.sql`${condition} AND ${sampleCondition(text, laboratoryId)}`;
}

/** The trigram index needs three letters; a shorter text must match a whole name. */
const SHORTEST_PART = 3;

/**
 * Matches runs with this sample name or number, and searches for this text. Runs are found first, through the
 * index of names.
 */
function sampleCondition(text: string, laboratoryId: string | null): Prisma.Sql {
  const sought = text.toLowerCase();
  const like = `%${likeLiteral(sought)}%`;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : null;
  const named =
    sought.length < SHORTEST_PART
      ? Prisma.sql`lower(w.name) = ${sought}`
      : Prisma.sql`lower(w.name) LIKE ${like}`;
  // Names of packed wells and of earlier ones.
  const laboratories =
    laboratoryId === null ? Prisma.sql`SELECT id FROM laboratory` : Prisma.sql`SELECT ${laboratoryId}::uuid`;
  return Prisma.sql`(l.run_id IN (
      SELECT r.id FROM run r WHERE r.laboratory_id IN (${laboratories}) AND r.business_id = ${number}::int
      UNION ALL SELECT w.run_id FROM run_sample w WHERE ${named}
      UNION ALL SELECT w.run_id FROM earlier_well w WHERE ${named})
    OR (l.run_id IS NULL AND lower(l.subject) LIKE ${like}))`;
}

const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);
