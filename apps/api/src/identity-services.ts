import type { IncomingMessage, ServerResponse } from 'node:http';

import { createRemoteJWKSet } from 'jose';

import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import { createEmbeddedIdentity } from './embedded/identity/index.ts';
import { createActorResolver, createSignInRecorder, type ActorResolver } from './features/identity/index.ts';

export interface IdentityServices {
  readonly actors: ActorResolver;
  /** Answers requests of the embedded provider; false for all others. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly stop: () => void;
}

interface Options {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** The embedded identity provider, or what is needed to trust another one. */
export async function createIdentityServices({
  config,
  db,
  clock,
  onError,
}: Options): Promise<IdentityServices> {
  const { issuer, audience, embedded } = config.identity;
  if (!embedded) {
    const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`));
    const rules = { keys, issuer, audience, clock };
    return {
      actors: createActorResolver({ db, clock, rules, isSessionLive: null }),
      handle: () => false,
      stop: () => undefined,
    };
  }

  const recordSignIn = createSignInRecorder(db);
  const provider = await createEmbeddedIdentity({ config, db, clock, recordSignIn, onError });
  const rules = { keys: provider.keys, issuer, audience, clock };
  return {
    actors: createActorResolver({ db, clock, rules, isSessionLive: provider.isSessionLive }),
    handle: provider.handle,
    stop: provider.stop,
  };
}
