import { createHash, randomBytes } from 'node:crypto';

import { z } from 'zod';

import { createBrowser } from '../../apps/api/test/browse.ts';
import { DEMO_PASSWORD, type DemoLogin } from './demo-users.ts';

/** Calls the API as one user. A refused call fails the test. */
export type Api = <T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<T>;

interface SignedIn {
  readonly token: Promise<string>;
  readonly at: number;
}

/** Access tokens by user, shared by a worker: a sign-in takes ten redirects and a slow hash. */
const signedIn = new Map<string, SignedIn>();
/** Tokens are valid for 5 minutes, and a decision may require a recent sign-in. */
const REUSE_MS = 120_000;

/** Signs in as the page does but without a browser, to prepare data for a journey. */
export async function apiOf(address: string, login: DemoLogin): Promise<Api> {
  const token = await tokenOf(address, login);
  return async <T>(method: string, path: string, body?: unknown) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(new URL(`/api${path}`, address), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text === '' ? 'null' : text) as T; // the contract tests check the types of responses
  };
}

function tokenOf(address: string, login: DemoLogin): Promise<string> {
  const key = `${address} ${login}`;
  const known = signedIn.get(key);
  if (known !== undefined && Date.now() - known.at < REUSE_MS) return known.token;
  const token = signIn(address, login);
  signedIn.set(key, { token, at: Date.now() });
  // A later call retries a failed sign-in.
  token.catch(() => signedIn.delete(key));
  return token;
}

/** The provider's authorization code flow, without a browser. */
async function signIn(address: string, login: DemoLogin): Promise<string> {
  const { keycloak } = configSchema.parse(await (await fetch(new URL('/config.json', address))).json());
  const endpoint = `${keycloak.url.replace(/\/$/, '')}/realms/curvewell/protocol/openid-connect/`;
  const redirectUri = new URL('/', address).href;
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: 'curvewell-web',
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: redirectUri,
    state: 'made by a test',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  const browse = createBrowser(keycloak.url);
  const { next: page, form } = await browse(new URL(`auth?${query.toString()}`, endpoint).href);
  // Keycloak shows its form at once, and asks nothing else after it.
  const sent = await browse(form ?? page, { login, username: login, password: DEMO_PASSWORD });
  const codeOf = ({ next }: { readonly next: string }) => new URL(next, address).searchParams.get('code');
  const code = codeOf(sent) ?? codeOf(await browse(sent.next));
  if (code === null)
    throw new Error(`${login} could not sign in: is E2E_PASSWORD the password of the demo users?`);
  const answer = await fetch(new URL('token', endpoint), {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'curvewell-web',
      redirect_uri: redirectUri,
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
    }),
  });
  return z.object({ access_token: z.string() }).parse(await answer.json()).access_token;
}

const configSchema = z.object({ keycloak: z.object({ url: z.string() }) });
