import type { LaboratoryUser } from '@curvewell/domain';

import { actingIn, recordAudit, staleError, type AuditActor } from '../../audit/record-audit.ts';
import type { Clock } from '../../clock.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { AppError, notFound } from '../../errors.ts';
import type { AppUser } from '../../generated/prisma/client.ts';
import type { Caller } from '../../actor.ts';
import { requireOwnLaboratory } from '../laboratories/index.ts';
import type { IdentityAdmin } from './identity-admin.ts';
import { refuseConfirmation, refuseHold } from './refuse-change.ts';
import { lockUser } from './update-user.ts';
import { editorOf, peopleWithAccess, userState, usersOf } from './user-view.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly identityAdmin: Pick<IdentityAdmin, 'passwordsOf'>;
}

interface OfUser {
  readonly userId: string;
  readonly laboratoryId: string;
  readonly revision: number;
}

/** @throws AppError `not-found`, `stale` */
async function lockUnchanged(
  tx: Tx,
  actor: Caller,
  { userId, laboratoryId, revision }: OfUser,
): Promise<AppUser> {
  const user = await lockUser(tx, { userId, laboratoryId });
  if (user.revision !== revision) throw await staleError(tx, actingIn(actor, laboratoryId), 'user', userId);
  return user;
}

/**
 * Puts the permissions of a user on hold. Another person may then get access to the account, until a second
 * person confirms it and the permissions take effect again.
 *
 * @throws AppError `not-found`, `stale`, `forbidden`
 */
export async function holdPermissions(
  { db, identityAdmin }: Pick<Dependencies, 'db' | 'identityAdmin'>,
  actor: Caller,
  request: OfUser,
): Promise<LaboratoryUser> {
  const { userId, laboratoryId } = request;
  requireOwnLaboratory(actor, laboratoryId, 'WRITE_ALL_USER');
  return transaction({ db, actor, on: userId }, async (tx) => {
    const user = await lockUnchanged(tx, actor, request);
    refuseHold(userState(user), editorOf(actor));
    return writeWays(tx, actingIn(actor, laboratoryId), {
      user,
      identityAdmin,
      action: 'user.hold',
      wayByIds: peopleWithAccess(user, actor),
    });
  });
}

/**
 * Confirms, as the second person, that only the user has access to the account; its permissions take effect
 * again.
 *
 * @throws AppError `not-found`, `stale`, `forbidden` for a caller who had access or lacks the permissions, `locked`
 *   while a link to the password is open
 */
export async function confirmAccount(
  { db, clock, identityAdmin }: Dependencies,
  actor: Caller,
  request: OfUser,
): Promise<LaboratoryUser> {
  const { userId, laboratoryId } = request;
  requireOwnLaboratory(actor, laboratoryId, 'WRITE_ALL_USER');
  return transaction({ db, actor, on: userId }, async (tx) => {
    const user = await lockUnchanged(tx, actor, request);
    refuseConfirmation(userState(user), editorOf(actor));
    return writeConfirmation(tx, actingIn(actor, laboratoryId), { user, clock, identityAdmin });
  });
}

/** Confirms a locked user, with an audit entry. @throws AppError `locked` */
export async function writeConfirmation(
  tx: Tx,
  actor: AuditActor,
  { user, clock, identityAdmin }: Omit<Dependencies, 'db'> & { readonly user: AppUser },
): Promise<LaboratoryUser> {
  const passwords = await identityAdmin.passwordsOf(tx, [user.id]);
  if ((passwords.get(user.id)?.linkEndsAt ?? clock.now()) > clock.now())
    throw new AppError(
      'locked',
      'This user has not used the set-password link yet. Confirm the account after that.',
    );
  return writeWays(tx, actor, { user, identityAdmin, action: 'user.confirm', wayByIds: [] });
}

async function writeWays(
  tx: Tx,
  actor: AuditActor,
  change: {
    readonly user: AppUser;
    readonly identityAdmin: Dependencies['identityAdmin'];
    readonly action: 'user.hold' | 'user.confirm';
    readonly wayByIds: string[];
  },
): Promise<LaboratoryUser> {
  const { user, identityAdmin, action, wayByIds } = change;
  await tx.appUser.update({ where: { id: user.id }, data: { wayByIds, revision: { increment: 1 } } });
  await recordAudit(tx, actor, {
    action,
    entity: 'user',
    entityId: user.id,
    details: { login: user.login, from: { wayBy: user.wayByIds }, to: { wayBy: wayByIds } },
  });
  const [written] = await usersOf(tx, identityAdmin, [user.id]);
  if (written === undefined) throw notFound('user');
  return written;
}
