import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runSchema, type Run } from '@curvewell/domain';
import { prepareReader, type SourceFile } from '@curvewell/instruments';

import { startEmbeddedPostgres } from '../src/standalone/postgres.ts';
import { migrate } from '../src/upgrade/migrations.ts';
import { preparing } from '../src/upgrade/preparing.ts';
import { seedReferenceData } from '../src/seed/index.ts';
import { seedDemoPeople } from '../src/standalone/demo/index.ts';
import { TEST_PASSWORD } from '../test/sign-in.ts';
import { openBenchApp } from './bench-app.ts';

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
  const { app, db, tokenFor, close } = await openBenchApp({ url: postgres.url, cacheMs: 5000 });
  await seedReferenceData(db);
  await seedDemoPeople(db, TEST_PASSWORD);
  prepareReader();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    upload: async ({ name, bytes }, analyser) => {
      const { id } = await db.analyser.findUniqueOrThrow({ where: { name: analyser } });
      const form = new FormData();
      form.set('analyser', JSON.stringify({ id }));
      form.set('files', new Blob([new Uint8Array(bytes)]), name);
      const answer = await fetch(`${address}/api/run/createRun`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokenFor('tech')}` },
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
      await close();
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}
