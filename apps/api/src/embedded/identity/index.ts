import type { IncomingMessage, ServerResponse } from 'node:http';

import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose';
import type { KoaContextWithOIDC } from 'oidc-provider';

import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db.ts';
import type { RecordSignIn } from '../../features/identity/index.ts';
import { deleteExpiredRecords } from './adapter.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import { loadProviderKeys, publicKey } from './keys.ts';
import { handleLogin, handleSetPassword, type LoginDependencies } from './login-requests.ts';
import { messagePage, sendPage } from './pages.ts';
import { createProvider } from './provider.ts';

const CLEANING_INTERVAL_MS = 10 * 60 * 1000;

export interface EmbeddedIdentity {
  /** Answers a request below the realm's address; false for all others. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly keys: JWTVerifyGetKey;
  /** Whether a session (`sid`) has neither been logged out nor revoked. */
  readonly isSessionLive: (id: string) => Promise<boolean>;
  readonly setPasswordLink: (token: string) => string;
  readonly stop: () => void;
}

interface Options {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly recordSignIn: RecordSignIn;
  readonly onError: (error: unknown) => void;
}

/** The identity provider that comes with the product, for machines without a Keycloak. */
export async function createEmbeddedIdentity({
  config,
  db,
  clock,
  recordSignIn,
  onError,
}: Options): Promise<EmbeddedIdentity> {
  const keys = await loadProviderKeys(db);
  const provider = createProvider({ config, db, clock, keys });
  const realmPath = new URL(config.identity.issuer).pathname;
  const home = `${config.publicUrl}/`;
  const addressOf = (request: IncomingMessage) => clientAddress(request, provider.proxy);
  const login: LoginDependencies = {
    ...{ provider, db, clock, recordSignIn, home, addressOf },
    attempts: createAttemptLimit(clock),
  };

  const recordOf = (kind: 'signed-out' | 'token-reused', context: KoaContextWithOIDC) => {
    const userId = context.oidc.session?.accountId ?? context.oidc.entities.RefreshToken?.accountId ?? null;
    recordSignIn({ kind, userId, login: null, address: addressOf(context.req) }).catch(onError);
  };
  provider.on('end_session.success', (context) => {
    recordOf('signed-out', context);
  });
  provider.on('grant.error', (context, error) => {
    if (error.error_detail === 'refresh token already used') recordOf('token-reused', context);
  });
  provider.on('server_error', (_context, error) => {
    onError(error);
  });

  const cleaning = setInterval(() => {
    deleteExpiredRecords(db, clock).catch(onError);
  }, CLEANING_INTERVAL_MS).unref();
  const answerByProvider = provider.callback();

  return {
    keys: createLocalJWKSet({ keys: keys.signing.map(publicKey) }),
    isSessionLive: async (id) => (await provider.Grant.find(id)) !== undefined,
    setPasswordLink: (token) => `${config.identity.issuer}/set-password/${token}`,
    stop: () => {
      clearInterval(cleaning);
    },
    handle(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://any');
      if (!pathname.startsWith(`${realmPath}/`)) return false;
      const [page = '', token = ''] = pathname.slice(realmPath.length + 1).split('/');
      void answer(page, token).catch((error: unknown) => {
        onError(error);
        const text = 'Something went wrong. Try again.';
        if (response.headersSent) response.destroy();
        else
          sendPage(response, {
            ...messagePage({ title: 'Authentication Failed', text, link: home }),
            status: 500,
          });
      });
      return true;

      async function answer(name: string, key: string): Promise<void> {
        const isForm = request.method === 'GET' || request.method === 'POST';
        if (name === 'login' && isForm) return handleLogin(login, request, response);
        if (name === 'set-password' && isForm) return handleSetPassword(login, request, response, key);
        return answerByProvider(withoutPrefix(request, realmPath), response);
      }
    },
  };
}

/** The provider's own addresses begin after the realm; it builds absolute ones from `originalUrl`. */
function withoutPrefix(request: IncomingMessage, prefix: string): IncomingMessage {
  const { url = '/' } = request;
  return Object.assign(request, { originalUrl: url, url: url.slice(prefix.length) });
}

function clientAddress(request: IncomingMessage, behindProxy: boolean): string {
  const forwarded = behindProxy ? request.headers['x-forwarded-for'] : undefined;
  const first = (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',').at(-1)?.trim();
  return first ?? request.socket.remoteAddress ?? 'unknown';
}
