import KeycloakAdminClient from '@keycloak/keycloak-admin-client';

import { refusalOf } from './refusal.ts';

export interface KeycloakSettings {
  /** Up to `/realms`, as this process reaches it. */
  readonly url: string;
  readonly realm: string;
  /** A confidential client of the realm that may manage its users and read its events, and nothing else. */
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A provider that takes longer for one answer counts as away. */
const ANSWER_MS = 10_000;

export type KeycloakRealm = KeycloakAdminClient;
export type WithRealm = <T>(use: (realm: KeycloakRealm) => Promise<T>) => Promise<T>;

/**
 * Lends the realm, signed in as the product.
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

  // Its token lasts minutes and comes without one that would renew it: anyone who finds it old signs in again.
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
      // A provider that was rebuilt does not know its former tokens. A request refused for that reason has changed nothing yet.
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

/** Whether the provider answered with this status. */
export function isStatus(error: unknown, status: number): boolean {
  return (error as { readonly response?: { readonly status?: number } }).response?.status === status;
}
