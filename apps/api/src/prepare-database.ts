import { grantToApplication } from './application-role.ts';
import { bringInAudit } from './bring-in-audit.ts';
import { openDatabase } from './db.ts';
import { prepareJobs } from './jobs/jobs.ts';
import { connected, migrate, preparing, requireMigrated } from './migrations.ts';
import { seedReferenceData } from './seed/index.ts';

interface Options {
  readonly databaseUrl: string;
  /** The role that the product works as, where it is not the one that owns the tables. */
  readonly applicationUser: string | null;
  /** Fills it further. */
  readonly seed?: (() => Promise<void>) | undefined;
}

/**
 * Makes a database ready for this program: migrated, seeded, and open to the role that works with it. Whoever starts
 * at the same time waits.
 *
 * @returns the names of the migrations that were applied now
 */
export function prepareDatabase({ databaseUrl, applicationUser, seed }: Options): Promise<readonly string[]> {
  return preparing(databaseUrl, async (client) => {
    const applied = await migrate(client);
    await bringInAudit(client);
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
  });
}

/** @throws Error that says what to do, when another program has not made the database ready for this one */
export async function requirePreparedDatabase(databaseUrl: string): Promise<void> {
  const client = await connected(databaseUrl);
  try {
    await requireMigrated(client);
  } finally {
    await client.end();
  }
}
