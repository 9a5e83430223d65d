import type { IncomingMessage } from 'node:http';

import { createLocalJWKSet } from 'jose';

import { createActorResolver, createSignInRecorder } from '../../features/identity/index.ts';
import { clientAddress } from '../../http/requests/client-address.ts';
import type { CreateIdentity } from '../../keycloak/identity-services.ts';
import { embeddedAccounts } from './accounts.ts';
import { ReuseError } from './adapter.ts';
import { loadProviderKeys } from './keys.ts';
import { ownPages } from './own-pages.ts';
import { createProvider } from './provider.ts';
import { ensureTables } from './tables.ts';

/** The embedded identity provider, for installations without Keycloak. */
export const embeddedIdentity: CreateIdentity = async (options) => {
  const { config, db, clock, onError } = options;
  const { issuer, audience } = config.identity;
  const realm = new URL(issuer);
  await ensureTables(db);
  const keys = await loadProviderKeys(db);
  const provider = createProvider(options, keys);
  const recordSignIn = createSignInRecorder(db);
  const addressOf = (request: IncomingMessage) => clientAddress(request, config.trustProxy);
  provider.use(ownPages({ ...options, provider, recordSignIn, addressOf }));

  const record = (
    kind: 'signed-out' | 'token-reused',
    userId: string | undefined,
    request: IncomingMessage,
  ) => {
    if (userId === undefined) return;
    recordSignIn({ kind, userId, login: null, address: addressOf(request) }).catch(onError);
  };
  provider.on('end_session.success', ({ oidc, req }) => record('signed-out', oidc.session?.accountId, req));
  provider.on('grant.error', ({ req }, error) => {
    if (error instanceof ReuseError) record('token-reused', error.endedFor, req);
  });
  provider.on('server_error', (_context, error) => onError(error));

  // Without the private parts, which a key set for checks may not have.
  const { kty, kid, n, e } = keys.sign;
  const rules = { keys: createLocalJWKSet({ keys: [{ kty, kid, n, e }] }), issuer, audience, clock };
  const isSessionLive = async (id: string) => (await provider.Grant.find(id)) !== undefined;
  const answer = provider.callback();
  return {
    actors: createActorResolver({ db, clock, rules, isSessionLive }),
    admin: embeddedAccounts({ db, clock }, issuer),
    handle(request, response) {
      if (request.url?.startsWith(`${realm.pathname}/`) !== true) return false;
      asAtPublicUrl(request, realm);
      void answer(request, response);
      return true;
    },
    stop: () => undefined,
  };
};

/**
 * Rewrites a request as if it had been sent to the public address. The provider builds addresses and secure
 * cookies from these headers, which any client can set.
 */
function asAtPublicUrl(request: IncomingMessage, { host, protocol, pathname }: URL): void {
  delete request.headers['x-forwarded-host'];
  request.headers.host = host;
  request.headers['x-forwarded-proto'] = protocol.replace(':', '');
  // The provider's routes are below the realm; it builds absolute addresses from `originalUrl`.
  Object.assign(request, { originalUrl: request.url, url: request.url?.slice(pathname.length) });
}
