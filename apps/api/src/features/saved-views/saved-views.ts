import type { CreateSavedView, UpdateSavedView } from '@curvewell/contracts';
import { MAX_SAVED_VIEWS, type SavedView, savedViewSchema } from '@curvewell/domain';

import type { Caller } from '../../actor.ts';
import { differences, recordAudit } from '../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { nameTakenOrRethrow } from '../../database/taken-name.ts';
import { notFound, refuse } from '../../errors.ts';

interface Dependencies {
  readonly db: Db;
}

/** The caller's views of every page, oldest first. */
export async function listSavedViews({ db }: Dependencies, { userId }: Caller): Promise<SavedView[]> {
  const rows = await db.savedView.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map((row) => savedViewSchema.parse(row));
}

/** @throws AppError `name-taken`, `invalid-request` when the caller has too many views of the page */
export function createSavedView(
  { db }: Dependencies,
  actor: Caller,
  { page, name, address }: CreateSavedView,
): Promise<SavedView> {
  const { userId } = actor;
  return transaction({ db, actor, on: userId }, async (tx) => {
    // Two new views at the same time could exceed the limit.
    await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${userId}::uuid FOR UPDATE`;
    if ((await tx.savedView.count({ where: { userId, page } })) >= MAX_SAVED_VIEWS)
      refuse(['page'], `You have ${MAX_SAVED_VIEWS} saved views of this page. Delete one first.`);
    const data = { userId, page, name, address };
    const row = await nameTakenOrRethrow({ kind: 'View', name }, () => tx.savedView.create({ data }));
    await recordAudit(tx, actor, {
      action: 'savedView.create',
      entity: 'savedView',
      entityId: row.id,
      details: { page, name, address },
    });
    return savedViewSchema.parse(row);
  });
}

/** @throws AppError `not-found`, `name-taken` */
export function updateSavedView(
  { db }: Dependencies,
  actor: Caller,
  { viewId, ...to }: UpdateSavedView & { readonly viewId: string },
): Promise<SavedView> {
  return transaction({ db, actor, on: viewId }, async (tx) => {
    const { page, name, address } = await lockView(tx, actor, viewId);
    const row = await nameTakenOrRethrow({ kind: 'View', name: to.name }, () =>
      tx.savedView.update({ where: { id: viewId }, data: to }),
    );
    await recordAudit(tx, actor, {
      action: 'savedView.update',
      entity: 'savedView',
      entityId: viewId,
      details: { page, name, ...differences({ name, address }, to) },
    });
    return savedViewSchema.parse(row);
  });
}

/** @throws AppError `not-found` */
export async function deleteSavedView(
  { db }: Dependencies,
  actor: Caller,
  { viewId }: { readonly viewId: string },
): Promise<void> {
  await transaction({ db, actor, on: viewId }, async (tx) => {
    const { page, name, address } = await lockView(tx, actor, viewId);
    await tx.savedView.delete({ where: { id: viewId } });
    await recordAudit(tx, actor, {
      action: 'savedView.delete',
      entity: 'savedView',
      entityId: viewId,
      details: { page, name, address },
    });
  });
}

/** Locks a view of the caller. @throws AppError `not-found`, also for another user's */
async function lockView(tx: Tx, { userId }: Caller, viewId: string) {
  await tx.$queryRaw`SELECT 1 FROM saved_view WHERE id = ${viewId}::uuid FOR UPDATE`;
  const row = await tx.savedView.findUnique({ where: { id: viewId, userId } });
  if (row === null) throw notFound('view');
  return row;
}
