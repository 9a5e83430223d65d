import { READER_LIMITS } from '@curvewell/instruments';

import { outsideAccounts } from '../src/features/users/index.ts';
import { createTestApp } from '../test/create-test-app.ts';
import { createTestIssuer } from '../test/sign-in.ts';

interface AppOf {
  readonly url: string;
  /** For how long a caller is not read from the database again, ms. */
  readonly cacheMs: number;
}

/** The whole API in this process, without background work. */
export async function openBenchApp({ url, cacheMs }: AppOf) {
  const issuer = await createTestIssuer();
  const { app, db, close } = await createTestApp({
    beside: { databaseUrl: url, issuer },
    identityAdmin: outsideAccounts,
    actorCacheMs: cacheMs,
    readerLimits: READER_LIMITS,
    checksAnswers: false,
  });
  return { db, app, tokenFor: (login: string) => issuer.tokenFor(db, login), close };
}
