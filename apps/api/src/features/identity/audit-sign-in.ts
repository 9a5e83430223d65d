import { recordAudit } from '../../audit.ts';
import type { Db, Tx } from '../../db.ts';
import type { RecordSignIn, SignInEvent } from './sign-in.ts';

/** Writes what happened around signing in to the audit trail. */
export async function auditSignIn(tx: Tx, { kind, userId, login, address }: SignInEvent): Promise<void> {
  const user =
    userId === null
      ? null
      : await tx.appUser.findUnique({ where: { id: userId }, include: { laboratory: true } });
  const name = user === null ? 'unknown' : `${user.firstname} ${user.lastname}`;
  await recordAudit(
    tx,
    { userId, name, laboratory: user?.laboratory ?? null },
    {
      action: `user.${kind}`,
      entity: 'user',
      entityId: userId,
      details: { address, ...(login === null ? {} : { login }) },
    },
  );
}

/** The same for those who have nothing else to write with it. */
export function createSignInRecorder(db: Db): RecordSignIn {
  return (event) => auditSignIn(db, event);
}
