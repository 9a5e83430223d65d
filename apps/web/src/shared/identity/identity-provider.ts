import type * as oidc from 'openid-client';

import { text } from '../../locale/text.ts';
import { appConfig } from '../api/config.ts';
import { type Tokens, writeTokens } from './tokens.ts';
import { isTrustworthy } from './trustworthy.ts';

/** The first HTTP status of a server error. */
const FIRST_FAULT = 500;

let library: typeof oidc | null = null;

/** The library of the provider's protocol, fetched when a session begins, is renewed or ends. */
export async function protocol(): Promise<typeof oidc> {
  library ??= await import('openid-client');
  return library;
}

let discovered: Promise<oidc.Configuration> | null = null;

/** Discovers the identity provider once; a failed discovery is repeated on the next call. */
export function provider(): Promise<oidc.Configuration> {
  discovered ??= discover().catch((error: unknown) => {
    discovered = null;
    throw error;
  });
  return discovered;
}

async function discover(): Promise<oidc.Configuration> {
  const [{ keycloak }, oidc] = await Promise.all([appConfig(), protocol()]);
  const issuer = new URL(
    `${keycloak.url.replace(/\/+$/, '')}/realms/${encodeURIComponent(keycloak.realm)}`,
    window.location.origin,
  );
  return oidc.discovery(issuer, keycloak.clientId, undefined, oidc.None(), {
    // A provider on this computer needs no TLS.
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated only to attract attention
    execute: window.isSecureContext && isTrustworthy(issuer) ? [oidc.allowInsecureRequests] : [],
  });
}

/** Redirect URI after sign-in. */
export const redirectUri = () => `${window.location.origin}/`;

/** Stores the provider's tokens. @returns the access token */
export function storeTokens(answer: oidc.TokenEndpointResponse, previous: Tokens | null): string {
  writeTokens({
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? previous?.refreshToken ?? null,
    idToken: answer.id_token ?? previous?.idToken ?? null,
    expiresAt: Date.now() + (answer.expires_in ?? 60) * 1000,
  });
  return answer.access_token;
}

/** Why the provider refused, or could not be reached. */
export function reasonOf(error: unknown): string {
  if (isRefusal(error)) return error.error_description ?? error.error;
  if (isUnavailable(error)) return text.signIn.away;
  return error instanceof Error ? error.message : String(error);
}

/** The message of the provider; without the library there is none. */
function isRefusal(error: unknown): error is oidc.AuthorizationResponseError | oidc.ResponseBodyError {
  if (library === null) return false;
  return error instanceof library.AuthorizationResponseError || error instanceof library.ResponseBodyError;
}

/** The provider will not renew this session. */
export const isRenewalRefused = (error: unknown): boolean =>
  library !== null && error instanceof library.ResponseBodyError && error.status < FIRST_FAULT;

/** No response, or an error page of a proxy in front of a stopped provider. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (library === null || !(error instanceof library.ClientError)) return false;
  return (
    error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= FIRST_FAULT)
  );
}

/** Logs sign-in errors to the browser console for administrators. */
export function logFailure(text: 'Authentication Failed' | 'Failed to refresh token', error: unknown): void {
  // oxlint-disable-next-line no-console -- administrators look for these two sentences in the browser's log
  console.error(text, error);
}
