import { createHash, randomBytes } from 'node:crypto';

import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../database/db.ts';
import { hashPassword, isPassword, refuseInEqualTime } from './password-hash.ts';

const SET_PASSWORD_LIFE_MS = 72 * 3600 * 1000;

export const PASSWORD_MINIMUM = 12;
const PASSWORD_MAXIMUM = 128;

/**
 * Checks a password. An unknown login, a disabled one and a wrong password take the same work.
 *
 * @returns whose login it is, if anybody's
 */
export async function checkPassword(
  db: Db,
  { login, password }: { readonly login: string; readonly password: string },
): Promise<{ readonly userId: string | null; readonly isRight: boolean }> {
  const account = await db.identityAccount.findFirst({
    where: { user: { login: login.trim().toLowerCase(), enabled: true }, passwordHash: { not: null } },
  });
  const userId = account?.userId ?? null;
  const isRight =
    account === null || account.passwordHash === null || password.length > PASSWORD_MAXIMUM
      ? await refuseInEqualTime(password.slice(0, PASSWORD_MAXIMUM))
      : await isPassword(password, account.passwordHash);
  return { userId, isRight };
}

/** Whose login this is, if anybody's. */
export async function findUserId(db: Db, login: string): Promise<string | null> {
  const user = await db.appUser.findUnique({
    where: { login: login.trim().toLowerCase() },
    select: { id: true },
  });
  return user?.id ?? null;
}

/**
 * Makes an account, or gives an existing one a new one-time token with which a password is chosen.
 *
 * @param byId who is given the token; null: nobody but the person
 */
export async function issueSetPasswordToken(
  db: Db | Tx,
  clock: Clock,
  { userId, byId }: { readonly userId: string; readonly byId: string | null },
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + SET_PASSWORD_LIFE_MS);
  const setPasswordById = byId === userId ? null : byId;
  const account = {
    ...{ setPasswordTokenHash: digest(token), setPasswordExpiresAt: expiresAt, setPasswordById },
  };
  await db.identityAccount.upsert({ where: { userId }, create: { userId, ...account }, update: account });
  return { token, expiresAt };
}

/** Ends whatever somebody is signed in with. */
export async function endSessions(db: Db | Tx, userId: string): Promise<void> {
  await db.oidcRecord.deleteMany({
    where: { model: { in: ['Grant', 'Session'] }, payload: { path: ['accountId'], equals: userId } },
  });
}

/** Makes an account with a known password; for seeds. */
export async function setPassword(tx: Tx, userId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await tx.identityAccount.upsert({
    where: { userId },
    create: { userId, passwordHash },
    update: { passwordHash },
  });
}

/** Whose token this is, while it is valid. */
export async function findSetPasswordToken(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  token: string,
): Promise<{ readonly userId: string; readonly login: string } | null> {
  const account = await db.identityAccount.findFirst({
    where: {
      setPasswordTokenHash: digest(token),
      setPasswordExpiresAt: { gt: clock.now() },
      user: { enabled: true },
    },
    include: { user: true },
  });
  return account === null ? null : { userId: account.userId, login: account.user.login };
}

/**
 * Uses a one-time token up; of two uses at once exactly one succeeds. Whoever is signed in with the
 * former password is so no longer. Who was given the token has had a way into the account, whenever it is used.
 */
export async function choosePassword(
  tx: Tx,
  { tokenHash, passwordHash, now }: { tokenHash: Buffer<ArrayBuffer>; passwordHash: string; now: Date },
): Promise<boolean> {
  const [account] = await tx.identityAccount.updateManyAndReturn({
    where: { setPasswordTokenHash: tokenHash, setPasswordExpiresAt: { gt: now }, user: { enabled: true } },
    data: { passwordHash, setPasswordTokenHash: null, setPasswordExpiresAt: null },
  });
  if (account === undefined) return false;
  const { userId, setPasswordById: byId } = account;
  if (byId !== null)
    await tx.$executeRaw`
      UPDATE app_user SET way_by_ids = way_by_ids || ${byId}::uuid
      WHERE id = ${userId}::uuid AND NOT ${byId}::uuid = ANY(way_by_ids)`;
  await endSessions(tx, userId);
  return true;
}

/** Why a password is not taken, or null. */
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

/** What is kept of a one-time token. */
export const digest = (token: string) => createHash('sha256').update(token).digest();
