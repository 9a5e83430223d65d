import { actingIn, recordAudit } from '../../audit/record-audit.ts';
import type { Clock } from '../../clock.ts';
import { type Db, transaction } from '../../database/db.ts';
import type { Caller } from '../../actor.ts';
import { requireOwnLaboratory } from '../laboratories/index.ts';
import type { IdentityAdmin } from './identity-admin.ts';
import { refuseDeletion } from './refuse-change.ts';
import { lockUser } from './update-user.ts';
import { editorOf, ownerOf, userState } from './user-view.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly identityAdmin: IdentityAdmin;
}

/**
 * Deletes a user and ends their sessions. The name and login stay in the table, because runs and the audit
 * trail refer to them; all other data is removed.
 *
 * @throws AppError `not-found`, `forbidden` for the caller's own user and for a user with more permissions
 */
export async function deleteUser(
  { db, clock, identityAdmin }: Dependencies,
  actor: Caller,
  { userId, laboratoryId }: { readonly userId: string; readonly laboratoryId: string },
): Promise<void> {
  requireOwnLaboratory(actor, laboratoryId, 'WRITE_ALL_USER');
  const former = await transaction({ db, actor, on: userId }, async (tx) => {
    const row = await lockUser(tx, { userId, laboratoryId });
    refuseDeletion(userState(row), editorOf(actor));
    await tx.savedView.deleteMany({ where: { userId } });
    await tx.appUser.update({
      where: { id: userId },
      data: {
        enabled: false,
        deletedAt: clock.now(),
        laboratoryId: null,
        revision: { increment: 1 },
        physician: false,
        salesAdmin: false,
        qaAdmin: false,
        rdAdmin: false,
        superAdmin: false,
        extraRoles: [],
        rolesSetHere: true,
        // Frees the address for another account; the audit entry keeps it.
        email: `${userId}@deleted.invalid`,
        emailVerified: false,
      },
    });
    const { login, firstname, lastname, email } = row;
    await recordAudit(tx, actingIn(actor, laboratoryId), {
      action: 'user.delete',
      entity: 'user',
      entityId: userId,
      details: { login, firstname, lastname, email },
    });
    return row;
  });
  await identityAdmin.delete(ownerOf(former));
}
