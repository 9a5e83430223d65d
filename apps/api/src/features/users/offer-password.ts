import type { PasswordOffer } from '@curvewell/domain';

import { actingIn, recordAudit } from '../../audit/record-audit.ts';
import { type Db, transaction } from '../../database/db.ts';
import type { Caller } from '../../actor.ts';
import { requireOwnLaboratory } from '../laboratories/index.ts';
import { enableSignIn } from './create-user.ts';
import type { IdentityAdmin } from './identity-admin.ts';
import { refuseLocked, refuseAccessChange } from './refuse-change.ts';
import { lockUser } from './update-user.ts';
import { accountOf, editorOf, peopleWithAccess, ownerOf, userState } from './user-view.ts';

/**
 * Makes a new link for a user to choose a password; an earlier one becomes invalid. A mail to an address that
 * a second person has confirmed, or that only the user has changed, reaches only the user. Any other link
 * also counts as access for the caller.
 *
 * @throws AppError `not-found`, `forbidden`, `locked` where the product does not manage the accounts
 */
export async function offerPassword(
  { db, identityAdmin }: { readonly db: Db; readonly identityAdmin: IdentityAdmin },
  actor: Caller,
  { userId, laboratoryId }: { readonly userId: string; readonly laboratoryId: string },
): Promise<PasswordOffer> {
  requireOwnLaboratory(actor, laboratoryId, 'WRITE_ALL_USER');
  const row = await transaction({ db, actor, on: userId }, async (tx) => {
    const user = await lockUser(tx, { userId, laboratoryId });
    const reachesOwner = identityAdmin.offersByMail && user.wayByIds.length === 0;
    if (reachesOwner) refuseLocked(userState(user), editorOf(actor));
    else refuseAccessChange(userState(user), editorOf(actor));
    if (!reachesOwner)
      await tx.appUser.update({ where: { id: userId }, data: { wayByIds: peopleWithAccess(user, actor) } });
    await recordAudit(tx, actingIn(actor, laboratoryId), {
      action: 'user.password-offered',
      entity: 'user',
      entityId: userId,
      details: { login: user.login },
    });
    return user;
  });
  return enableSignIn(identityAdmin, ownerOf(row), accountOf(row), actor.userId);
}
