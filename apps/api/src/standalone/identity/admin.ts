import type { Clock } from '../../clock.ts';
import { transaction, type Db } from '../../database/db.ts';
import { knowsAllChanges, type IdentityAdmin } from '../../features/users/index.ts';
import { deleteAccount, endSessions, issueSetPasswordToken, passwordsOf } from './accounts.ts';

interface Options {
  readonly db: Db;
  readonly clock: Clock;
  readonly issuer: string;
}

/**
 * The accounts of the embedded provider, which reads login, names, e-mail and roles from the product's rows.
 */
export function embeddedAccounts({ db, clock, issuer }: Options): IdentityAdmin {
  return {
    ...knowsAllChanges,
    accountsAreOurs: true,
    offersByMail: false,
    passwordsOf,
    // Without an account row there is no password, so the user cannot sign in.
    create: (userId) => Promise.resolve(userId),
    update: async ({ userId }, { enabled }) => {
      if (!enabled) await endSessions(db, userId);
    },
    delete: ({ userId }) =>
      transaction({ db, on: userId }, async (tx) => {
        await deleteAccount(tx, userId);
        await endSessions(tx, userId);
      }),
    offerPassword: async ({ userId }, _account, byId) => {
      const { token, expiresAt } = await issueSetPasswordToken(db, clock, { userId, byId });
      return { kind: 'link', link: `${issuer}/set-password/${token}`, expiresAt: expiresAt.toISOString() };
    },
  };
}
