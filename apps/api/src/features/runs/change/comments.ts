import type { Comment } from '@curvewell/domain';

import type { Dependencies } from '../../../dependencies.ts';
import { recordAudit } from '../../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../../database/db.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { changeLocked } from './change-run.ts';
import { commentView } from '../read/run-view.ts';

const REFUSAL = 'This run can no longer be commented on.';

interface NewComment {
  readonly runId: string;
  readonly value: string;
}

/**
 * Adds a comment to the run and returns the run's comments. @throws AppError `not-found`,
 * `illegal-transition`
 */
export async function commentRun(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { runId, value }: NewComment,
): Promise<Comment[]> {
  return transaction({ db, actor, on: runId }, async (tx) => {
    await changeLocked(tx, actor, {
      runId,
      permission: 'canUpdate',
      refusal: REFUSAL,
      change: () => addComments(tx, actor, { runId, value, wellIds: [null] }),
    });
    const rows = await tx.comment.findMany({
      where: { laboratoryId: actor.laboratory.id, runId, wellId: null },
      orderBy: { createdAt: 'asc' },
    });
    return rows.map((row) => commentView(actor, row));
  });
}

type NewWellComments = NewComment & { readonly wellIds: readonly string[] };

/**
 * Adds one comment to each of some wells of a run – to all or to none – and returns their comments by well.
 *
 * @throws AppError `not-found` also for a well of another run, `illegal-transition`
 */
export async function commentWells(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  comment: NewWellComments,
): Promise<Record<string, Comment[]>> {
  return transaction({ db, actor, on: comment.runId }, (tx) => addWellComments(tx, actor, comment));
}

/** Adds a comment to one well and returns its comments. */
export async function commentWell(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { wellId, ...comment }: NewComment & { readonly wellId: string },
): Promise<Comment[]> {
  return transaction({ db, actor, on: comment.runId }, async (tx) => {
    const comments = await addWellComments(tx, actor, { ...comment, wellIds: [wellId] });
    return comments[wellId] ?? [];
  });
}

async function addWellComments(
  tx: Tx,
  actor: LaboratoryCaller,
  { runId, value, wellIds }: NewWellComments,
): Promise<Record<string, Comment[]>> {
  const ids = [...new Set(wellIds)];
  await changeLocked(tx, actor, {
    runId,
    permission: 'canUpdate',
    refusal: REFUSAL,
    change: async () => {
      const own = await tx.well.count({
        where: { laboratoryId: actor.laboratory.id, id: { in: ids }, runId },
      });
      if (own !== ids.length) throw notFound('well');
      await addComments(tx, actor, { runId, value, wellIds: ids });
    },
  });
  const rows = await tx.comment.findMany({
    where: { laboratoryId: actor.laboratory.id, wellId: { in: ids } },
    orderBy: { createdAt: 'asc' },
  });
  const byWell = Map.groupBy(rows, ({ wellId }) => wellId);
  return Object.fromEntries(
    ids.map((id) => [id, (byWell.get(id) ?? []).map((row) => commentView(actor, row))]),
  );
}

async function addComments(
  tx: Tx,
  actor: LaboratoryCaller,
  { runId, value, wellIds }: NewComment & { readonly wellIds: readonly (string | null)[] },
): Promise<void> {
  await tx.comment.createMany({
    data: wellIds.map((wellId) => ({
      runId,
      laboratoryId: actor.laboratory.id,
      wellId,
      value,
      authorId: actor.userId,
      authorName: actor.name,
    })),
  });
  await recordAudit(tx, actor, {
    action: 'run.comment',
    entity: 'run',
    entityId: runId,
    details: { value, wellIds: wellIds.filter((id) => id !== null) },
  });
}

/**
 * Changes the caller's own comment; the audit trail keeps the previous text.
 *
 * @throws AppError `not-found`, `forbidden` for another user's comment, `illegal-transition`
 */
export async function editComment(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
  { runId, commentId, value }: NewComment & { readonly commentId: string },
): Promise<Comment> {
  const own = { id: commentId, laboratoryId: actor.laboratory.id };
  return transaction({ db, actor, on: runId }, async (tx) => {
    await changeLocked(tx, actor, {
      runId,
      permission: 'canUpdate',
      refusal: REFUSAL,
      change: async () => {
        const former = await tx.comment.findFirst({ where: { ...own, runId } });
        if (former === null) throw notFound('comment');
        if (former.authorId !== actor.userId) {
          throw new AppError('forbidden', 'A comment can be changed only by the person who wrote it.');
        }
        await tx.comment.update({ where: own, data: { value, editedAt: clock.now() } });
        await recordAudit(tx, actor, {
          action: 'run.comment.edit',
          entity: 'run',
          entityId: runId,
          details: { commentId, from: former.value, to: value },
        });
      },
    });
    return commentView(actor, await tx.comment.findUniqueOrThrow({ where: own }));
  });
}
