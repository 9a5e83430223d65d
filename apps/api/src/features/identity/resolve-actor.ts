import type { Clock } from '../../clock.ts';
import { type Db, transaction } from '../../db.ts';
import { AppError } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { createActor, roleFields, type Actor } from './actor.ts';
import { auditSignIn } from './audit-sign-in.ts';
import { createTokenCheck } from './remembered-tokens.ts';
import { TokenError, type TokenClaims, type TokenRules } from './token.ts';

/** How long a user, a laboratory and a session may be remembered: a change counts after this at the latest. */
const CACHE_MS = 2_000;
const CACHE_SIZE = 1_000;

export interface ActorResolver {
  /** @throws AppError `unauthenticated`, `forbidden` */
  resolve(token: string, address: string): Promise<Actor>;
}

interface Options {
  readonly db: Db;
  readonly clock: Clock;
  readonly rules: TokenRules;
  /** Says whether a session was ended; null where only the provider knows (its tokens are short-lived). */
  readonly isSessionLive: ((id: string) => Promise<boolean>) | null;
  readonly cacheMs?: number;
}

type UserWithLaboratory = Prisma.AppUserGetPayload<{ include: { laboratory: true } }>;

/** Turns bearer tokens into the people they stand for. */
export function createActorResolver(options: Options): ActorResolver {
  const { clock, rules, isSessionLive, cacheMs = CACHE_MS } = options;
  const checkToken = createTokenCheck(rules);
  const cache = new Map<string, { readonly until: number; readonly user: Promise<UserWithLaboratory> }>();

  function userOf(claims: TokenClaims, address: string): Promise<UserWithLaboratory> {
    const key = `${claims.sub} ${claims.sid ?? ''}`;
    const kept = cache.get(key);
    if (kept !== undefined && kept.until > clock.now().getTime()) return kept.user;
    if (cache.size >= CACHE_SIZE) cache.clear();
    const user = findUser(options, claims, address);
    cache.set(key, { until: clock.now().getTime() + cacheMs, user });
    user.catch(() => cache.delete(key));
    return user;
  }

  return {
    async resolve(token, address) {
      const claims = await checkToken(token).catch((error: unknown) => {
        if (!(error instanceof TokenError)) throw error;
        const message = error.reason === 'expired' ? 'The sign-in has expired.' : 'Sign in first.';
        throw new AppError('unauthenticated', message, { cause: error });
      });
      const user = await userOf(claims, address);
      return createActor(user, claims.realm_access.roles);
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
    const found = await findBySubject(db, claims);
    if (found === null) await createUser(db, claims, address);
    await noteSession(options, claims, address);
    return knownUser(await findBySubject(db, claims));
  }
}

function knownUser(user: UserWithLaboratory | null): UserWithLaboratory {
  if (user === null) throw new AppError('forbidden', 'This account is not known here.');
  return user;
}

/** By subject; by login only while nobody's subject is known for it. */
function findBySubject(db: Db, { sub, preferred_username }: TokenClaims): Promise<UserWithLaboratory | null> {
  return db.appUser.findFirst({
    where: { OR: [{ subject: sub }, { subject: null, login: preferred_username.toLowerCase() }] },
    include: { laboratory: true },
  });
}

/** Somebody whom an outside provider lets in and nobody has given a laboratory yet. */
async function createUser(db: Db, claims: TokenClaims, address: string): Promise<void> {
  const login = claims.preferred_username.toLowerCase();
  await transaction({ db }, async (tx) => {
    const [user] = await tx.appUser.createManyAndReturn({
      data: {
        login,
        subject: claims.sub,
        firstname: claims.given_name ?? '',
        lastname: claims.family_name ?? claims.name ?? login,
        email: claims.email ?? `${login}@unknown.invalid`,
        emailVerified: claims.email_verified ?? false,
        ...roleFields(claims.realm_access.roles),
      },
      // Two first requests at once, or an e-mail address that somebody else has: then the user stays unknown.
      skipDuplicates: true,
    });
    if (user !== undefined) await auditSignIn(tx, { kind: 'first-seen', userId: user.id, login, address });
  });
}

/** A session seen for the first time is a sign-in: the trail says so, and the provider's roles are taken over. */
async function noteSession({ db, clock }: Options, claims: TokenClaims, address: string): Promise<void> {
  const user = await findBySubject(db, claims);
  if (user === null) return;
  const id = claims.sid ?? `${claims.sub} ${claims.auth_time ?? claims.iat}`;
  if ((await db.seenSession.count({ where: { id } })) > 0) return;
  await transaction({ db }, async (tx) => {
    const { count } = await tx.seenSession.createMany({
      data: { id, userId: user.id },
      skipDuplicates: true,
    });
    if (count === 0) return;
    await tx.appUser.update({
      where: { id: user.id },
      data: { subject: claims.sub, lastSignInAt: clock.now(), ...roleFields(claims.realm_access.roles) },
    });
    await auditSignIn(tx, { kind: 'signed-in', userId: user.id, login: user.login, address });
  });
}
