import { createApp } from '../src/app.ts';
import { systemClock } from '../src/clock.ts';
import { openAdvisoryLocks } from '../src/database/advisory-locks.ts';
import { openDatabase } from '../src/database/db.ts';
import { createSecrets } from '../src/database/secrets.ts';
import { HeadFiles, NO_OUTSIDE_HEADS } from '../src/features/audit/index.ts';
import { createActorResolver } from '../src/features/identity/index.ts';
import { startAnalysisWorkers } from '../src/features/interpretation/index.ts';
import { openEventSource } from '../src/features/live-events/index.ts';
import { outsideAccounts } from '../src/features/users/index.ts';
import { publicProperties } from '../src/http/pages/public-properties.ts';
import { openJobs } from '../src/jobs/jobs.ts';
import { openWorkFolder } from '../src/process/work-folder.ts';
import { readConfig } from '../src/settings/config.ts';
import { createSigner } from '../src/signing/signer.ts';
import { openTimeStamps } from '../src/signing/time-stamps.ts';
import { createTestIssuer } from '../test/sign-in.ts';
import type { BenchDatabase } from './bench-database.ts';

interface AppOf extends Pick<BenchDatabase, 'url' | 'folder'> {
  /** For how long a caller is not read from the database again, ms. */
  readonly cacheMs: number;
}

/** The whole API in this process, without background work. */
export async function openBenchApp({ url, folder, cacheMs }: AppOf) {
  const db = openDatabase(url);
  const clock = systemClock;
  const issuer = await createTestIssuer();
  const actors = createActorResolver({
    db,
    clock,
    isSessionLive: null,
    cacheMs,
    rules: { ...issuer, clock },
  });
  const analysisWorkers = startAnalysisWorkers();
  const events = openEventSource(url);
  const workFolder = await openWorkFolder(folder);
  const app = await createApp(
    {
      backgroundProgress: () => Promise.resolve(null),
      db,
      clock,
      analysisWorkers,
      events,
      workFolder,
      jobs: openJobs({ databaseUrl: url, isWorker: false, onError: () => undefined }),
      locks: openAdvisoryLocks(url),
      secrets: createSecrets([]),
      allowsFileServer: () => false,
      outsideHeads: NO_OUTSIDE_HEADS,
      timeStamps: await openTimeStamps({ url: null, login: null, caFile: null }),
      signer: createSigner(Buffer.alloc(32)),
      houseCertificate: null,
      headFiles: new HeadFiles(''),
      publicProperties: publicProperties(readConfig({})),
      identityAdmin: outsideAccounts,
      resolveActor: (token, request) => actors.resolve(token, request.ip),
    },
    { version: '0.0.0-bench' },
  );
  return {
    db,
    app,
    tokenFor: (login: string) => issuer.tokenFor(db, login),
    close: async (): Promise<void> => {
      await app.close();
      await events.close();
      await workFolder.close();
      await analysisWorkers.close();
      await db.$disconnect();
    },
  };
}
