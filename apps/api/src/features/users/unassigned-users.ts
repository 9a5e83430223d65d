import type { LaboratoryUser, UnassignedUser } from '@curvewell/domain';

import { actingIn, recordAudit, staleError, type AuditActor } from '../../audit/record-audit.ts';
import { type Db, readRows, transaction, type Tx } from '../../database/db.ts';
import { AppError, notFound } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Caller } from '../../actor.ts';
import { lockLaboratory } from '../laboratories/index.ts';
import type { IdentityAdmin } from './identity-admin.ts';
import { userHolds } from './read-users.ts';
import { refuseLocked, refuseAccessChange } from './refuse-change.ts';
import { editorOf, peopleWithAccess, usersOf, userState } from './user-view.ts';

/** Users without a laboratory, or whose account was recreated; not deleted users. */
const STRANGE = Prisma.sql`u.deleted_at IS NULL AND (u.laboratory_id IS NULL OR n.user_id IS NOT NULL)`;

/** A page of unassigned users, newest first. */
export async function listUnassignedUsers(
  { db }: { readonly db: Db },
  { page, size, search }: { readonly page: number; readonly size: number; readonly search: string },
): Promise<{ content: UnassignedUser[]; size: number; totalElements: number }> {
  const from = Prisma.sql`FROM app_user u LEFT JOIN (SELECT user_id, email AS new_email, seen_at FROM new_account) n ON n.user_id = u.id
    WHERE ${STRANGE} AND ${userHolds(search)}`;
  const [rows, [counted]] = await Promise.all([
    readRows<Omit<UnassignedUser, 'seenAt'> & { seenAt: Date | null }>(
      db,
      Prisma.sql`SELECT u.id, u.login, u.lastname, u.firstname, coalesce(new_email, u.email) AS email, u.revision,
          coalesce(n.seen_at, u.last_sign_in_at) AS "seenAt",
          CASE WHEN n.user_id IS NULL THEN 'laboratory' ELSE 'account' END AS lacks
        ${from} ORDER BY coalesce(n.seen_at, u.last_sign_in_at) DESC NULLS LAST, u.login
        LIMIT ${size} OFFSET ${page * size}`,
    ),
    readRows<{ count: number }>(db, Prisma.sql`SELECT count(*)::int AS count ${from}`),
  ]);
  const content = rows.map((row) => ({ ...row, seenAt: row.seenAt?.toISOString() ?? null }));
  return { content, size, totalElements: counted?.count ?? 0 };
}

interface Assignment {
  readonly userId: string;
  readonly laboratoryId: string;
  readonly revision: number;
}

/** Adds an unassigned user to a laboratory. @throws AppError `not-found`, `stale`, `forbidden` */
export async function addToLaboratory(
  { db, identityAdmin }: { readonly db: Db; readonly identityAdmin: IdentityAdmin },
  actor: Caller,
  { userId, laboratoryId, revision }: Assignment,
): Promise<LaboratoryUser> {
  return transaction({ db, actor, on: userId }, async (tx) => {
    const user = await lockUnassignedUser(tx, userId);
    if (user.revision !== revision) throw await staleError(tx, actor, 'user', userId);
    refuseLocked(userState(user), editorOf(actor));
    await insertMember(tx, actor, { userId, laboratoryId, login: user.login });
    const [taken] = await usersOf(tx, identityAdmin, [userId]);
    if (taken === undefined) throw notFound('user');
    return taken;
  });
}

/** Assigns a locked user to a laboratory, with an audit entry. */
export async function insertMember(
  tx: Tx,
  actor: AuditActor,
  {
    userId,
    laboratoryId,
    login,
  }: { readonly userId: string; readonly laboratoryId: string; readonly login: string },
): Promise<void> {
  await lockLaboratory(tx, laboratoryId, 'KEY SHARE');
  await tx.appUser.update({ where: { id: userId }, data: { laboratoryId, revision: { increment: 1 } } });
  await recordAudit(tx, actingIn(actor, laboratoryId), {
    action: 'user.take-in',
    entity: 'user',
    entityId: userId,
    details: { login, laboratoryId },
  });
}

/**
 * Links a user to the account that the provider recreated with their login; the previous account loses
 * access.
 *
 * @throws AppError `not-found` without such an account, `stale`, `forbidden` for a user with permissions that
 * the caller lacks
 */
export async function linkAccount(
  { db }: { readonly db: Db },
  actor: Caller,
  { userId, revision }: { readonly userId: string; readonly revision: number },
): Promise<void> {
  await transaction({ db, actor, on: userId }, async (tx) => {
    const user = await lockKnown(tx, userId);
    if (user.revision !== revision)
      throw await staleError(tx, actingIn(actor, user.laboratoryId), 'user', userId);
    refuseAccessChange(userState(user), editorOf(actor));
    await writeLink(tx, actor, user);
  });
}

/** Links a locked user, with an audit entry. @throws AppError `not-found` without a new account */
export async function writeLink(
  tx: Tx,
  actor: AuditActor,
  user: {
    readonly id: string;
    readonly login: string;
    readonly subject: string | null;
    readonly laboratoryId: string | null;
    readonly wayByIds: readonly string[];
  },
): Promise<void> {
  const account = await tx.newAccount.findUnique({ where: { userId: user.id } });
  if (account === null)
    throw new AppError('not-found', `Nobody has signed in with a new account as ${user.login}.`);
  await tx.appUser.update({
    where: { id: user.id },
    data: { subject: account.subject, wayByIds: peopleWithAccess(user, actor), revision: { increment: 1 } },
  });
  await tx.newAccount.delete({ where: { userId: user.id } });
  await recordAudit(tx, actingIn(actor, user.laboratoryId), {
    action: 'user.link',
    entity: 'user',
    entityId: user.id,
    details: { login: user.login, from: { subject: user.subject }, to: { subject: account.subject } },
  });
}

async function lockKnown(tx: Tx, userId: string) {
  await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${userId}::uuid FOR UPDATE`;
  const user = await tx.appUser.findFirst({ where: { id: userId, deletedAt: null } });
  if (user === null) throw notFound('user');
  return user;
}

/** A user who belongs to a laboratory is answered as not found, to disclose nothing. */
async function lockUnassignedUser(tx: Tx, userId: string) {
  const user = await lockKnown(tx, userId);
  if (user.laboratoryId !== null) throw notFound('user');
  return user;
}
