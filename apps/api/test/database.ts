import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { inject } from 'vitest';

import { poolerUrlOf } from '../src/database/database-url.ts';
import { openDatabase, type Db } from '../src/database/db.ts';
import type { ObjectStore } from '../src/blobs/object-store.ts';

export interface TestDatabase {
  readonly url: string;
  readonly db: Db;
  readonly drop: () => Promise<void>;
}

/** A separate database: migrated, with the demo laboratories, users and kits. The caller must drop it. */
export async function createTestDatabase({
  objects = null,
  pooler,
}: {
  readonly objects?: ObjectStore | null;
  readonly pooler?: string | undefined;
} = {}): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying files takes half the time of logging their pages.
  await administer(templateUrl, `CREATE DATABASE ${name} TEMPLATE template_curvewell STRATEGY FILE_COPY`);

  const url = templateUrl.replace(/[^/]+$/, name);
  const poolerUrl = poolerUrlOf(url, pooler);
  const db = openDatabase(poolerUrl ?? url, { objects, isPooler: poolerUrl !== null });
  return {
    url,
    db,
    drop: async () => {
      await db.$disconnect();
      await administer(templateUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** A database that another test owns. */
export function openTestDatabase(
  url: string,
  { objects = null }: { readonly objects?: ObjectStore | null } = {},
): TestDatabase {
  const db = openDatabase(url, { objects });
  return { url, db, drop: () => db.$disconnect() };
}

export interface EmptyDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** An empty database. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const templateUrl = inject('templateUrl');
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await administer(templateUrl, `CREATE DATABASE ${name}`);
  return {
    url: templateUrl.replace(/[^/]+$/, name),
    drop: () => administer(templateUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/**
 * Runs a statement in the server's maintenance database, because a template being copied must have no
 * connections.
 */
async function administer(templateUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: templateUrl.replace(/[^/]+$/, 'postgres') });
  await client.connect();
  try {
    // PostgreSQL refuses two concurrent copies of one template.
    await client.query('SELECT pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
