import { roleTitle } from '@curvewell/domain';

import { recordAudit } from '../../audit/record-audit.ts';
import type { Db, Tx } from '../../database/db.ts';
import { realmRoles } from './actor.ts';
import type { RecordSignIn, SignInEvent } from './sign-in.ts';

/** A dummy id for the lookup, so that an unknown login takes as many queries as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export async function auditSignIn(tx: Tx, { kind, userId, login, by, address }: SignInEvent): Promise<void> {
  const user = await tx.appUser.findUnique({ where: { id: userId ?? NOBODY } });
  const name = user === null ? 'unknown' : `${user.firstname} ${user.lastname}`;
  const laboratory = user === null || user.laboratoryId === null ? null : { id: user.laboratoryId };
  await recordAudit(
    tx,
    { userId, name, laboratory, address, ...(user !== null && { role: roleTitle(realmRoles(user)) }) },
    {
      action: `user.${kind}`,
      entity: 'user',
      entityId: userId,
      details: { ...(login !== null && { login }), ...(by !== undefined && { by }) },
    },
  );
}

/** Records events in a transaction of their own. */
export function createSignInRecorder(db: Db): RecordSignIn {
  return (event, tx = db) => auditSignIn(tx, event);
}
