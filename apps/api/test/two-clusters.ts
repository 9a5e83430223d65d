import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import pg from 'pg';
import { vi } from 'vitest';

import { CATALOGUE } from '../src/clusters/table-kinds.ts';
import { openDatabase } from '../src/database/db.ts';
import { prepareJobs } from '../src/jobs/jobs.ts';
import { seedReferenceData } from '../src/seed/index.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/standalone/postgres.ts';
import { seedDemoPeople } from '../src/standalone/demo/index.ts';
import { migrate } from '../src/upgrade/migrations.ts';
import { preparing } from '../src/upgrade/preparing.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { createTestIssuer, TEST_PASSWORD } from './sign-in.ts';

const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'shared_buffers=32MB',
  'wal_level=logical',
];
const ADMIN = fileURLToPath(new URL('../src/admin.ts', import.meta.url));
export const ADDRESS = { a: 'https://a.example', b: 'https://b.example' } as const;

export interface Cluster {
  readonly app: TestApp;
  readonly url: string;
  readonly client: pg.Client;
  /** The file with the address of the database. */
  readonly file: string;
}

export interface TwoClusters {
  /** Has the demo laboratories, users and kits. */
  readonly a: Cluster;
  /** Is empty and copies the catalogue of `a`. */
  readonly b: Cluster;
  /** Runs the command `admin` for a cluster in a separate process. */
  readonly admin: (cluster: Cluster, ...commandLine: string[]) => Promise<string>;
  /** The same, to be killed. */
  readonly startAdmin: (cluster: Cluster, ...commandLine: string[]) => ChildProcess;
  readonly close: () => Promise<void>;
}

/** Two PostgreSQL servers with the product on each; users sign in at one provider. */
export async function startTwoClusters(): Promise<TwoClusters> {
  const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-clusters-'));
  // The account of the database servers traverses the folder.
  await chmod(folder, 0o711);
  const issuer = await createTestIssuer();
  const servers: EmbeddedPostgres[] = [];
  const start = async (name: 'a' | 'b'): Promise<Cluster> => {
    const server = await startEmbeddedPostgres({
      dataDirectory: path.join(folder, name),
      settings: SETTINGS,
    });
    servers.push(server);
    const { url } = server;
    await preparing(url, (client) => migrate(client));
    await prepareJobs(url);
    const db = openDatabase(url);
    await seedReferenceData(db);
    if (name === 'a') await seedDemoPeople(db, TEST_PASSWORD);
    await db.$disconnect();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const file = path.join(folder, `${name}.url`);
    await writeFile(file, `${url}\n`);
    return { app: await createTestApp({ beside: { databaseUrl: url, issuer } }), url, client, file };
  };
  const environment = (cluster: Cluster) => ({ ...process.env, DATABASE_URL: cluster.url });
  const admin: TwoClusters['admin'] = async (cluster, ...commandLine) => {
    const done = await promisify(execFile)(process.execPath, [ADMIN, ...commandLine], {
      env: environment(cluster),
    });
    return done.stdout;
  };
  const [a, b] = [await start('a'), await start('b')];

  await a.client.query(`CREATE PUBLICATION curvewell_catalogue FOR TABLE ${CATALOGUE.join(', ')}`);
  await admin(b, 'follow-catalogue', ADDRESS.a);
  await b.client.query(
    `CREATE SUBSCRIPTION curvewell_catalogue CONNECTION ${pg.escapeLiteral(a.url)} PUBLICATION curvewell_catalogue`,
  );
  const copied = `SELECT 1 FROM pg_subscription_rel HAVING count(*) FILTER (WHERE srsubstate = 'r') = ${CATALOGUE.length}`;
  await vi.waitFor(
    async () => {
      if ((await b.client.query(copied)).rowCount !== 1) throw new Error('the catalogue is not copied yet');
    },
    { timeout: 60_000 },
  );

  return {
    a,
    b,
    admin,
    startAdmin: (cluster, ...commandLine) =>
      spawn(process.execPath, [ADMIN, ...commandLine], { env: environment(cluster), stdio: 'ignore' }),
    close: async () => {
      await b.client.query('DROP SUBSCRIPTION curvewell_catalogue');
      for (const { app, client } of [a, b]) {
        await app.close();
        await client.end();
      }
      for (const server of servers) await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
