import type { Clock } from '../../clock.ts';
import { columnsOf, jsonOf, only } from '../../database/columns.ts';
import { type Db, transaction } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import { placeOf, refuseElsewhere } from '../../clusters/laboratory-place.ts';
import { Prisma, type AppUser, type Laboratory } from '../../generated/prisma/client.ts';
import { createActor, providersRoles, roleFields, type Actor } from './actor.ts';
import { auditSignIn } from './audit-sign-in.ts';
import { createTokenCheck } from './remembered-tokens.ts';
import { isRecent } from './recent.ts';
import { createSessionLock } from './session-lock.ts';
import { satisfiesAcr } from './acr.ts';
import { TokenError, type TokenClaims, type TokenRules } from './token.ts';

/** How long users, laboratories and sessions are cached; changes take effect within this time. */
const CACHE_MS = 2_000;
const CACHE_SIZE = 1_000;
const MINUTE_MS = 60_000;

export interface ActorResolver {
  /** @throws AppError `unauthenticated`, `session-locked`, `forbidden` */
  resolve(token: string, address: string, request?: ResolvedRequest): Promise<Actor>;
}

interface ResolvedRequest {
  /** Time since the user's last input; null: the request is not caused by input. */
  readonly idleMs?: number | null;
  /** When the request was first authorised, with a valid token and session. Undefined: now. */
  readonly begunAt?: Date | undefined;
}

interface Options {
  readonly db: Db;
  readonly clock: Clock;
  readonly rules: TokenRules;
  /** Whether a session is still active; null when only the provider knows, whose tokens are short-lived. */
  readonly isSessionLive: ((id: string) => Promise<boolean>) | null;
  readonly cacheMs?: number;
  /** The level that a sign-in for a decision must reach; see `satisfiesAcr`. */
  readonly signingAcr?: string | null;
}

type UserWithLaboratory = AppUser & {
  readonly laboratory: Pick<Laboratory, keyof typeof LABORATORY> | null;
  /** Whether the session has had its first request. */
  readonly isSessionSeen: boolean;
};

/** Resolves bearer tokens to users. */
export function createActorResolver(options: Options): ActorResolver {
  const { clock, rules, isSessionLive, cacheMs = CACHE_MS, signingAcr = null } = options;
  const checkToken = createTokenCheck(rules);
  const sessionLock = createSessionLock(options);
  const cache = new Map<string, { readonly since: number; readonly user: Promise<UserWithLaboratory> }>();

  function userOf(claims: TokenClaims, address: string): Promise<UserWithLaboratory> {
    const key = `${claims.sub} ${claims.sid ?? ''}`;
    const kept = cache.get(key);
    const now = clock.now().getTime();
    if (kept !== undefined && isRecent(kept.since, now, cacheMs)) return kept.user;
    if (cache.size >= CACHE_SIZE) cache.clear();
    const user = findUser(options, claims, address);
    cache.set(key, { since: now, user });
    user.catch(() => cache.delete(key));
    return user;
  }

  return {
    async resolve(token, address, { idleMs = 0, begunAt } = {}) {
      const claims = await checkToken(token, begunAt).catch((error: unknown) => {
        if (!(error instanceof TokenError)) throw error;
        const message = error.reason === 'expired' ? 'The sign-in has expired.' : 'Sign in first.';
        throw new AppError('unauthenticated', message, { cause: error });
      });
      const user = await userOf(claims, address);
      const signedInAt = claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000);
      const actor = {
        ...createActor(user, claims.realm_access.roles, signedInAt),
        ...(claims.sid !== undefined && { sessionId: claims.sid }),
        ...(signingAcr !== null && !satisfiesAcr(claims.acr, signingAcr) && { lacksAcr: signingAcr }),
      };
      const minutes = actor.laboratory?.idleLockMinutes ?? null;
      if (minutes !== null && begunAt === undefined) {
        const id = claims.sid ?? `${claims.sub} ${claims.auth_time ?? ''}`;
        await sessionLock.check({ id, userId: user.id, signedInAt }, minutes * MINUTE_MS, idleMs);
      }
      return actor;
    },
  };

  async function findUser(
    { db }: Options,
    claims: TokenClaims,
    address: string,
  ): Promise<UserWithLaboratory> {
    if (isSessionLive !== null) {
      if (claims.sid === undefined || !(await isSessionLive(claims.sid))) {
        throw new AppError('unauthenticated', 'The sign-in has ended.');
      }
      return knownUser(await findBySubject(db, claims));
    }
    let user = await findBySubject(db, claims);
    // A sign-in is audited in the laboratory, which takes no entries here. Disabled users do not learn its address.
    const laboratory = user?.enabled === true ? user.laboratory : null;
    if (laboratory !== null) refuseElsewhere(placeOf(laboratory));
    if (user === null) {
      await noteUnassignedUser(options, claims, address);
      user = await findBySubject(db, claims);
    }
    if (await isNewSession(options, user, { claims, address })) user = await findBySubject(db, claims);
    // The audit trail would attribute every action to the impersonated user.
    if (claims.impersonator !== undefined) throw impersonated();
    return knownUser(user);
  }
}

export const impersonated = () =>
  new AppError(
    'forbidden',
    'An administrator of the identity provider opened this session on behalf of another person. Sign in with your own account.',
  );

