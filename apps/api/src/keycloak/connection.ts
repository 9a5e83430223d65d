import KeycloakAdminClient from '@keycloak/keycloak-admin-client';

import { refusalOf } from './refusal.ts';

export interface KeycloakSettings {
  /** The address up to `/realms`, as reached by this process. */
  readonly url: string;
  readonly realm: string;
  /** A confidential client of the realm that may only manage users and read events. */
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A provider that takes longer counts as unavailable. */
const ANSWER_MS = 10_000;

export type KeycloakRealm = KeycloakAdminClient;
export type WithRealm = <T>(use: (realm: KeycloakRealm) => Promise<T>) => Promise<T>;

/**
 * Provides the realm, signed in as the product's client.
 *
 * @throws AppError as `refusalOf`
 */
export function createKeycloakConnection(settings: KeycloakSettings): WithRealm {
  const client = new KeycloakAdminClient({
    baseUrl: settings.url,
    realmName: settings.realm,
    timeout: ANSWER_MS,
  });
  let signedIn: Promise<void> | undefined;

  // The token lasts minutes and has no refresh token, so the client signs in again when it is old.
  function signIn(): Promise<void> {
    if (signedIn === undefined || client.isTokenExpired()) {
      signedIn = client.auth({
        grantType: 'client_credentials',
        clientId: settings.clientId,
        clientSecret: settings.clientSecret,
      });
      signedIn.catch(() => (signedIn = undefined));
    }
    return signedIn;
  }

  async function authenticated<T>(use: (realm: KeycloakRealm) => Promise<T>): Promise<T> {
    const isRemembered = signedIn !== undefined;
    try {
      await signIn();
      return await use(client);
    } catch (error) {
      if (!isStatus(error, 401)) throw error;
      // A rebuilt provider rejects its former tokens. The rejected request changed nothing, so it can be
      // repeated.
      signedIn = undefined;
      if (isRemembered) return authenticated(use);
      throw error;
    }
  }

  return async function withRealm<T>(use: (realm: KeycloakRealm) => Promise<T>): Promise<T> {
    try {
      return await authenticated(use);
    } catch (error) {
      throw refusalOf(error);
    }
  };
}

export function isStatus(error: unknown, status: number): boolean {
  return (error as { readonly response?: { readonly status?: number } }).response?.status === status;
}
