import type { Method } from '@curvewell/contracts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

import { createApp } from '../src/app.ts';
import { systemClock, type Clock } from '../src/clock.ts';
import type { Db } from '../src/db.ts';
import { archiveNext } from '../src/features/archive/index.ts';
import { createActorResolver } from '../src/features/identity/index.ts';
import { startAnalysisWorkers } from '../src/features/interpretation/index.ts';
import { openEventSource } from '../src/features/live-events/index.ts';
import { createTestDatabase } from './database.ts';
import { createTestIssuer, type TestIssuer } from './sign-in.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly databaseUrl: string;
  readonly issuer: TestIssuer;
  /** The header with which a demo user calls. */
  readonly signIn: (login: string) => Promise<{ readonly authorization: string }>;
  /** Makes a call of the API (`/run/…`) as a demo user. */
  readonly call: (
    login: string,
    method: Method,
    url: string,
    payload?: object,
  ) => Promise<LightMyRequestResponse>;
  /** Does what waits in the background. */
  readonly work: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The whole API on a database of its own. */
export async function createTestApp({
  clock = systemClock,
}: { readonly clock?: Clock } = {}): Promise<TestApp> {
  const [{ db, url, drop }, issuer] = await Promise.all([createTestDatabase(), createTestIssuer()]);
  const analysisWorkers = startAnalysisWorkers();
  const actors = createActorResolver({
    ...{ db, clock },
    rules: { keys: issuer.keys, issuer: issuer.issuer, audience: issuer.audience, clock },
    isSessionLive: null,
    cacheMs: 0,
  });
  const events = openEventSource(url);
  const app = await createApp(
    {
      ...{ db, clock, analysisWorkers, events },
      resolveActor: (token, request) => actors.resolve(token, request.ip),
    },
    { version: '0.0.0-test' },
  );
  const signIn = async (login: string) => ({ authorization: `Bearer ${await issuer.tokenFor(db, login)}` });
  return {
    ...{ app, db, databaseUrl: url, issuer, signIn },
    call: async (login, method, url, payload) =>
      app.inject({
        ...{ method, url: `/api${url}`, headers: await signIn(login) },
        ...(payload !== undefined && { payload }),
      }),
    work: async () => {
      while (await archiveNext({ db, clock }));
    },
    close: async () => {
      await app.close();
      await events.close();
      await analysisWorkers.close();
      await drop();
    },
  };
}
