import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { openDatabase } from '../src/database/db.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/standalone/postgres.ts';
import { prepareJobs } from '../src/jobs/jobs.ts';
import { migrate } from '../src/upgrade/migrations.ts';
import { preparing } from '../src/upgrade/preparing.ts';
import { seedReferenceData } from '../src/seed/index.ts';
import { seedDemoPeople } from '../src/standalone/demo/index.ts';
import { isPartitioned } from './partitions/is-partitioned.ts';
import { partitionRuns } from './partitions/partition-runs.ts';
import { TEST_PASSWORD } from './sign-in.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated and seeded template database. */
    templateUrl: string;
  }
}

/** Durability is not needed, so nothing waits for the disk. The log may be in memory, so it is short. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'shared_buffers=64MB',
  'max_wal_size=256MB',
  // Statistics, and so plans, are only those that a test makes.
  'autovacuum=off',
];

let folder: string | undefined;
let server: EmbeddedPostgres | undefined;

/** Starts one PostgreSQL for all tests and prepares the template database. */
export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-test-'));
  // The database server's account must be able to traverse the folder.
  await chmod(folder, 0o711);
  server = await startEmbeddedPostgres({ dataDirectory: path.join(folder, 'postgres'), settings: SETTINGS });

  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query('CREATE DATABASE template_curvewell');
  await admin.end();

  const templateUrl = server.url.replace(/[^/]+$/, 'template_curvewell');
  await fillDatabase(templateUrl);
  project.provide('templateUrl', templateUrl);
}

/** Migrates an empty database, with the demo laboratories, users and kits. */
export async function fillDatabase(url: string): Promise<void> {
  await preparing(url, async (client) => {
    await migrate(client);
    if (isPartitioned) await partitionRuns(client);
  });
  await prepareJobs(url);
  const db = openDatabase(url);
  await seedReferenceData(db);
  await seedDemoPeople(db, TEST_PASSWORD);
  await db.$disconnect();
}

export async function teardown(): Promise<void> {
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
