import { createHash } from 'node:crypto';

import pg from 'pg';

import { withShortLocks } from './with-short-locks.ts';
import { concurrently, isConcurrent, statementsOf } from './concurrently.ts';
import { reasonOf } from './connected.ts';
import { GRADUAL } from './gradual.ts';
import type { Progress } from './progress.ts';

export interface Migration {
  readonly name: string;
  readonly file: string;
  readonly sql: string;
}

export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Applies a migration and records it. @throws Error with the place of the failure and what is left of it */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  progress: Progress,
): Promise<void> {
  const { name, sql } = migration;
  const gradual = await gradualForm(client, migration);
  try {
    await progress.step(`migration ${name}`);
    if (gradual === null)
      await withShortLocks(client, progress, async () => {
        await client.query(sql);
        await recordMigration(client, migration);
      });
    else {
      await gradual(client, progress);
      await recordMigration(client, migration);
    }
  } catch (cause) {
    throw new Error(
      `The migration ${name} failed${placeOf(cause, sql)}: ${reasonOf(cause)}. ${gradual === null ? LEFT_NOTHING : LEFT_STEPS} ` +
        'Remove the cause, or start that version, and report this.',
      { cause },
    );
  }
}

const LEFT_NOTHING = 'It left no changes. The previous version still works with this database.';
const LEFT_STEPS = 'It continues at the next start. The previous version still works with this database.';

/**
 * The form that blocks others only briefly; null: the script as written, in one transaction. An empty
 * database takes the short way.
 */
async function gradualForm(
  client: pg.Client,
  { name, sql }: Migration,
): Promise<((client: pg.Client, progress: Progress) => Promise<void>) | null> {
  if (isConcurrent(sql)) return (...given) => concurrently(...given, statementsOf(sql));
  const form = GRADUAL[name];
  if (form === undefined) return null;
  const { rows } = await client.query<{ filled: boolean }>(
    'SELECT EXISTS (SELECT FROM audit_event) AS filled',
  );
  return rows[0]?.filled === true ? (...given) => form(...given, statementsOf(sql)) : null;
}

export async function recordMigration(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES (gen_random_uuid()::text, $1, $2, now(), clock_timestamp(), 1)`,
    [checksumOf(sql), name],
  );
}

/** The line of the script at which PostgreSQL stopped. */
function placeOf(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return '';
  return ` in line ${sql.slice(0, Number(error.position)).split('\n').length}`;
}
