import { z } from 'zod';

import { discardDrafts } from '../forms/draft-storage.ts';
import { appConfig } from '../api/config.ts';
import { leavePage } from '../navigation/reload-page.ts';
import { storeTokens, logFailure, protocol, provider, reasonOf, redirectUri } from './identity-provider.ts';
import { addressAfterSignIn } from './sign-in-address.ts';
import { readTokens } from './tokens.ts';

const PENDING_KEY = 'curvewell.sign-in';
const SCOPE = 'openid profile email';

const pendingSchema = z.object({
  verifier: z.string(),
  state: z.string(),
  nonce: z.string(),
  returnTo: z.string(),
});

function currentAddress(): string {
  const { pathname, search, hash } = window.location;
  return addressAfterSignIn(`${pathname}${search}${hash}`);
}

/** Redirects to the provider, which returns to the requested address. */
async function leaveForProvider(
  returnTo: string,
  asked: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [oidc, configuration] = await Promise.all([protocol(), provider()]);
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
    ...asked,
  });
  window.location.assign(address);
}

/** Repeats the sign-in as the laboratory requires, and returns to the same address. */
export async function signInAgain(login: string): Promise<void> {
  const { signingAcr } = (await appConfig()).keycloak;
  await leaveForProvider(currentAddress(), {
    prompt: 'login',
    max_age: '0',
    login_hint: login,
    ...(signingAcr !== undefined && { acr_values: signingAcr }),
  });
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

/** Path of the window for signing in again; the page behind it keeps its unsaved input. */
const UNLOCK_PATH = '/unlock';
const isUnlockWindow = () => window.location.pathname === UNLOCK_PATH;

/** Opens that window. @returns false if the browser blocks it */
export function openUnlockWindow(login: string): boolean {
  const address = `${UNLOCK_PATH}?login=${encodeURIComponent(login)}`;
  return window.open(address, 'curvewell-unlock', 'popup,width=520,height=720') !== null;
}

/** Handles the return from the provider: exchanges the code and restores the address. */
async function returnFromProvider(): Promise<boolean> {
  const address = new URL(window.location.href);
  if (!address.searchParams.has('state')) return false;
  if (!address.searchParams.has('code') && !address.searchParams.has('error')) return false;
  const pending = takePending();
  window.history.replaceState(null, '', pending?.returnTo ?? currentAddress());
  // The code belongs to another tab or an old bookmark: restart the sign-in.
  if (pending === null || pending.state !== address.searchParams.get('state')) return false;
  const [oidc, configuration] = await Promise.all([protocol(), provider()]);
  const answer = await oidc.authorizationCodeGrant(configuration, address, {
    pkceCodeVerifier: pending.verifier,
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    idTokenExpected: true,
  });
  storeTokens(answer, null);
  return true;
}

/**
 * Signs in.
 *
 * @returns true with a token, false when the browser is redirecting to the provider
 * @throws Error with the reason if the provider refuses or cannot be reached
 */
export async function signIn(): Promise<boolean> {
  try {
    const returned = await returnFromProvider();
    if (isUnlockWindow()) {
      const login = new URLSearchParams(window.location.search).get('login') ?? '';
      if (returned) window.close();
      else await leaveForProvider(UNLOCK_PATH, { prompt: 'login', max_age: '0', login_hint: login });
      return false;
    }
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

/** Signs out at the provider and clears this browser's storage. */
export async function signOut(): Promise<void> {
  const idToken = readTokens()?.idToken ?? null;
  let address = redirectUri();
  try {
    const [oidc, configuration] = await Promise.all([protocol(), provider()]);
    if (configuration.serverMetadata().end_session_endpoint !== undefined) {
      address = oidc.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: redirectUri(),
        ...(idToken !== null && { id_token_hint: idToken }),
      }).href;
    }
  } finally {
    discardDrafts();
    localStorage.clear();
    sessionStorage.clear();
    leavePage(address);
  }
}
