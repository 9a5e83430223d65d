import { TOKEN_CHECK_INTERVAL_MS, TOKEN_MINIMUM_VALIDITY_S } from '@curvewell/contracts';
import * as oidc from 'openid-client';
import { z } from 'zod';

import { appConfig } from './config.ts';
import { observable } from './observable.ts';
import { isReloading, reloadPage } from './reload-page.ts';
import { addressAfterSignIn } from './sign-in-address.ts';
import { onSignedOutElsewhere, readTokens, removeTokens, type Tokens, writeTokens } from './tokens.ts';

const PENDING_KEY = 'curvewell.sign-in';
const RELOADS_KEY = 'curvewell.sign-in-reloads';
const REFRESH_LOCK = 'curvewell.refresh';
const SCOPE = 'openid profile email';
/** Reloads in a row before an error is shown instead. */
const MAX_RELOADS = 3;
/** A token that ends sooner is renewed before it is used. */
const LEAST_USE_MS = 5000;

/** Why nobody can be signed in; null: no reason known. */
export const signInFailure = observable<string | null>(null);

const pendingSchema = z.object({
  verifier: z.string(),
  state: z.string(),
  nonce: z.string(),
  returnTo: z.string(),
});

function isLocal({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

let discovered: Promise<oidc.Configuration> | null = null;

/** The identity provider, found once, again after a failure. */
function provider(): Promise<oidc.Configuration> {
  discovered ??= discover().catch((error: unknown) => {
    discovered = null;
    throw error;
  });
  return discovered;
}

async function discover(): Promise<oidc.Configuration> {
  const { keycloak } = await appConfig();
  const issuer = new URL(
    `${keycloak.url.replace(/\/+$/, '')}/realms/${encodeURIComponent(keycloak.realm)}`,
    window.location.origin,
  );
  return oidc.discovery(issuer, keycloak.clientId, undefined, oidc.None(), {
    // The embedded provider runs without TLS on the machine itself.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so only to make it stand out
    execute: isLocal(issuer) ? [oidc.allowInsecureRequests] : [],
  });
}

const redirectUri = () => `${window.location.origin}/`;

function currentAddress(): string {
  const { pathname, search, hash } = window.location;
  return addressAfterSignIn(`${pathname}${search}${hash}`);
}

function keep(answer: oidc.TokenEndpointResponse, former: Tokens | null): string {
  writeTokens({
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? former?.refreshToken ?? null,
    idToken: answer.id_token ?? former?.idToken ?? null,
    expiresAt: Date.now() + (answer.expires_in ?? 60) * 1000,
  });
  return answer.access_token;
}

/** Sends the browser to the provider; it comes back to the address that was wanted. */
async function leaveForProvider(returnTo: string): Promise<void> {
  const configuration = await provider();
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const nonce = oidc.randomNonce();
  sessionStorage.setItem(PENDING_KEY, JSON.stringify({ verifier, state, nonce, returnTo }));
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(),
    scope: SCOPE,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  window.location.assign(address);
}

function takePending() {
  const text = sessionStorage.getItem(PENDING_KEY);
  sessionStorage.removeItem(PENDING_KEY);
  try {
    return pendingSchema.parse(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}

/** Comes back from the provider: exchanges the code and restores the address. */
async function returnFromProvider(): Promise<boolean> {
  const address = new URL(window.location.href);
  if (!address.searchParams.has('state')) return false;
  if (!address.searchParams.has('code') && !address.searchParams.has('error')) return false;
  const pending = takePending();
  window.history.replaceState(null, '', pending?.returnTo ?? currentAddress());
  // A code of another tab or an old bookmark: signing in begins anew.
  if (pending === null || pending.state !== address.searchParams.get('state')) return false;
  const answer = await oidc.authorizationCodeGrant(await provider(), address, {
    pkceCodeVerifier: pending.verifier,
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    idTokenExpected: true,
  });
  keep(answer, null);
  return true;
}

function reasonOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    return error.error_description ?? error.error;
  }
  return error instanceof Error ? error.message : String(error);
}

/**
 * Signs in: true when there is a token, false when the browser is on its way to the provider.
 *
 * @throws Error with the reason when the provider refuses or cannot be reached
 */
export async function signIn(): Promise<boolean> {
  try {
    const returned = await returnFromProvider();
    if (returned || readTokens() !== null) {
      window.history.replaceState(window.history.state, '', currentAddress());
      return true;
    }
    await leaveForProvider(currentAddress());
    return false;
  } catch (error) {
    logFailure('Authentication Failed', error);
    throw new Error(reasonOf(error), { cause: error });
  }
}

function logFailure(text: string, error: unknown): void {
  // eslint-disable-next-line no-console -- administrators look for these two sentences in the browser's log
  console.error(text, error);
}

/** One tab at a time: a refresh token can be used once only. */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  // The lock manager is absent on plain http; there, tabs are not kept apart.
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request(REFRESH_LOCK, work) : work();
}

/** Nothing can renew the session; somebody has to sign in. */
class SessionOver extends Error {}

const isOver = (error: unknown) =>
  error instanceof SessionOver || (error instanceof oidc.ResponseBodyError && error.status < 500);

async function renew(used: string): Promise<string> {
  const tokens = readTokens();
  if (tokens === null) throw new SessionOver('Nobody is signed in.');
  // Another tab was faster.
  if (tokens.accessToken !== used && tokens.expiresAt - Date.now() > LEAST_USE_MS) return tokens.accessToken;
  if (tokens.refreshToken === null) throw new SessionOver('The session cannot be renewed.');
  return keep(await oidc.refreshTokenGrant(await provider(), tokens.refreshToken), tokens);
}

let renewal: Promise<string> | null = null;

/** Replaces the token by a new one. */
export function refreshTokens(): Promise<string> {
  const used = readTokens()?.accessToken ?? '';
  renewal ??= alone(() => renew(used))
    .catch((error: unknown) => {
      logFailure('Failed to refresh token', error);
      // The provider said no. Anything else, such as a lost connection, may pass.
      if (isOver(error)) rejectSession(reasonOf(error));
      throw error;
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/** A token for a request; renewed first when it is about to end. */
export async function accessToken(): Promise<string> {
  const tokens = readTokens();
  if (tokens !== null && tokens.expiresAt - Date.now() > LEAST_USE_MS) return tokens.accessToken;
  return refreshTokens();
}

/** Keeps the token fresh; answers how to stop. */
export function watchTokens(): () => void {
  const timer = setInterval(() => {
    const tokens = readTokens();
    if (tokens !== null && tokens.expiresAt - Date.now() < TOKEN_MINIMUM_VALIDITY_S * 1000) {
      // What fails here is told by the next request.
      refreshTokens().catch(() => undefined);
    }
  }, TOKEN_CHECK_INTERVAL_MS);
  const stopListening = onSignedOutElsewhere(reloadPage);
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && readTokens() === null) reloadPage();
  };
  window.addEventListener('pageshow', onShow);
  return () => {
    clearInterval(timer);
    stopListening();
    window.removeEventListener('pageshow', onShow);
  };
}

/** Nobody is signed in any more: the page reloads and signs in again, at most three times in a row. */
export function rejectSession(reason: string): void {
  if (isReloading()) return;
  const reloads = Number(sessionStorage.getItem(RELOADS_KEY) ?? '0');
  removeTokens();
  if (reloads >= MAX_RELOADS) {
    sessionStorage.removeItem(RELOADS_KEY);
    signInFailure.set(reason);
    return;
  }
  sessionStorage.setItem(RELOADS_KEY, String(reloads + 1));
  reloadPage();
}

/** The server knows who is signed in: reloads are counted anew. */
export function acceptSession(): void {
  sessionStorage.removeItem(RELOADS_KEY);
}

/** Signs out at the provider; nothing stays in this browser's storage. */
export async function signOut(): Promise<void> {
  const idToken = readTokens()?.idToken ?? null;
  let address = redirectUri();
  try {
    const configuration = await provider();
    if (configuration.serverMetadata().end_session_endpoint !== undefined) {
      address = oidc.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: redirectUri(),
        ...(idToken !== null && { id_token_hint: idToken }),
      }).href;
    }
  } finally {
    localStorage.clear();
    sessionStorage.clear();
    window.location.assign(address);
  }
}
