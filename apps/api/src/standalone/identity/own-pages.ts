import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { errors, type Provider } from 'oidc-provider';

import { transaction } from '../../database/db.ts';
import type { RecordSignIn } from '../../features/identity/index.ts';
import { consume, createLimiter } from '../../http/limits/rate-limiter.ts';
import type { IdentityOptions } from '../../keycloak/identity-services.ts';
import { choosePassword, digest, findAccount, findSetPasswordToken } from './accounts.ts';
import {
  choosePasswordPage,
  failedPage,
  messagePage,
  show,
  signInPage,
  type Context,
  type Page,
} from './pages.ts';
import { hashPassword, isPassword } from './password-hash.ts';

/** Wrong passwords for one login from one address in five minutes. */
const ATTEMPTS = 5;
/** A signed cookie with the login of the user who has just chosen a password. */
const LAST_LOGIN = 'login';
const FORM_BYTES = 8 * 1024;

interface Dependencies extends IdentityOptions {
  readonly provider: Provider;
  readonly recordSignIn: RecordSignIn;
  readonly addressOf: (request: IncomingMessage) => string;
}

/** The pages beside the provider's own: the sign-in form, and the form for a new password. */
export function ownPages({ config, provider, db, clock, recordSignIn, addressOf, onError }: Dependencies) {
  const home = `${config.publicUrl}/`;
  /**
   * Slows down password guessing without revealing whether a login exists. Counts login and address together,
   * so that nobody can lock out others behind the same address, or the owner of a login elsewhere.
   */
  const limiter = createLimiter({ points: ATTEMPTS, durationS: 5 * 60 });

  const pages = new Map([
    ['login', signIn],
    ['set-password', setPassword],
  ]);

  return async (context: Context, next: () => Promise<void>): Promise<void> => {
    const respond = pages.get(context.path.split('/')[1] ?? '');
    try {
      // PostgreSQL rejects NUL characters.
      if (context.querystring.includes('%00')) throw new errors.InvalidRequest('NUL');
      const page = await respond?.(context);
      if (page === undefined) await next();
      else if (typeof page !== 'string') show(context, page);
      else {
        context.status = 303;
        context.redirect(page);
      }
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) onError(error);
      show(context, failedPage(error, home));
    }
  };

  /** `/login/:uid`: the provider's cookie ties the form to the browser. @returns a page or an address */
  async function signIn({ method, req, res, cookies }: Context): Promise<Page | string> {
    const details = await provider.interactionDetails(req, res).catch((error: unknown) => {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    });
    // The form has expired or was reopened with Back, so the application starts the sign-in again.
    if (details === null) return home;
    if (method !== 'POST') {
      // Prefilled for a repeated sign-in, and after a password was chosen.
      const hint = details.params['login_hint'] ?? cookies.get(LAST_LOGIN);
      return signInPage({ login: typeof hint === 'string' ? plainLogin(hint) : '', problem: null });
    }
    const form = await readForm(req);
    const login = plainLogin(form.get('login') ?? '');
    const address = addressOf(req);
    const account = await findAccount(db, login);
    const userId = account?.userId ?? null;
    // Counted before the password is checked, so that concurrent attempts count as well.
    const key = `${address} ${login.trim().toLowerCase()}`;
    const refusal = await consume(limiter, key);
    if (refusal !== null) {
      // Only the first refusal of a window is audited.
      if (refusal.count === ATTEMPTS + 1)
        await recordSignIn({ kind: 'sign-in-limited', userId, login, address });
      return tooMany(login, refusal.seconds);
    }
    const isRight = await isPassword(form.get('password') ?? '', account?.passwordHash ?? null);
    if (userId === null || !isRight) {
      await recordSignIn({ kind: 'sign-in-failed', userId, login, address });
      return signInPage({ login, problem: 'Login or password is wrong.' });
    }
    const signedIn = { lastSignInAt: clock.now(), subject: userId };
    await transaction({ db }, async (tx) => {
      await tx.appUser.update({ where: { id: userId }, data: signedIn });
      await recordSignIn({ kind: 'signed-in', userId, login, address }, tx);
    });
    await limiter.delete(key);
    return provider.interactionResult(req, res, { login: { accountId: userId, remember: false } });
  }

  /** `/set-password/:token`: the one-time link for a new user; a token has 256 bits. */
  async function setPassword({ method, path, req, cookies }: Context): Promise<Page | string> {
    const token = path.split('/')[2] ?? '';
    const owner = await findSetPasswordToken({ db, clock }, token);
    if (owner === undefined) return usedLink(home);
    const { userId, login } = owner;
    if (method !== 'POST') return choosePasswordPage({ login, problem: null });

    const password = (await readForm(req)).get('password') ?? '';
    const problem = passwordFault(password, login);
    if (problem !== null) return choosePasswordPage({ login, problem });
    const chosen = { tokenHash: digest(token), passwordHash: await hashPassword(password), now: clock.now() };
    const isChosen = await transaction({ db }, async (tx) => {
      if (!(await choosePassword(tx, chosen))) return false;
      await recordSignIn({ kind: 'password-chosen', userId, login, address: addressOf(req) }, tx);
      return true;
    });
    if (!isChosen) return usedLink(home);
    cookies.set(LAST_LOGIN, login, { maxAge: 15 * 60 * 1000, sameSite: 'lax', overwrite: true });
    return home;
  }
}

/** Cleans a login for lookup and storage: the database rejects NUL, and the form allows 255 characters. */
const plainLogin = (typed: string): string => typed.replace(/\p{Cc}/gu, '').slice(0, 255);

const tooMany = (login: string, seconds: number): Page => ({
  ...signInPage({ login, problem: `Too many attempts. Try again in ${seconds} seconds.` }),
  status: 429,
  headers: { 'retry-after': String(seconds) },
});

const usedLink = (home: string): Page => ({
  ...messagePage(
    'Choose a password',
    'This link has been used or is too old. Ask an administrator for a new one.',
    home,
  ),
  status: 410,
});

/** Why a password is refused; null: accepted. */
function passwordFault(password: string, login: string): string | null {
  if (password.length < 12 || password.length > 128) return 'The password must have 12 to 128 characters.';
  const isGuessable = password.toLowerCase().includes(login.toLowerCase()) || new Set(password).size < 5;
  return isGuessable ? 'The password needs more different characters and must not contain the login.' : null;
}

/** Reads a small form; returns an empty one when it is larger or does not state its size. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const bytes = Number(request.headers['content-length'] ?? Infinity);
  return new URLSearchParams(bytes <= FORM_BYTES ? await text(request) : '');
}
