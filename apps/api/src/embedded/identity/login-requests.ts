import type { IncomingMessage, ServerResponse } from 'node:http';

import { errors, type Provider } from 'oidc-provider';

import type { Clock } from '../../clock.ts';
import type { Db } from '../../db.ts';
import type { RecordSignIn } from '../../features/identity/index.ts';
import { checkPassword, choosePassword, findSetPasswordToken, passwordFault } from './accounts.ts';
import { choosePasswordPage, messagePage, sendPage, signInPage } from './pages.ts';
import type { AttemptLimit } from './attempt-limit.ts';

const WRONG = 'Login or password is wrong.';
const FORM_BYTES = 8 * 1024;

export interface LoginDependencies {
  readonly provider: Provider;
  readonly db: Db;
  readonly clock: Clock;
  readonly attempts: AttemptLimit;
  readonly recordSignIn: RecordSignIn;
  /** Where the application is. */
  readonly home: string;
  readonly addressOf: (request: IncomingMessage) => string;
}

/** `/login/:uid` – the sign-in form. The provider's cookie ties it to the browser that asked. */
export async function handleLogin(
  dependencies: LoginDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { provider, home } = dependencies;
  try {
    await provider.interactionDetails(request, response);
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    // The page lay open for too long, or is shown again by Back: the application starts anew.
    response.writeHead(303, { location: home }).end();
    return;
  }
  if (request.method === 'GET') sendPage(response, signInPage({ login: '', problem: null }));
  else await signIn(dependencies, request, response);
}

async function signIn(
  { provider, db, clock, attempts, recordSignIn, addressOf }: LoginDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = await readForm(request);
  const login = form.get('login') ?? '';
  const address = addressOf(request);

  const wait = attempts.secondsToWait(address);
  if (wait > 0) {
    sendPage(response, tooMany(login, wait));
    return;
  }

  const result = await checkPassword({ db, clock }, { login, password: form.get('password') ?? '' });
  if (result.kind !== 'signed-in') {
    attempts.count(address);
    const kind = result.kind === 'locked' && result.justNow ? 'account-locked' : 'sign-in-failed';
    await recordSignIn({ kind, userId: result.userId, login, address });
    sendPage(
      response,
      result.kind === 'locked' ? tooMany(login, result.seconds) : signInPage({ login, problem: WRONG }),
    );
    return;
  }
  await recordSignIn({ kind: 'signed-in', userId: result.userId, login, address });
  await provider.interactionFinished(request, response, {
    login: { accountId: result.userId, remember: false },
  });
}

function tooMany(login: string, seconds: number) {
  const when = seconds > 120 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  return {
    ...signInPage({ login, problem: `Too many attempts. Try again in ${when}.` }),
    status: 429,
    headers: { 'retry-after': String(seconds) },
  };
}

/** `/set-password/:token` – the one-time link that an administrator hands to a new user. */
export async function handleSetPassword(
  { db, clock, attempts, recordSignIn, home, addressOf }: LoginDependencies,
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
): Promise<void> {
  const address = addressOf(request);
  const owner = attempts.secondsToWait(address) > 0 ? null : await findSetPasswordToken({ db, clock }, token);
  if (owner === null) {
    attempts.count(address);
    const text = 'This link has been used or is too old. Ask an administrator for a new one.';
    sendPage(response, { ...messagePage({ title: 'Choose a password', text, link: home }), status: 410 });
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
  if (problem !== null || !(await choosePassword({ db, clock }, { token, password }))) {
    sendPage(response, choosePasswordPage({ login, problem: problem ?? 'This link has been used.' }));
    return;
  }
  await recordSignIn({ kind: 'password-chosen', userId, login, address });
  response.writeHead(303, { location: home }).end();
}

/** A small form, or an empty one when it is larger than any of these forms. */
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
