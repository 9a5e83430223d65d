import type { Run } from '@curvewell/domain';

import type { Db, Tx } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import type { Shelf } from '../list/listed-run.ts';
import { readDetails, type RunDetails } from './run-details.ts';
import { rowInclude, type RunRow } from './run-state.ts';
import { runJson, runView } from './run-view.ts';

const SHELVES = { live: { archivedAt: null }, archived: { archivedAt: { not: null } }, any: {} } as const;

/** The condition that a run belongs to the caller's laboratory. Every query on runs has it. */
export function ownRun(actor: LaboratoryCaller, runId: string, shelf: Shelf) {
  return { id: runId, laboratoryId: actor.laboratory.id, ...SHELVES[shelf] };
}

interface RunQuery {
  readonly runId: string;
  readonly shelf?: Shelf;
}

/** One run of the caller's laboratory. @throws AppError `not-found` */
export async function getRun(db: Db | Tx, actor: LaboratoryCaller, query: RunQuery): Promise<Run> {
  return runView(actor, await detailsOf(db, actor, query));
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
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM run WHERE id = ${runId}::uuid AND laboratory_id = ${actor.laboratory.id}::uuid FOR UPDATE`;
  if (locked.length === 0) throw notFound('run');
  return readRun(tx, actor, { runId, shelf });
}

/** The row of a run, without its wells. @throws AppError `not-found` */
export async function readRun(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { runId, shelf = 'live' }: RunQuery,
): Promise<RunRow> {
  const row = await db.run.findFirst({ where: ownRun(actor, runId, shelf), include: rowInclude });
  if (row === null) throw notFound('run');
  return row;
}
