import { createHash, randomBytes } from 'node:crypto';

import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../db.ts';
import { hashPassword, isPassword, refuseSlowly } from './password-hash.ts';

/** After this many wrong passwords each further one costs a pause, and after the second number a long one. */
const PAUSE_AFTER = 5;
const PAUSE_S = 60;
const LOCK_AFTER = 10;
const LOCK_S = 15 * 60;
const SET_PASSWORD_LIFE_MS = 72 * 3600 * 1000;

export const PASSWORD_MINIMUM = 12;
const PASSWORD_MAXIMUM = 128;

type SignInResult =
  | { readonly kind: 'signed-in'; readonly userId: string }
  | { readonly kind: 'wrong'; readonly userId: string | null }
  | { readonly kind: 'locked'; readonly userId: string; readonly seconds: number; readonly justNow: boolean };

/**
 * Checks a password. Failures are counted on the account, which then pauses and at
 * last is locked; the counter is raised before the check, so that tries sent at the
 * same time count as well.
 */
export async function checkPassword(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { login, password }: { readonly login: string; readonly password: string },
): Promise<SignInResult> {
  const account = await db.identityAccount.findFirst({
    where: { user: { login: login.trim().toLowerCase(), enabled: true }, passwordHash: { not: null } },
  });
  if (account === null || account.passwordHash === null || password.length > PASSWORD_MAXIMUM) {
    await refuseSlowly(password.slice(0, PASSWORD_MAXIMUM));
    return { kind: 'wrong', userId: account?.userId ?? null };
  }

  const { userId, passwordHash } = account;
  const now = clock.now();
  const counted = await db.identityAccount.updateManyAndReturn({
    where: { userId, OR: [{ lockedUntil: null }, { lockedUntil: { lte: now } }] },
    data: { failures: { increment: 1 } },
  });
  const failures = counted[0]?.failures;
  if (failures === undefined) return lockedUntil(account.lockedUntil ?? now);

  const pause = failures >= LOCK_AFTER ? LOCK_S : failures >= PAUSE_AFTER ? PAUSE_S : 0;
  const until = pause === 0 ? null : new Date(now.getTime() + pause * 1000);
  if (await isPassword(password, passwordHash)) {
    await db.identityAccount.update({ where: { userId }, data: { failures: 0, lockedUntil: null } });
    await db.appUser.update({ where: { id: userId }, data: { lastSignInAt: now, subject: userId } });
    return { kind: 'signed-in', userId };
  }
  if (until === null) return { kind: 'wrong', userId };
  await db.identityAccount.update({ where: { userId }, data: { lockedUntil: until } });
  return { ...lockedUntil(until), justNow: true };

  function lockedUntil(moment: Date) {
    const seconds = Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));
    return { kind: 'locked' as const, userId, seconds, justNow: false };
  }
}

/**
 * Makes an account, or gives an existing one a new one-time token with which a password is chosen.
 *
 * @public
 */
export async function issueSetPasswordToken(tx: Tx, clock: Clock, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const account = {
    setPasswordTokenHash: digest(token),
    setPasswordExpiresAt: new Date(clock.now().getTime() + SET_PASSWORD_LIFE_MS),
  };
  await tx.identityAccount.upsert({ where: { userId }, create: { userId, ...account }, update: account });
  return token;
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
    where: { setPasswordTokenHash: digest(token), setPasswordExpiresAt: { gt: clock.now() } },
    include: { user: true },
  });
  return account === null ? null : { userId: account.userId, login: account.user.login };
}

/** Uses a one-time token up. Of two uses at once exactly one succeeds. */
export async function choosePassword(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { token, password }: { readonly token: string; readonly password: string },
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const { count } = await db.identityAccount.updateMany({
    where: { setPasswordTokenHash: digest(token), setPasswordExpiresAt: { gt: clock.now() } },
    data: {
      passwordHash,
      failures: 0,
      lockedUntil: null,
      setPasswordTokenHash: null,
      setPasswordExpiresAt: null,
    },
  });
  return count === 1;
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

const digest = (token: string) => createHash('sha256').update(token).digest();