function knownUser(user: UserWithLaboratory | null): UserWithLaboratory {
  if (user === null) {
    const message = 'This login belongs to another account. Ask an administrator to link this account.';
    throw new AppError('forbidden', message);
  }
  return user;
}

/** Stores a user who signs in for the first time as an unassigned user. */
async function noteUnassignedUser(options: Options, claims: TokenClaims, address: string): Promise<void> {
  const login = loginOf(claims);
  const known = await options.db.appUser.findUnique({ where: { login }, select: { id: true } });
  if (known === null) await createUser(options.db, claims, address);
  else await noteNewAccount(options, { userId: known.id, login }, claims, address);
}

/**
 * The login belongs to a user with another account: the account was recreated, or the login was given to
 * another person. Sign-in is refused until an administrator decides.
 */
async function noteNewAccount(
  { db, clock }: Options,
  { userId, login }: { readonly userId: string; readonly login: string },
  { sub: subject, email }: TokenClaims,
  address: string,
): Promise<void> {
  if ((await db.newAccount.count({ where: { userId, subject } })) > 0) return;
  const account = { subject, email: email?.toLowerCase() ?? null, seenAt: clock.now() };
  await transaction({ db, on: userId }, async (tx) => {
    await tx.newAccount.upsert({ where: { userId }, create: { userId, ...account }, update: account });
    await auditSignIn(tx, { kind: 'account-unknown', userId, login, address });
  });
}

const loginOf = ({ preferred_username: name }: TokenClaims) => name.toLowerCase();

/** Finds a user by subject, or by login when the user has no subject yet. */
async function findBySubject(db: Db, claims: TokenClaims): Promise<UserWithLaboratory | null> {
  const [user] = await db.$queryRaw<UserWithLaboratory[]>`
    SELECT ${USER}, EXISTS (SELECT FROM seen_session s WHERE s.id = ${sessionOf(claims)}) AS "isSessionSeen"
    FROM app_user u LEFT JOIN laboratory l ON l.id = u.laboratory_id
    WHERE u.subject = ${claims.sub} OR (u.subject IS NULL AND u.login = ${loginOf(claims)}) LIMIT 1`;
  return user ?? null;
}

const LABORATORY = only('id', 'name', 'active', 'timeZone', 'demonstration', 'rules', 'moveState', 'livesAt');
const USER = Prisma.raw(
  `${columnsOf('u', Prisma.AppUserScalarFieldEnum)}, CASE WHEN l.id IS NOT NULL THEN ${jsonOf('l', LABORATORY)} END AS laboratory`,
);

/** A session of the provider, or the sign-in that a token without one comes from. */
const sessionOf = ({ sid, sub, auth_time: signedInAt, iat }: TokenClaims): string =>
  sid ?? `${sub} ${signedInAt ?? iat}`;

/** Stores a user whom the external provider accepts and who has no laboratory yet. */
async function createUser(db: Db, claims: TokenClaims, address: string): Promise<void> {
  const login = loginOf(claims);
  const unknown = `${login}@unknown.invalid`;
  await transaction({ db }, async (tx) => {
    const email = claims.email?.toLowerCase() ?? unknown;
    // A duplicate e-mail address does not prevent sign-in; an administrator can resolve it.
    const isFree = (await tx.appUser.count({ where: { email } })) === 0;
    const [user] = await tx.appUser.createManyAndReturn({
      data: {
        login,
        subject: claims.sub,
        firstname: claims.given_name ?? '',
        lastname: claims.family_name ?? claims.name ?? login,
        email: isFree ? email : unknown,
        emailVerified: isFree && (claims.email_verified ?? false),
        ...roleFields(claims.realm_access.roles),
      },
      // Two concurrent first requests.
      skipDuplicates: true,
    });
    if (user !== undefined) await auditSignIn(tx, { kind: 'first-seen', userId: user.id, login, address });
  });
}

/**
 * Audits the first request of a session as a sign-in. Takes over the provider's roles. Once an
 * administrator has set the roles of the user form here, only the others, so that revoked roles do not return.
 *
 * @returns whether it was the first, so that the user may have changed
 */
async function isNewSession(
  { db, clock }: Options,
  user: UserWithLaboratory | null,
  { claims, address }: { readonly claims: TokenClaims; readonly address: string },
): Promise<boolean> {
  // Disabled and deleted users are refused, so this is not a sign-in.
  if (user?.enabled !== true) return false;
  if (user.isSessionSeen) return false;
  const id = sessionOf(claims);
  const { impersonator: by } = claims;
  const { roles } = claims.realm_access;
  await transaction({ db }, async (tx) => {
    const { count } = await tx.seenSession.createMany({
      data: { id, userId: user.id },
      skipDuplicates: true,
    });
    if (count === 0) return;
    const { login } = user;
    if (by !== undefined) {
      await auditSignIn(tx, { kind: 'impersonated', userId: user.id, login, by, address });
      return;
    }
    await tx.appUser.update({
      where: { id: user.id },
      data: {
        subject: claims.sub,
        lastSignInAt: clock.now(),
        ...(user.rolesSetHere ? providersRoles(roles) : roleFields(roles)),
      },
    });
    await auditSignIn(tx, { kind: 'signed-in', userId: user.id, login, address });
  });
  return true;
}
