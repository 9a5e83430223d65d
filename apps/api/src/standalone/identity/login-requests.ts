import type { IncomingMessage, ServerResponse } from 'node:http';

import { errors, type Provider } from 'oidc-provider';

import type { Clock } from '../../clock.ts';
import { transaction, type Db } from '../../database/db.ts';
import type { RecordSignIn } from '../../features/identity/index.ts';
import {
  checkPassword,
  choosePassword,
  digest,
  findSetPasswordToken,
  findUserId,
  passwordFault,
} from './accounts.ts';
import { choosePasswordPage, messagePage, sendPage, signInPage } from './pages.ts';
import { hashPassword } from './password-hash.ts';
import type { SignInLimits } from './sign-in-limits.ts';

const WRONG = 'Login or password is wrong.';
const FORM_BYTES = 8 * 1024;
const LOGIN_MAXIMUM = 255;

export interface LoginDependencies {
  readonly provider: Provider;
  readonly db: Db;
  readonly clock: Clock;
  readonly limits: SignInLimits;
  readonly recordSignIn: RecordSignIn;
  /** The address of the application. */
  readonly home: string;
  readonly addressOf: (request: IncomingMessage) => string;
}

/** `/login/:uid`: the sign-in form. The provider's cookie ties it to the browser. */
export async function handleLogin(
  dependencies: LoginDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { provider, home } = dependencies;
  let hint: unknown;
  try {
    const { params } = await provider.interactionDetails(request, response);
    hint = params['login_hint'];
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    // The form has expired or was reopened with Back, so the application starts the sign-in again.
    response.writeHead(303, { location: home }).end();
    return;
  }
  // Prefilled for a repeated sign-in.
  const login = typeof hint === 'string' ? plainLogin(hint) : '';
  if (request.method === 'GET') sendPage(response, signInPage({ login, problem: null }));
  else await signIn(dependencies, request, response);
}

async function signIn(
  { provider, db, clock, limits, recordSignIn, addressOf }: LoginDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = await readForm(request);
  const login = plainLogin(form.get('login') ?? '');
  const address = addressOf(request);

  const refusal = await limits.enter({ login, address });
  if (refusal !== null) {
    if (refusal.isFirst) {
      const userId = await findUserId(db, login);
      await recordSignIn({ kind: 'sign-in-limited', userId, login, address });
    }
    sendPage(response, tooMany(login, refusal.seconds));
    return;
  }

  const { userId, isRight } = await checkPassword(db, { login, password: form.get('password') ?? '' });
  if (userId === null || !isRight) {
    await recordSignIn({ kind: 'sign-in-failed', userId, login, address });
    sendPage(response, signInPage({ login, problem: WRONG }));
    return;
  }
  await transaction({ db }, async (tx) => {
    await tx.appUser.update({ where: { id: userId }, data: { lastSignInAt: clock.now(), subject: userId } });
    await recordSignIn({ kind: 'signed-in', userId, login, address }, tx);
  });
  await limits.forgive({ login, address });
  await provider.interactionFinished(request, response, {
    login: { accountId: userId, remember: false },
  });
}

/** Cleans a login for lookup and storage: the database rejects NUL, and the length is limited. */
const plainLogin = (typed: string): string => typed.replace(/\p{Cc}/gu, '').slice(0, LOGIN_MAXIMUM);

function tooMany(login: string, seconds: number) {
  const when = seconds > 120 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  return {
    ...signInPage({ login, problem: `Too many attempts. Try again in ${when}.` }),
    status: 429,
    headers: { 'retry-after': String(seconds) },
  };
}

/** `/set-password/:token`: the one-time link for a new user; a token has 256 bits. */
export async function handleSetPassword(
  { db, clock, recordSignIn, home, addressOf }: LoginDependencies,
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
): Promise<void> {
  const owner = await findSetPasswordToken({ db, clock }, token);
  if (owner === null) {
    sendPage(response, usedLink(home));
    return;
  }
  const { userId, login } = owner;
  if (request.method === 'GET') {
    sendPage(response, choosePasswordPage({ login, problem: null }));
    return;
  }

  const form = await readForm(request);
  const password = form.get('password') ?? '';
  const problem =
    password === form.get('repeated')
      ? passwordFault({ login, password })
      : 'The two passwords are not the same.';
  if (problem !== null) {
    sendPage(response, choosePasswordPage({ login, problem }));
    return;
  }
  const chosen = { tokenHash: digest(token), passwordHash: await hashPassword(password), now: clock.now() };
  const isChosen = await transaction({ db }, async (tx) => {
    if (!(await choosePassword(tx, chosen))) return false;
    const address = addressOf(request);
    await recordSignIn({ kind: 'password-chosen', userId, login, address }, tx);
    return true;
  });
  if (isChosen) response.writeHead(303, { location: home }).end();
  else sendPage(response, usedLink(home));
}

function usedLink(link: string) {
  const text = 'This link has been used or is too old. Ask an administrator for a new one.';
  return { ...messagePage({ title: 'Choose a password', text, link }), status: 410 };
}

/** Reads a small form; returns an empty one when it is too large. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > FORM_BYTES) return new URLSearchParams();
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
