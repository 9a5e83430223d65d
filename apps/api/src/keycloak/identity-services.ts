import type { IncomingMessage, ServerResponse } from 'node:http';

import { createRemoteJWKSet } from 'jose';

import type { Clock } from '../clock.ts';
import type { Config } from '../settings/config.ts';
import type { Db } from '../database/db.ts';
import { createActorResolver, type ActorResolver } from '../features/identity/index.ts';
import { outsideAccounts, type IdentityAdmin } from '../features/users/index.ts';
import { keycloakAccounts } from './accounts.ts';

export interface IdentityServices {
  readonly actors: ActorResolver;
  readonly admin: IdentityAdmin;
  /** Answers requests of an embedded provider; returns false for all others. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly stop: () => void;
}

export interface IdentityOptions {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export type CreateIdentity = (options: IdentityOptions) => Promise<IdentityServices>;

/** The services for the identity provider in the settings. */
export const createIdentity: CreateIdentity = ({ config, db, clock }) => {
  const { issuer, internalUrl, audience, signingAcr } = config.identity;
  const keys = createRemoteJWKSet(new URL(`${internalUrl}/protocol/openid-connect/certs`));
  const rules = { keys, issuer, audience, clock };
  return Promise.resolve({
    actors: createActorResolver({ db, clock, rules, signingAcr, isSessionLive: null }),
    admin: accountsOf(config),
    handle: () => false,
    stop: () => undefined,
  });
};

/** The accounts at the provider in the settings; an embedded provider has its own. */
export function accountsOf({ identity, publicUrl }: Config): IdentityAdmin {
  const { adminClient } = identity;
  if (adminClient === null) return outsideAccounts;
  return keycloakAccounts({
    url: identity.internalBase,
    realm: identity.realm,
    webClientId: identity.clientId,
    publicUrl,
    clientId: adminClient.id,
    clientSecret: adminClient.secret,
  });
}
