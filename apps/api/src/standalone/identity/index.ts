import type { IncomingMessage, ServerResponse } from 'node:http';

import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Clock } from '../../clock.ts';
import type { Config } from '../../settings/config.ts';
import type { Db } from '../../database/db.ts';
import {
  createActorResolver,
  createSignInRecorder,
  type RecordSignIn,
} from '../../features/identity/index.ts';
import { clientAddress } from '../../http/requests/client-address.ts';
import type { CreateIdentity } from '../../keycloak/identity-services.ts';
import { forgetExpired, ReuseError } from './adapter.ts';
import { loadProviderKeys, publicKey } from './keys.ts';
import { handleLogin, handleSetPassword, type LoginDependencies } from './login-requests.ts';
import { failedPage, refusedPage, sendPage } from './pages.ts';
import { createProvider } from './provider.ts';
import { embeddedAccounts } from './admin.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { ensureTables } from './tables.ts';

const SWEEP_INTERVAL_MS = 60 * 1000;

interface EmbeddedProvider {
  /** Answers a request below the realm's address; returns false for all others. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly keys: JWTVerifyGetKey;
  /** Whether a session (`sid`) is neither logged out nor revoked. */
  readonly isSessionLive: (id: string) => Promise<boolean>;
  readonly stop: () => void;
}

interface Options {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly recordSignIn: RecordSignIn;
  readonly onError: (error: unknown) => void;
}

/** The embedded identity provider, for installations without Keycloak. */
export const embeddedIdentity: CreateIdentity = async ({ config, db, clock, onError }) => {
  const { issuer, audience } = config.identity;
  const recordSignIn = createSignInRecorder(db);
  const provider = await createEmbeddedProvider({ config, db, clock, recordSignIn, onError });
  const rules = { keys: provider.keys, issuer, audience, clock };
  return {
    actors: createActorResolver({ db, clock, rules, isSessionLive: provider.isSessionLive }),
    admin: embeddedAccounts({ db, clock, issuer }),
    handle: provider.handle,
    stop: provider.stop,
  };
};

async function createEmbeddedProvider({
  config,
  db,
  clock,
  recordSignIn,
  onError,
}: Options): Promise<EmbeddedProvider> {
  await ensureTables(db);
  const keys = await loadProviderKeys(db);
  const provider = createProvider({ config, db, clock, keys });
  const issuer = new URL(config.identity.issuer);
  const realmPath = issuer.pathname;
  const home = `${config.publicUrl}/`;
  const addressOf = (request: IncomingMessage) => clientAddress(request, config.trustProxy);
  const login: LoginDependencies = {
    provider,
    db,
    clock,
    recordSignIn,
    home,
    addressOf,
    limits: createSignInLimits(),
  };

  const record = (kind: 'signed-out' | 'token-reused', userId: string, { req }: KoaContextWithOIDC) => {
    recordSignIn({ kind, userId, login: null, address: addressOf(req) }).catch(onError);
  };
  provider.on('end_session.success', (context) => {
    const userId = context.oidc.session?.accountId;
    if (userId !== undefined) record('signed-out', userId, context);
  });
  provider.on('grant.error', (context, error) => {
    if (error instanceof ReuseError && error.endedFor !== null) {
      record('token-reused', error.endedFor, context);
    }
  });
  provider.on('server_error', (_context, error) => {
    onError(error);
  });

  const sweeping = setInterval(() => {
    forgetExpired({ db, clock }).catch(onError);
  }, SWEEP_INTERVAL_MS).unref();
  const answerByProvider = provider.callback();

  return {
    keys: createLocalJWKSet({ keys: [publicKey(keys.signing)] }),
    isSessionLive: async (id) => (await provider.Grant.find(id)) !== undefined,
    stop: () => {
      clearInterval(sweeping);
    },
    handle(request, response) {
      const { url: target = '' } = request;
      const [pathname = ''] = target.split('?', 1);
      if (!pathname.startsWith(`${realmPath}/`)) return false;
      asAtPublicUrl(request, issuer, target);
      const [page = '', token = ''] = pathname.slice(realmPath.length + 1).split('/');
      void answer(page, token).catch((error: unknown) => {
        onError(error);
        if (response.headersSent) response.destroy();
        else sendPage(response, failedPage(error, home));
      });
      return true;

      async function answer(name: string, key: string): Promise<void> {
        // PostgreSQL rejects NUL characters.
        if (target.includes('%00')) {
          sendPage(response, refusedPage(home));
          return;
        }
        const isForm = request.method === 'GET' || request.method === 'POST';
        if (name === 'login' && isForm) return handleLogin(login, request, response);
        if (name === 'set-password' && isForm) return handleSetPassword(login, request, response, key);
        return answerByProvider(request, response);
      }
    },
  };
}

/**
 * Rewrites a request as if it had been sent to the public address. The provider builds addresses and secure
 * cookies from these headers, which any client can set.
 */
function asAtPublicUrl(request: IncomingMessage, { host, protocol, pathname }: URL, target: string): void {
  delete request.headers['x-forwarded-host'];
  request.headers.host = host;
  request.headers['x-forwarded-proto'] = protocol.replace(':', '');
  // The provider's routes are below the realm; it builds absolute addresses from `originalUrl`.
  Object.assign(request, { originalUrl: target, url: target.slice(pathname.length) });
}
