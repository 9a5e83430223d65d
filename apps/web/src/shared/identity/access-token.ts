import { TOKEN_CHECK_INTERVAL_MS, TOKEN_MINIMUM_VALIDITY_S } from '@curvewell/contracts';
import * as oidc from 'openid-client';

import { reloadPage } from '../navigation/reload-page.ts';
import { rejectSession } from './ended-session.ts';
import { storeTokens, logFailure, provider, reasonOf } from './identity-provider.ts';
import { onSignedOutElsewhere, readTokens } from './tokens.ts';

const REFRESH_LOCK = 'curvewell.refresh';
/** A token that ends sooner is renewed before it is used. */
const MIN_USE_MS = 5000;

/** One tab at a time: a refresh token can be used once only. */
function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  // Browsers before 2022 have no lock manager; there, tabs are not kept apart.
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
  if (tokens.accessToken !== used && tokens.expiresAt - Date.now() > MIN_USE_MS) return tokens.accessToken;
  if (tokens.refreshToken === null) throw new SessionOver('The session cannot be renewed.');
  return storeTokens(await oidc.refreshTokenGrant(await provider(), tokens.refreshToken), tokens);
}

let renewal: Promise<string> | null = null;

/** Replaces the token by a new one. */
export function refreshTokens(): Promise<string> {
  const used = readTokens()?.accessToken ?? '';
  renewal ??= alone(() => renew(used))
    .catch((error: unknown) => {
      logFailure('Failed to refresh token', error);
      // The provider refused. Anything else, such as a lost connection, may pass.
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
  if (tokens !== null && tokens.expiresAt - Date.now() > MIN_USE_MS) return tokens.accessToken;
  return refreshTokens();
}

/** Keeps the token fresh; answers how to stop. */
export function watchTokens(): () => void {
  const timer = setInterval(() => {
    const tokens = readTokens();
    if (tokens !== null && tokens.expiresAt - Date.now() < TOKEN_MINIMUM_VALIDITY_S * 1000) {
      // The next request reports what fails here.
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
