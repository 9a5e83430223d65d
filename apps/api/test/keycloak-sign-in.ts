import { createHash, createHmac, randomBytes } from 'node:crypto';

import { z } from 'zod';

import { createBrowser, keepCookies, type Browse } from './browse.ts';

const tokensSchema = z.object({ access_token: z.string(), id_token: z.string() });
export type KeycloakTokens = z.infer<typeof tokensSchema>;
export type Cookies = Map<string, string>;

interface SignIn {
  /** The address of Keycloak. */
  readonly url: string;
  /** The address of the page. */
  readonly publicUrl: string;
  readonly cookies: Cookies;
  /** Further parameters, such as `prompt`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The input for each form in order; an additional form is an error. */
  readonly forms: readonly Readonly<Record<string, string>>[];
}

/** Follows the authorisation code flow of the page's client. */
export async function signInAt({
  url,
  publicUrl,
  cookies,
  parameters = {},
  forms,
}: SignIn): Promise<KeycloakTokens> {
  const endpoint = `${url}/realms/curvewell/protocol/openid-connect/`;
  const redirectUri = `${publicUrl}/`;
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: 'curvewell-web',
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: redirectUri,
    state: 'made by a test',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...parameters,
  });
  const code = await codeOf(createBrowser(url, cookies), {
    address: `${endpoint}auth?${query.toString()}`,
    redirectUri,
    forms,
  });
  const answer = await fetch(`${endpoint}token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'curvewell-web',
      redirect_uri: redirectUri,
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
    }),
  });
  return tokensSchema.parse(await answer.json());
}

interface Way {
  readonly address: string;
  readonly redirectUri: string;
  readonly forms: SignIn['forms'];
}

async function codeOf(browse: Browse, { address, redirectUri, forms }: Way): Promise<string> {
  let shown = await browse(address);
  const left = [...forms];
  for (;;) {
    if (shown.next.startsWith(redirectUri)) {
      const { searchParams } = new URL(shown.next);
      const code = searchParams.get('code');
      if (code === null) throw new Error(`refused: ${searchParams.toString()}`);
      if (left.length > 0) throw new Error(`${left.length} forms were not asked for`);
      return code;
    }
    if (shown.next !== '') shown = await browse(shown.next);
    else {
      const typed = left.shift();
      if (shown.form === undefined || typed === undefined) throw new Error('another form is asked for');
      shown = await browse(shown.form, typed);
    }
  }
}

/** Opens a session on behalf of a user, as an administrator of the master realm. */
export async function impersonate(url: string, userId: string): Promise<Cookies> {
  const signIn = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: 'admin',
      password: 'admin',
    }),
  });
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await signIn.json());
  const answer = await fetch(`${url}/admin/realms/curvewell/users/${userId}/impersonation`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`impersonation: ${answer.status} ${await answer.text()}`);
  const cookies: Cookies = new Map();
  keepCookies(answer, cookies);
  return cookies;
}

const STEP_S = 30;

/** A one-time password (RFC 6238, SHA-1, six digits) for a time. */
export function oneTimePassword(secret: string, now: Date): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 1000 / STEP_S)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}
