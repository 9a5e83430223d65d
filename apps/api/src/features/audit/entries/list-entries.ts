import {
  type AuditFilter,
  type auditPageSchema,
  HISTORY_PAGE_SIZE,
  MAX_COUNTED_ENTRIES,
  type RunHistory,
} from '@curvewell/contracts';
import { RUN_HISTORY_ACTIONS, type RunHistoryKind, runHistoryKindSchema } from '@curvewell/domain';
import type { z } from 'zod';

import { readRows, type Db } from '../../../database/db.ts';
import { AppError, notFound } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { auditRows, ROW_COLUMNS, type StoredRow } from './audit-rows.ts';
import { entryQuery, type Reader, visibleLaboratory } from './filter-entries.ts';

interface Paging {
  readonly page: number;
  readonly size: number;
}

/**
 * One page of the trail, newest first.
 *
 * @throws AppError `not-found` for a laboratory that is not open to the caller, `invalid-request` for a page
 *   beyond the limit
 */
export async function listEntries(
  { db }: { readonly db: Db },
  caller: Reader,
  { page, size, ...filter }: AuditFilter & Paging,
): Promise<z.infer<typeof auditPageSchema>> {
  refuseFarPage({ page, size });
  const { where } = await entryQuery(db, caller, filter);
  // Reads the entries once for the page and its count.
  const rows = await readRows<StoredRow & { readonly count: number }>(
    db,
    Prisma.sql`WITH found AS MATERIALIZED (
        SELECT * FROM audit_event e WHERE ${where} ORDER BY e.at DESC, e.id DESC LIMIT ${MAX_COUNTED_ENTRIES + 1})
      SELECT ${ROW_COLUMNS}, (SELECT count(*)::int FROM found) AS count FROM found
      ORDER BY found.at DESC, found.id DESC LIMIT ${size} OFFSET ${page * size}`,
  );
  const count = rows[0]?.count ?? (page === 0 ? 0 : await countEntries(db, where));
  return { rows: await auditRows(db, rows), count };
}

/** PostgreSQL reads the entries before a page, so their number is limited. */
export function refuseFarPage({ page, size }: Paging): void {
  if (page * size < MAX_COUNTED_ENTRIES) return;
  const message = `Pages end after ${MAX_COUNTED_ENTRIES.toLocaleString('en-GB')} entries. Set the end of the period to see older ones.`;
  throw new AppError('invalid-request', message, { issues: [{ path: ['query', 'page'], message }] });
}

/** How many entries `e` there are, up to one more than the most. */
export async function countEntries(
  db: Db,
  where: Prisma.Sql,
  most: number = MAX_COUNTED_ENTRIES,
): Promise<number> {
  const [counted] = await readRows<{ count: number }>(
    db,
    Prisma.sql`SELECT count(*)::int AS count FROM (
      SELECT 1 FROM audit_event e WHERE ${where}
      ORDER BY e.at DESC, e.id DESC LIMIT ${most + 1}) found`,
  );
  return counted?.count ?? 0;
}

/** The users and programs that have audit entries, by name. */
export async function auditPeople(
  { db }: { readonly db: Db },
  caller: Reader,
  filter: Pick<AuditFilter, 'laboratoryId'>,
): Promise<{ id: string; name: string }[]> {
  const laboratoryId = visibleLaboratory(caller, filter);
  const theirs =
    laboratoryId === null ? Prisma.sql`true` : Prisma.sql`e.laboratory_id = ${laboratoryId}::uuid`;
  return readRows(
    db,
    Prisma.sql`
      SELECT u.id, u.firstname || ' ' || u.lastname AS name FROM app_user u
      WHERE EXISTS (SELECT 1 FROM audit_event e WHERE e.actor_id = u.id AND ${theirs})
      ORDER BY name, u.id`,
  );
}

interface OfRun {
  readonly runId: string;
  readonly kind?: RunHistoryKind | undefined;
  readonly page: number;
}

/** The entries `e` about a run, except those of the view log. */
export const ofRun = ({ laboratory }: LaboratoryCaller, runId: string): Prisma.Sql => Prisma.sql`
  e.entity = 'run' AND e.entity_id = ${runId} AND e.laboratory_id = ${laboratory.id}::uuid AND e.action <> 'run.seen'`;

/** The history of a run, newest first. @throws AppError `not-found` */
export async function runHistory(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { runId, kind, page }: OfRun,
): Promise<RunHistory> {
  await requireRun(db, actor, runId);
  const actions = kind === undefined ? null : [...RUN_HISTORY_ACTIONS[kind]];
  const rows = await readRows<StoredRow>(
    db,
    Prisma.sql`SELECT ${ROW_COLUMNS} FROM audit_event e
      WHERE ${ofRun(actor, runId)} AND (${actions}::text[] IS NULL OR e.action = ANY(${actions}::text[]))
      ORDER BY e.id DESC LIMIT ${HISTORY_PAGE_SIZE} OFFSET ${page * HISTORY_PAGE_SIZE}`,
  );
  const byAction = await readRows<{ action: string; count: number }>(
    db,
    Prisma.sql`SELECT e.action, count(*)::int AS count FROM audit_event e WHERE ${ofRun(actor, runId)} GROUP BY 1`,
  );
  const countOf = (wanted: readonly string[] | null): number =>
    byAction.reduce((sum, { action, count }) => sum + (wanted?.includes(action) === false ? 0 : count), 0);
  const counts = Object.fromEntries([
    ['all', countOf(null)],
    ...runHistoryKindSchema.options.map((one) => [one, countOf(RUN_HISTORY_ACTIONS[one])]),
  ]) as RunHistory['counts']; // its keys are those of the schema
  return { rows: await auditRows(db, rows), count: countOf(actions), counts };
}

/** @throws AppError `not-found`, also for a run of another laboratory */
export async function requireRun(db: Db, { laboratory }: LaboratoryCaller, runId: string): Promise<void> {
  if ((await db.run.count({ where: { id: runId, laboratoryId: laboratory.id } })) === 0)
    throw notFound('run');
}
