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
  /** The role that the product works as, where it is not the one that owns the tables. */
  readonly applicationUser: string | null;
  /** Fills it further. */
  readonly seed?: (() => Promise<void>) | undefined;
  /** Receives the progress, or that of another process that prepares the database. */
  readonly report?: ReportProgress;
}

/**
 * Makes a database ready for this program: migrated, seeded, and open to the role that works with it. Anyone who starts
 * at the same time waits.
 *
 * @returns the names of the migrations that were applied now
 */
export function prepareDatabase({
  databaseUrl,
  applicationUser,
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
      if (applicationUser !== null) await grantToApplication(client, applicationUser);
      return applied;
    },
    report && { report },
  );
}

/** A database of an earlier version: its tables, and what is in them. @returns the migrations that were applied now */
export async function bringUpToDate(client: pg.Client, progress: Progress): Promise<readonly string[]> {
  const applied = await migrate(client, { progress });
  await fillIn(client, progress);
  return applied;
}

/**
 * Waits while another process makes the database ready.
 *
 * @throws Error that states what to do, when none has made it ready for this program
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
