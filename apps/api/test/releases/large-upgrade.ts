import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type pg from 'pg';

import { loadBackup } from '../../src/backup/load-backup.ts';
import { openBackup } from '../../src/backup/read-backup.ts';
import { migrate } from '../../src/upgrade/migrations.ts';
import { preparing } from '../../src/upgrade/preparing.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const MIGRATE = fileURLToPath(new URL('../../src/migrate.ts', import.meta.url));

/** Loads the fixture of an earlier release into an empty database. */
export async function loadRelease(url: string, release: string): Promise<void> {
  const backup = await openBackup(`${HERE}${release}/backup.zip`, null);
  const wanted = new Set(backup.manifest.migrations);
  await preparing(url, async (client) => {
    await migrate(client, { wanted });
    await loadBackup(client, backup);
  });
  await backup.close();
}

/**
 * Adds unchained entries of every laboratory and of the installation: in the format of `e6f2545`, or as left
 * by a later release that was stopped at its first start.
 */
export async function addEntries(client: pg.Client, count: number, isNumbered: boolean): Promise<void> {
  const waits = isNumbered ? `, -n - 1000000, true, repeat('0', 64), repeat('0', 64)` : '';
  await client.query(`
    INSERT INTO audit_event (laboratory_id, at, actor_name, action, entity, entity_id, details
      ${isNumbered ? ', number, brought_in, hash, previous_hash' : ''})
    SELECT (ARRAY(SELECT id FROM laboratory ORDER BY name) || NULL::uuid)[n % 3 + 1],
      '2026-01-01Z'::timestamptz + n * interval '17 s', 'Tara Holm', 'run.diagnostic', 'run', md5((n / 96)::text)::uuid::text,
      jsonb_build_object('from', jsonb_build_object('diagnostic', 'HOMOZYGOUS_WILD_TYPE'),
        'to', jsonb_build_object('diagnostic', 'HETEROZYGOUS'), 'position', chr(65 + n % 8) || n % 12, 'reason', md5(n::text))
      ${waits}
    FROM generate_series(1, ${count}) AS n`);
  await client.query('ANALYZE audit_event');
}

export interface MigrateProcess {
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  /** Kills it at once. */
  readonly kill: () => Promise<number | null>;
}

/** The command `migrate` as a separate process. */
export function startMigrate(databaseUrl: string): MigrateProcess {
  const child = spawn(process.execPath, ['--no-deprecation', MIGRATE], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = once(child, 'exit').then(([code]) => code as number | null); // the first argument of `exit`
  return {
    output: () => output,
    ended,
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Adds copies of existing runs, with all their rows. */
export async function addRuns(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    INSERT INTO run SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'business_id', 1000 + n))).*
    FROM generate_series(1, ${count}) AS n
      JOIN (SELECT run, row_number() OVER () AS place, count(*) OVER () AS of FROM run) AS there (r, place, of)
        ON there.place = n % there.of + 1`);
  await client.query('ANALYZE run');
}
