import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runSchema, type Run } from '@curvewell/domain';
import { prepareReader, type SourceFile } from '@curvewell/instruments';

import { createApp } from '../src/app.ts';
import { systemClock } from '../src/clock.ts';
import { readConfig } from '../src/settings/config.ts';
import { openDatabase } from '../src/database/db.ts';
import { startEmbeddedPostgres } from '../src/standalone/postgres.ts';
import { createActorResolver } from '../src/features/identity/index.ts';
import { startAnalysisWorkers } from '../src/features/interpretation/index.ts';
import { openEventSource } from '../src/features/live-events/index.ts';
import { outsideAccounts } from '../src/features/users/index.ts';
import { openAdvisoryLocks } from '../src/database/advisory-locks.ts';
import { openJobs } from '../src/jobs/jobs.ts';
import { publicProperties } from '../src/http/pages/public-properties.ts';
import { migrate } from '../src/upgrade/migrations.ts';
import { preparing } from '../src/upgrade/preparing.ts';
import { seedReferenceData } from '../src/seed/index.ts';
import { seedDemoPeople } from '../src/standalone/demo/index.ts';
import { openTimeStamps } from '../src/signing/time-stamps.ts';
import { HeadFiles, NO_OUTSIDE_HEADS } from '../src/features/audit/index.ts';
import { createSecrets } from '../src/database/secrets.ts';
import { createSigner } from '../src/signing/signer.ts';
import { openWorkFolder } from '../src/process/work-folder.ts';
import { createTestIssuer, TEST_PASSWORD } from '../test/sign-in.ts';

interface ImportServer {
  /** Uploads a file for an analyser and returns the stored run. */
  readonly upload: (file: SourceFile, analyser: string) => Promise<Run>;
  readonly countReadings: (runId: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** The whole API on a port, with a PostgreSQL that writes to disk as in production. */
export async function startImportServer(): Promise<ImportServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-import-server-'));
  // The account of the database server must be able to traverse the folder.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres') });
  await preparing(postgres.url, (client) => migrate(client));
  const db = openDatabase(postgres.url);
  await seedReferenceData(db);
  await seedDemoPeople(db, TEST_PASSWORD);
  const clock = systemClock;
  const tokens = await createTestIssuer();
  const actors = createActorResolver({
    db,
    clock,
    rules: { ...tokens, clock },
    isSessionLive: null,
    cacheMs: 5000,
  });
  prepareReader();
  const analysisWorkers = startAnalysisWorkers();
  const events = openEventSource(postgres.url);
  const jobs = openJobs({ databaseUrl: postgres.url, isWorker: false, onError: () => undefined });
  const workFolder = await openWorkFolder(folder);
  const app = await createApp(
    {
      backgroundProgress: () => Promise.resolve(null),
      db,
      clock,
      analysisWorkers,
      events,
      workFolder,
      jobs,
      locks: openAdvisoryLocks(postgres.url),
      secrets: createSecrets([]),
      allowsFileServer: () => false,
      outsideHeads: NO_OUTSIDE_HEADS,
      timeStamps: await openTimeStamps({ url: null, login: null, caFile: null }),
      houseCertificate: null,
      signer: createSigner(Buffer.alloc(32)),
      headFiles: new HeadFiles(join(folder, 'audit-heads')),
      publicProperties: publicProperties(readConfig({})),
      identityAdmin: outsideAccounts,
      resolveActor: (token, request) => actors.resolve(token, request.ip),
    },
    { version: '0.0.0-bench' },
  );
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    upload: async ({ name, bytes }, analyser) => {
      const { id } = await db.analyser.findUniqueOrThrow({ where: { name: analyser } });
      const form = new FormData();
      form.set('analyser', JSON.stringify({ id }));
      form.set('files', new Blob([new Uint8Array(bytes)]), name);
      const answer = await fetch(`${address}/api/run/createRun`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokens.tokenFor(db, 'tech')}` },
        body: form,
      });
      if (!answer.ok) throw new Error(await answer.text());
      return runSchema.parse(await answer.json());
    },
    countReadings: async (runId) => {
      const packs = await db.runCurves.findMany({ where: { runId }, select: { pointCounts: true } });
      return packs.flatMap(({ pointCounts }) => pointCounts).reduce((sum, count) => sum + count, 0);
    },
    close: async () => {
      await app.close();
      await events.close();
      await analysisWorkers.close();
      await db.$disconnect();
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}
