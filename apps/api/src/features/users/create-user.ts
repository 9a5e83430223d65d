import type { createUserSchema } from '@curvewell/contracts';
import type { LaboratoryUser, PasswordOffer } from '@curvewell/domain';
import type { z } from 'zod';

import { newId } from '../../database/new-id.ts';
import { actingIn, recordAudit } from '../../audit/record-audit.ts';
import { type Db, transaction } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../actor.ts';
import { realmRoles } from '../identity/index.ts';
import { lockLaboratory, requireOwnLaboratory } from '../laboratories/index.ts';
import type { Account, AccountOwner, IdentityAdmin } from './identity-admin.ts';
import { refuseBoxes } from './refuse-change.ts';
import { refuseTakenEmail, refuseTakenLogin } from './taken-account.ts';
import { editorOf, usersOf } from './user-view.ts';
import { withPhysician } from './update-user.ts';

/**
 * Creates a user of a laboratory and their account at the identity provider.
 *
 * The account is created first, disabled. If the user cannot be stored, the account is deleted. Once the user
 * is stored, the account is enabled and a password can be chosen.
 *
 * @throws AppError `not-found`, `name-taken`, `forbidden` for a role field that the caller may not set,
 *   `identity-unavailable` when nothing was created
 */
export async function createUser(
  { db, identityAdmin }: { readonly db: Db; readonly identityAdmin: IdentityAdmin },
  actor: Caller,
  { laboratoryId, user }: { readonly laboratoryId: string; readonly user: z.output<typeof createUserSchema> },
): Promise<LaboratoryUser & { password: PasswordOffer }> {
  requireOwnLaboratory(actor, laboratoryId, 'WRITE_ALL_USER');
  const nobody = { id: null, laboratoryId, otherRoles: [], physician: false, wayByIds: [] };
  refuseBoxes({ ...nobody, salesAdmin: false, qaAdmin: false, rdAdmin: false }, editorOf(actor), user);
  await refuseTakenLogin(db, user.login);
  await refuseTakenEmail(db, user.email, null);

  const written = withPhysician(user);
  const userId = newId();
  const account: Account = {
    ...written,
    roles: realmRoles({ ...written, superAdmin: false, extraRoles: [] }),
  };
  const subject = await identityAdmin.create(userId, { ...account, enabled: false });
  const owner = { userId, subject, login: user.login };
  try {
    await transaction({ db, actor, on: laboratoryId }, async (tx) => {
      await lockLaboratory(tx, laboratoryId, 'KEY SHARE');
      await refuseTakenLogin(tx, user.login);
      await refuseTakenEmail(tx, user.email, null);
      await tx.appUser.create({
        data: {
          id: userId,
          subject,
          laboratoryId,
          ...written,
          rolesSetHere: true,
          // The creator receives the link, or chooses the mail address.
          wayByIds: [actor.userId],
        },
      });
      await recordAudit(tx, actingIn(actor, laboratoryId), {
        action: 'user.create',
        entity: 'user',
        entityId: userId,
        details: { ...written },
      });
    });
  } catch (error) {
    await takeBack(identityAdmin, owner, error);
    throw error;
  }
  const password = await enableSignIn(identityAdmin, owner, account, actor.userId);
  const [made] = await usersOf(db, identityAdmin, [userId]);
  if (made === undefined) throw new Error('the user was written');
  return { ...made, password };
}

/** @throws AppError `identity-unavailable` that names what is left at the provider */
async function takeBack(identityAdmin: IdentityAdmin, owner: AccountOwner, why: unknown): Promise<void> {
  try {
    await identityAdmin.delete(owner);
  } catch {
    throw new AppError(
      'identity-unavailable',
      `The user was not created, and your identity provider did not remove the account of ${owner.login}. Delete the account there before you try again.`,
      { cause: why },
    );
  }
}

/**
 * Enables the account of a stored user. If the provider fails, the link to a password can be requested again.
 *
 * @param byId - receives the link, where the provider makes one
 */
export async function enableSignIn(
  identityAdmin: IdentityAdmin,
  owner: AccountOwner,
  account: Account,
  byId: string | null,
): Promise<PasswordOffer> {
  try {
    await identityAdmin.update(owner, account);
    return await identityAdmin.offerPassword(owner, account, byId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'identity-unavailable') throw error;
    return { kind: 'mail-failed', email: account.email };
  }
}
