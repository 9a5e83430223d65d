import { recordAudit } from '../../audit.ts';
import type { Db } from '../../db.ts';
import type { RecordSignIn } from './sign-in.ts';

/** Writes what happens around signing in to the audit trail. */
export function createSignInRecorder(db: Db): RecordSignIn {
  return async ({ kind, userId, login, address }) => {
    const user =
      userId === null
        ? null
        : await db.appUser.findUnique({ where: { id: userId }, include: { laboratory: true } });
    const name = user === null ? 'unknown' : `${user.firstname} ${user.lastname}`;
    await recordAudit(
      db,
      { userId, name, laboratory: user?.laboratory ?? null },
      {
        action: `user.${kind}`,
        entity: 'user',
        entityId: userId,
        details: { address, ...(login === null ? {} : { login }) },
      },
    );
  };
}
