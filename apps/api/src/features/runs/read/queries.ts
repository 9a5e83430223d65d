import type { Run } from '@curvewell/domain';

import { columnsOf, jsonOf } from '../../../database/columns.ts';
import type { Db, Tx } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import type { Shelf } from '../list/listed-run.ts';
import { readDetails, type RunDetails } from './run-details.ts';
import { LABORATORY_OF_RUN, type RunRow, type StateOfRun } from './run-state.ts';
import { runJson, runView } from './run-view.ts';

const SHELVES = { live: { archivedAt: null }, archived: { archivedAt: { not: null } }, any: {} } as const;

/** The condition that a run belongs to the caller's laboratory. Every query on runs has it. */
export function ownRun(actor: LaboratoryCaller, runId: string, shelf: Shelf) {
  return { id: runId, laboratoryId: actor.laboratory.id, ...SHELVES[shelf] };
}

const ON_SHELF = {
  live: Prisma.sql`AND r.archived_at IS NULL`,
  archived: Prisma.sql`AND r.archived_at IS NOT NULL`,
  any: Prisma.empty,
} as const satisfies Record<Shelf, Prisma.Sql>;

const FILE_TRANSFER = `(SELECT json_build_object('id', f.id) FROM file_transfer_connection f WHERE f.laboratory_id = l.id)`;
const RUN_ROW = Prisma.raw(
  `${columnsOf('r', Prisma.RunScalarFieldEnum)}, ${jsonOf('l', LABORATORY_OF_RUN, { fileTransfer: FILE_TRANSFER })} AS laboratory`,
);

interface RunQuery {
  readonly runId: string;
  readonly shelf?: Shelf;
}

interface WholeRunQuery extends RunQuery {
  /** Refuses a run by its state, before its wells are parsed. */
  readonly require?: (row: StateOfRun) => void;
}

/** One run of the caller's laboratory. @throws AppError `not-found`, and what `require` throws */
export async function getRun(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { require, ...query }: WholeRunQuery,
): Promise<Run> {
  const details = await detailsOf(db, actor, query);
  require?.(details);
  return runView(actor, details);
}

/** A run as JSON text, for callers that only pass it on. @throws AppError `not-found` */
export async function getRunJson(db: Db | Tx, actor: LaboratoryCaller, query: RunQuery): Promise<Buffer> {
  return runJson(actor, await detailsOf(db, actor, query));
}

async function detailsOf(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { runId, shelf = 'live' }: RunQuery,
): Promise<RunDetails> {
  const details = await readDetails(db, actor, { runId, shelf });
  if (details === null) throw notFound('run');
  return details;
}

/**
 * Locks a run until the transaction ends and reads it, so that a concurrent change sees the result of the
 * first.
 *
 * @throws AppError `not-found`
 */
export async function lockRun(
  tx: Tx,
  actor: LaboratoryCaller,
  { runId, shelf = 'live' }: RunQuery,
): Promise<RunRow> {
  // After it has waited, PostgreSQL reads the locked row again.
  return rowOf(tx, actor, { runId, shelf, lock: Prisma.sql`FOR UPDATE OF r` });
}

/** The row of a run, without its wells. @throws AppError `not-found` */
export async function readRun(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { runId, shelf = 'live' }: RunQuery,
): Promise<RunRow> {
  return rowOf(db, actor, { runId, shelf, lock: Prisma.empty });
}

async function rowOf(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { runId, shelf, lock }: Required<RunQuery> & { readonly lock: Prisma.Sql },
): Promise<RunRow> {
  const [row] = await db.$queryRaw<RunRow[]>`
    SELECT ${RUN_ROW} FROM run r JOIN laboratory l ON l.id = r.laboratory_id
    WHERE r.id = ${runId}::uuid AND r.laboratory_id = ${actor.laboratory.id}::uuid ${ON_SHELF[shelf]} ${lock}`;
  if (row === undefined) throw notFound('run');
  return row;
}
