import { createHash, randomBytes } from 'node:crypto';

import { transaction, type Db, type Tx } from '../../database/db.ts';
import { knowsAllChanges, type IdentityAdmin, type PasswordState } from '../../features/users/index.ts';
import type { IdentityOptions } from '../../keycloak/identity-services.ts';
import { hashPassword } from './password-hash.ts';

const SET_PASSWORD_LIFE_MS = 72 * 3600 * 1000;

type Dependencies = Pick<IdentityOptions, 'db' | 'clock'>;

/** The accounts of the embedded provider, which reads login, names, e-mail and roles from the product's rows. */
export function embeddedAccounts({ db, clock }: Dependencies, issuer: string): IdentityAdmin {
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
        await tx.$executeRaw`DELETE FROM standalone.identity_account WHERE user_id = ${userId}::uuid`;
        await endSessions(tx, userId);
      }),
    /** Creates the account, or replaces its link. @param byId - the user who receives the link */
    offerPassword: async ({ userId }, _account, byId) => {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = new Date(clock.now().getTime() + SET_PASSWORD_LIFE_MS);
      await db.$executeRaw`
        INSERT INTO standalone.identity_account (user_id, set_password_token_hash, set_password_expires_at, set_password_by_id)
        VALUES (${userId}::uuid, ${digest(token)}, ${expiresAt}, ${byId === userId ? null : byId}::uuid)
        ON CONFLICT (user_id) DO UPDATE SET set_password_token_hash = excluded.set_password_token_hash,
          set_password_expires_at = excluded.set_password_expires_at, set_password_by_id = excluded.set_password_by_id`;
      return { kind: 'link', link: `${issuer}/set-password/${token}`, expiresAt: expiresAt.toISOString() };
    },
  };
}

/** The user with this login; no hash: disabled, or without a password. */
export async function findAccount(db: Db, login: string) {
  const [account] = await db.$queryRaw<{ userId: string; passwordHash: string | null }[]>`
    SELECT id AS "userId", CASE WHEN enabled THEN password_hash END AS "passwordHash"
    FROM app_user LEFT JOIN standalone.identity_account ON user_id = id
    WHERE login = ${login.trim().toLowerCase()}`;
  return account;
}

async function passwordsOf(db: Db | Tx, userIds: readonly string[]) {
  const accounts = await db.$queryRaw<(PasswordState & { userId: string })[]>`
    SELECT user_id AS "userId", password_hash IS NOT NULL AS "isChosen", set_password_expires_at AS "linkEndsAt"
    FROM standalone.identity_account WHERE user_id = ANY(${userIds}::uuid[])`;
  return new Map(accounts.map(({ userId, ...state }) => [userId, state]));
}

async function endSessions(db: Db | Tx, userId: string): Promise<void> {
  await db.$executeRaw`
    DELETE FROM standalone.oidc_record
    WHERE model IN ('Grant', 'Session') AND payload ->> 'accountId' = ${userId}`;
}

/** Creates an account with a known password unless it exists; for seeds. */
export async function makeAccount(tx: Tx, userId: string, password: string): Promise<void> {
  if ((await passwordsOf(tx, [userId])).size > 0) return;
  await tx.$executeRaw`
    INSERT INTO standalone.identity_account (user_id, password_hash)
    VALUES (${userId}::uuid, ${await hashPassword(password)})`;
}

/** The user of a valid token. */
export async function findSetPasswordToken({ db, clock }: Dependencies, token: string) {
  const [owner] = await db.$queryRaw<{ userId: string; login: string }[]>`
    SELECT user_id AS "userId", login FROM standalone.identity_account JOIN app_user ON app_user.id = user_id
    WHERE set_password_token_hash = ${digest(token)} AND set_password_expires_at > ${clock.now()} AND enabled`;
  return owner;
}

/**
 * Uses up a one-time token; of two concurrent uses exactly one succeeds. Existing sessions end. The user who
 * received the token counts as having had access to the account.
 */
export async function choosePassword(
  tx: Tx,
  { tokenHash, passwordHash, now }: { tokenHash: Buffer<ArrayBuffer>; passwordHash: string; now: Date },
): Promise<boolean> {
  const [account] = await tx.$queryRaw<{ userId: string; byId: string | null }[]>`
    UPDATE standalone.identity_account
    SET password_hash = ${passwordHash}, set_password_token_hash = NULL, set_password_expires_at = NULL
    FROM app_user
    WHERE app_user.id = user_id AND enabled AND set_password_token_hash = ${tokenHash} AND set_password_expires_at > ${now}
    RETURNING user_id AS "userId", set_password_by_id AS "byId"`;
  if (account === undefined) return false;
  const { userId, byId } = account;
  if (byId !== null)
    await tx.$executeRaw`
      UPDATE app_user SET way_by_ids = way_by_ids || ${byId}::uuid
      WHERE id = ${userId}::uuid AND NOT ${byId}::uuid = ANY(way_by_ids)`;
  await endSessions(tx, userId);
  return true;
}

/** The stored hash of a one-time token. */
export const digest = (token: string) => createHash('sha256').update(token).digest();
