import { TOKEN_CHECK_INTERVAL_MS, TOKEN_MINIMUM_VALIDITY_S } from '@curvewell/contracts';

import { reloadPage } from '../navigation/reload-page.ts';
import { rejectSession } from './ended-session.ts';
import {
  isRenewalRefused,
  logFailure,
  protocol,
  provider,
  reasonOf,
  storeTokens,
} from './identity-provider.ts';
import { onSignedOutElsewhere, readTokens } from './tokens.ts';

/**
 * When the provider's protocol is fetched if it was not needed before, ms. It is then available during an
 * upgrade or without a network.
 */
const FETCH_PROTOCOL_AFTER_MS = 10_000;

const REFRESH_LOCK = 'curvewell.refresh';
/** A token that expires within this time is renewed before use. */
const MIN_USE_MS = 5000;

/** Runs `work` in one tab at a time, because a refresh token can be used only once. */
function inOneTab<Result>(work: () => Promise<Result>): Promise<Result> {
  // Browsers before 2022 and insecure pages have no lock manager; their tabs are not synchronised.
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request(REFRESH_LOCK, work) : work();
}

/** The session cannot be renewed; the user has to sign in. */
class SessionOver extends Error {}

const isOver = (error: unknown) => error instanceof SessionOver || isRenewalRefused(error);

async function renew(used: string): Promise<string> {
  const tokens = readTokens();
  if (tokens === null) throw new SessionOver('Nobody is signed in.');
  // Another tab has already renewed the token.
  if (tokens.accessToken !== used && tokens.expiresAt - Date.now() > MIN_USE_MS) return tokens.accessToken;
  if (tokens.refreshToken === null) throw new SessionOver('The session cannot be renewed.');
  const oidc = await protocol();
  return storeTokens(await oidc.refreshTokenGrant(await provider(), tokens.refreshToken), tokens);
}

let renewal: Promise<string> | null = null;

export function refreshTokens(): Promise<string> {
  const used = readTokens()?.accessToken ?? '';
  renewal ??= inOneTab(() => renew(used))
    .catch((error: unknown) => {
      logFailure('Failed to refresh token', error);
      // Only a refusal by the provider ends the session. Other errors, such as a lost connection, may be
      // temporary.
      if (isOver(error)) rejectSession(reasonOf(error));
      throw error;
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/** A token for a request, renewed first if it is about to expire. */
export async function accessToken(): Promise<string> {
  const tokens = readTokens();
  if (tokens !== null && tokens.expiresAt - Date.now() > MIN_USE_MS) return tokens.accessToken;
  return refreshTokens();
}

/** Renews the token in the background. @returns a function that stops it */
export function watchTokens(): () => void {
  const timer = setInterval(() => {
    const tokens = readTokens();
    if (tokens !== null && tokens.expiresAt - Date.now() < TOKEN_MINIMUM_VALIDITY_S * 1000) {
      // The next request reports the failure.
      refreshTokens().catch(() => undefined);
    }
  }, TOKEN_CHECK_INTERVAL_MS);
  const fetched = setTimeout(() => {
    protocol().catch(() => undefined);
  }, FETCH_PROTOCOL_AFTER_MS);
  const stopListening = onSignedOutElsewhere(reloadPage);
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && readTokens() === null) reloadPage();
  };
  window.addEventListener('pageshow', onShow);
  return () => {
    clearInterval(timer);
    clearTimeout(fetched);
    stopListening();
    window.removeEventListener('pageshow', onShow);
  };
}
