import type pg from 'pg';

import { grantToApplication } from '../database/application-role.ts';
import { openDatabase } from '../database/db.ts';
import { prepareJobs } from '../jobs/jobs.ts';
import { migrate, requireMigrated } from './migrations.ts';
import { seedReferenceData } from '../seed/index.ts';
import { fillIn, requireFilledIn } from './backfills.ts';
import { connected } from './connected.ts';
import { prepared, preparing } from './preparing.ts';
import type { Progress, ReportProgress } from './progress.ts';

interface Options {
  readonly databaseUrl: string;
  /** The role of the product, if it is not the owner of the tables. */
  readonly applicationUser: string | null;
  /** Whether the product may move blobs out of the database. */
  readonly usesObjectStore?: boolean;
  /** Adds further seed data. */
  readonly seed?: (() => Promise<void>) | undefined;
  /** Receives the progress of this process, or of another one that prepares the database. */
  readonly report?: ReportProgress;
}

/**
 * Prepares a database for this program: migrations, seed data, and privileges of the product's role.
 * Concurrent starts wait.
 *
 * @returns the names of the migrations that were applied now
 */
export function prepareDatabase({
  databaseUrl,
  applicationUser,
  usesObjectStore = false,
  seed,
  report,
}: Options): Promise<readonly string[]> {
  return preparing(
    databaseUrl,
    async (client, progress) => {
      const applied = await bringUpToDate(client, progress);
      await progress.step('queue and reference data');
      await prepareJobs(databaseUrl);
      const db = openDatabase(databaseUrl, { poolSize: 2 });
      try {
        await seedReferenceData(db);
        await seed?.();
      } finally {
        await db.$disconnect();
      }
      if (applicationUser !== null) await grantToApplication(client, applicationUser, { usesObjectStore });
      return applied;
    },
    report && { report },
  );
}

/** Upgrades tables and data of an earlier version. @returns the migrations that were applied now */
export async function bringUpToDate(client: pg.Client, progress: Progress): Promise<readonly string[]> {
  const applied = await migrate(client, { progress });
  await fillIn(client, progress);
  return applied;
}

/**
 * Waits while another process prepares the database.
 *
 * @throws Error with instructions when the database is not prepared for this program
 */
export async function requirePreparedDatabase(databaseUrl: string, report?: ReportProgress): Promise<void> {
  const client = await connected(databaseUrl);
  try {
    await prepared(client, report && { report });
    await requireMigrated(client);
    await requireFilledIn(client);
  } finally {
    await client.end();
  }
}
