import type { updateUserSchema } from '@curvewell/contracts';
import { hasAdminBox, type AdminBox, type LaboratoryUser } from '@curvewell/domain';
import type { z } from 'zod';

import { actingIn, differences, recordAudit, staleError } from '../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { AppUser } from '../../generated/prisma/client.ts';
import type { Caller } from '../../actor.ts';
import { requireOwnLaboratory } from '../laboratories/index.ts';
import type { IdentityAdmin } from './identity-admin.ts';
import { refuseUserChange } from './refuse-change.ts';
import { refuseTakenEmail } from './taken-account.ts';
import { accountOf, editorOf, getUser, peopleWithAccess, ownerOf, usersOf, userState } from './user-view.ts';

/** Every administrator is a physician. */
export function withPhysician<User extends Readonly<Record<AdminBox | 'physician', boolean>>>(
  user: User,
): User {
  return { ...user, physician: user.physician || hasAdminBox(user) };
}

interface UserUpdate {
  readonly userId: string;
  readonly laboratoryId: string;
  readonly change: z.output<typeof updateUserSchema>;
}
type Written = Omit<UserUpdate['change'], 'revision'>;

/**
 * Changes a user. Removed permissions end when the row is written, before the provider is updated. If the
 * provider refuses, the row is restored, but a disabled user stays disabled.
 *
 * @throws AppError `not-found`, `stale`, `name-taken`, `forbidden` for what the caller may not change,
 *   `identity-unavailable` when the row is written and the provider could not be updated
 */
export async function updateUser(
  { db, identityAdmin }: { readonly db: Db; readonly identityAdmin: IdentityAdmin },
  actor: Caller,
  { userId, laboratoryId, change }: UserUpdate,
): Promise<LaboratoryUser> {
  requireOwnLaboratory(actor, laboratoryId, 'WRITE_ALL_USER');
  const { revision, ...wanted } = change;
  const { former, written } = await transaction({ db, actor, on: userId }, async (tx) => {
    const row = await lockUser(tx, { userId, laboratoryId });
    if (row.revision !== revision) throw await staleError(tx, actingIn(actor, laboratoryId), 'user', userId);
    const to = withPhysician(wanted);
    refuseUserChange({ ...userState(withPhysician(row)), ...pick(withPhysician(row)) }, editorOf(actor), to);
    await refuseTakenEmail(tx, to.email, userId);
    return { former: row, written: await writeUser(tx, actor, row, to) };
  });
  try {
    await identityAdmin.update(ownerOf(written), accountOf(written));
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'identity-unavailable') throw error;
    await undo({ db }, actor, { former, written });
    if (written.enabled || !former.enabled) throw error;
    const { code, message, issues } = error;
    throw new AppError(code, `${written.login} is disabled here nevertheless. ${message}`, {
      issues,
      cause: error,
    });
  }
  const [user] = await usersOf(db, identityAdmin, [userId]);
  if (user === undefined) throw new Error('users are never deleted from the table');
  return user;
}

/** Locks a user until the transaction ends. @throws AppError `not-found` */
export async function lockUser(
  tx: Tx,
  place: { readonly userId: string; readonly laboratoryId: string },
): Promise<AppUser> {
  await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${place.userId}::uuid FOR UPDATE`;
  return getUser(tx, place);
}

/** Writes a user with an audit entry of the differences. */
async function writeUser(tx: Tx, actor: Caller, former: AppUser, to: Written): Promise<AppUser> {
  const written = await tx.appUser.update({
    where: { id: former.id },
    data: {
      ...to,
      ...(to.email !== former.email && { emailVerified: false, wayByIds: peopleWithAccess(former, actor) }),
      ...(changesBoxes(former, to) && { rolesSetHere: true }),
      revision: { increment: 1 },
    },
  });
  await recordAudit(tx, actingIn(actor, former.laboratoryId), {
    action: 'user.update',
    entity: 'user',
    entityId: former.id,
    details: { login: former.login, ...differences({ ...pick(former) }, { ...to }) },
  });
  return written;
}

/** Restores the row unless the user was changed meanwhile; never enables a disabled user. */
async function undo(
  { db }: { readonly db: Db },
  actor: Caller,
  { former, written }: { readonly former: AppUser; readonly written: AppUser },
): Promise<void> {
  await transaction({ db, actor, on: former.id }, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${former.id}::uuid FOR UPDATE`;
    const now = await tx.appUser.findUniqueOrThrow({ where: { id: former.id } });
    if (now.revision !== written.revision) return;
    await writeUser(tx, actor, now, { ...pick(former), enabled: former.enabled && written.enabled });
  });
}

function pick(row: AppUser): Written {
  const { lastname, firstname, email, enabled, salesAdmin, qaAdmin, rdAdmin, physician } = row;
  return { lastname, firstname, email, enabled, salesAdmin, qaAdmin, rdAdmin, physician };
}

const changesBoxes = (former: AppUser, to: Written): boolean =>
  (['salesAdmin', 'qaAdmin', 'rdAdmin', 'physician'] as const).some((box) => former[box] !== to[box]);
