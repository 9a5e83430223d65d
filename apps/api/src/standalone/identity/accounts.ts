import { createHash, randomBytes } from 'node:crypto';

import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../database/db.ts';
import type { PasswordState } from '../../features/users/index.ts';
import { hashPassword, isPassword, refuseInConstantTime } from './password-hash.ts';

const SET_PASSWORD_LIFE_MS = 72 * 3600 * 1000;

export const PASSWORD_MINIMUM = 12;
const PASSWORD_MAXIMUM = 128;

/**
 * Checks a password. An unknown login, a disabled one and a wrong password take the same time.
 *
 * @returns the user of the login, if any
 */
export async function checkPassword(
  db: Db,
  { login, password }: { readonly login: string; readonly password: string },
): Promise<{ readonly userId: string | null; readonly isRight: boolean }> {
  const [account] = await db.$queryRaw<{ userId: string; passwordHash: string }[]>`
    SELECT user_id AS "userId", password_hash AS "passwordHash"
    FROM standalone.identity_account JOIN app_user ON app_user.id = user_id
    WHERE login = ${login.trim().toLowerCase()} AND enabled AND password_hash IS NOT NULL`;
  const isRight =
    account === undefined || password.length > PASSWORD_MAXIMUM
      ? await refuseInConstantTime(password.slice(0, PASSWORD_MAXIMUM))
      : await isPassword(password, account.passwordHash);
  return { userId: account?.userId ?? null, isRight };
}

/** The user with this login, if any. */
export async function findUserId(db: Db, login: string): Promise<string | null> {
  const user = await db.appUser.findUnique({
    where: { login: login.trim().toLowerCase() },
    select: { id: true },
  });
  return user?.id ?? null;
}

/** The state of the passwords of users with an account here. */
export async function passwordsOf(
  db: Db | Tx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, PasswordState>> {
  const accounts = await db.$queryRaw<(PasswordState & { userId: string })[]>`
    SELECT user_id AS "userId", password_hash IS NOT NULL AS "isChosen", set_password_expires_at AS "linkEndsAt"
    FROM standalone.identity_account WHERE user_id = ANY(${userIds}::uuid[])`;
  return new Map(accounts.map(({ userId, ...state }) => [userId, state]));
}

/**
 * Creates an account, or issues a new one-time token to choose a password.
 *
 * @param byId - the user who receives the token; null: only the account's user
 */
export async function issueSetPasswordToken(
  db: Db | Tx,
  clock: Clock,
  { userId, byId }: { readonly userId: string; readonly byId: string | null },
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + SET_PASSWORD_LIFE_MS);
  await db.$executeRaw`
    INSERT INTO standalone.identity_account (user_id, set_password_token_hash, set_password_expires_at, set_password_by_id)
    VALUES (${userId}::uuid, ${digest(token)}, ${expiresAt}, ${byId === userId ? null : byId}::uuid)
    ON CONFLICT (user_id) DO UPDATE SET set_password_token_hash = excluded.set_password_token_hash,
      set_password_expires_at = excluded.set_password_expires_at, set_password_by_id = excluded.set_password_by_id`;
  return { token, expiresAt };
}

/** Ends all sessions of a user. */
export async function endSessions(db: Db | Tx, userId: string): Promise<void> {
  await db.$executeRaw`
    DELETE FROM standalone.oidc_record
    WHERE model IN ('Grant', 'Session') AND payload ->> 'accountId' = ${userId}`;
}

export async function deleteAccount(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM standalone.identity_account WHERE user_id = ${userId}::uuid`;
}

/** Creates an account with a known password unless it exists; for seeds. */
export async function makeAccount(tx: Tx, userId: string, password: string): Promise<void> {
  if ((await passwordsOf(tx, [userId])).size > 0) return;
  await tx.$executeRaw`
    INSERT INTO standalone.identity_account (user_id, password_hash)
    VALUES (${userId}::uuid, ${await hashPassword(password)})`;
}

/** The user of a valid token. */
export async function findSetPasswordToken(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  token: string,
): Promise<{ readonly userId: string; readonly login: string } | null> {
  const [owner] = await db.$queryRaw<{ userId: string; login: string }[]>`
    SELECT user_id AS "userId", login FROM standalone.identity_account JOIN app_user ON app_user.id = user_id
    WHERE set_password_token_hash = ${digest(token)} AND set_password_expires_at > ${clock.now()} AND enabled`;
  return owner ?? null;
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

/** Why a password is refused; null: accepted. */
export function passwordFault({
  login,
  password,
}: {
  readonly login: string;
  readonly password: string;
}): string | null {
  if (password.length < PASSWORD_MINIMUM)
    return `The password needs at least ${PASSWORD_MINIMUM} characters.`;
  if (password.length > PASSWORD_MAXIMUM)
    return `The password may have at most ${PASSWORD_MAXIMUM} characters.`;
  if (password.toLowerCase().includes(login.toLowerCase())) return 'The password must not contain the login.';
  if (new Set(password).size < 5) return 'The password needs more different characters.';
  return null;
}

/** The stored hash of a one-time token. */
export const digest = (token: string) => createHash('sha256').update(token).digest();
