import type { Run } from '@curvewell/contracts';

import type { Db, Tx } from '../../db.ts';
import { notFound } from '../../errors.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { summaryInclude, type SummaryRow } from './run-summary.ts';
import { runInclude, runView } from './run-view.ts';

/** Live runs, archived ones, or both. */
export type Shelf = 'live' | 'archived' | 'any';

const SHELVES = { live: { archivedAt: null }, archived: { archivedAt: { not: null } }, any: {} } as const;

/** The condition under which a run is the caller's laboratory's. Every query on runs has it. */
export function ownRun(actor: LaboratoryCaller, runId: string, shelf: Shelf) {
  return { id: runId, laboratoryId: actor.laboratory.id, ...SHELVES[shelf] };
}

/** One run of the caller's laboratory. @throws AppError `not-found` */
export async function getRun(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { runId, shelf = 'live' }: { readonly runId: string; readonly shelf?: Shelf },
): Promise<Run> {
  const row = await db.run.findFirst({ where: ownRun(actor, runId, shelf), include: runInclude });
  if (row === null) throw notFound('run');
  return runView(actor, row);
}

/**
 * Locks a run until the transaction ends and reads it: of two people who change
 * its state at once the second sees what the first has made of it.
 *
 * @throws AppError `not-found`
 */
export async function lockRun(
  tx: Tx,
  actor: LaboratoryCaller,
  { runId, shelf = 'live' }: { readonly runId: string; readonly shelf?: Shelf },
): Promise<SummaryRow> {
  await tx.$queryRaw`
    SELECT 1 FROM run WHERE id = ${runId}::uuid AND laboratory_id = ${actor.laboratory.id}::uuid FOR UPDATE`;
  const row = await tx.run.findFirst({ where: ownRun(actor, runId, shelf), include: summaryInclude });
  if (row === null) throw notFound('run');
  return row;
}

/** Makes sure that a run is of the caller's laboratory. @throws AppError `not-found` */
export async function requireRun(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { runId, shelf = 'live' }: { readonly runId: string; readonly shelf?: Shelf },
): Promise<void> {
  const count = await db.run.count({ where: ownRun(actor, runId, shelf) });
  if (count === 0) throw notFound('run');
}
