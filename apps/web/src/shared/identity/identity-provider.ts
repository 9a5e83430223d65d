import * as oidc from 'openid-client';

import { text } from '../../locale/text.ts';
import { appConfig } from '../api/config.ts';
import { type Tokens, writeTokens } from './tokens.ts';
import { isTrustworthy } from './trustworthy.ts';

/** Of the server, by its status. */
const FIRST_FAULT = 500;

let discovered: Promise<oidc.Configuration> | null = null;

/** The identity provider, found once, again after a failure. */
export function provider(): Promise<oidc.Configuration> {
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
    // On the computer itself, where nobody is on the way, a provider needs no TLS.
    // oxlint-disable-next-line typescript/no-deprecated -- marked so only to make it stand out
    execute: window.isSecureContext && isTrustworthy(issuer) ? [oidc.allowInsecureRequests] : [],
  });
}

/** Where the provider sends the browser back to. */
export const redirectUri = () => `${window.location.origin}/`;

/** Keeps what the provider has answered; answers the token for requests. */
export function storeTokens(answer: oidc.TokenEndpointResponse, former: Tokens | null): string {
  writeTokens({
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? former?.refreshToken ?? null,
    idToken: answer.id_token ?? former?.idToken ?? null,
    expiresAt: Date.now() + (answer.expires_in ?? 60) * 1000,
  });
  return answer.access_token;
}

/** Why the provider refused, or could not be asked. */
export function reasonOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError) {
    return error.error_description ?? error.error;
  }
  if (isAway(error)) return text.signIn.away;
  return error instanceof Error ? error.message : String(error);
}

/** No answer at all, or that of a proxy in front of a provider that is not up. */
function isAway(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (!(error instanceof oidc.ClientError)) return false;
  return (
    error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= FIRST_FAULT)
  );
}

/** What went wrong around signing in, where administrators look for it. */
export function logFailure(text: 'Authentication Failed' | 'Failed to refresh token', error: unknown): void {
  // oxlint-disable-next-line no-console -- administrators look for these two sentences in the browser's log
  console.error(text, error);
}
