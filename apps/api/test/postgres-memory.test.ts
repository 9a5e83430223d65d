import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startEmbeddedPostgres } from '../src/standalone/postgres.ts';
import { readCompose } from './compose-file.ts';

const START = fileURLToPath(new URL('../../../.github/docker/start-postgres.sh', import.meta.url));
/** Of a connection's process, besides what it sorts. */
const CONNECTION_MB = 2;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'curvewell-postgres-'));
  const image = path.join(folder, 'docker-entrypoint.sh');
  writeFileSync(image, '#!/bin/bash\nprintf "%s\\n" "$@"\n');
  chmodSync(image, 0o755);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Starts it as the image does, with a server that prints its arguments. */
function started(environment: Record<string, string>, ...more: string[]) {
  return startedBy(environment, 'postgres', ...more);
}

function startedBy(environment: Record<string, string>, ...command: string[]) {
  const { status, stdout, stderr } = spawnSync('bash', [START, ...command], {
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, ...environment },
    encoding: 'utf8',
  });
  const [program, ...lines] = stdout.trimEnd().split('\n');
  return { status, stderr, program, settings: lines.filter((line) => line !== '-c') };
}

function megabytesOf(settings: readonly string[], name: string): number {
  const [, value = '', unit] = new RegExp(`^${name}=(\\d+)(kB|MB)$`, 'm').exec(settings.join('\n')) ?? [];
  return unit === 'kB' ? Number(value) / 1024 : Number(value);
}

describe('PostgreSQL in compose', () => {
  it.each([
    ['512m', '50', 512],
    ['2g', '100', 2_048],
    ['2GB', '500', 2_048],
    ['16g', '500', 16_384],
    ['256g', '500', 262_144],
  ])(
    'OPS-546 with %s and %s connections sorts, vacuums and caches within its memory',
    (memory, connections, megabytes) => {
      const { settings } = started({ POSTGRES_MEMORY: memory, POSTGRES_CONNECTIONS: connections });
      expect(settings).toContain(`max_connections=${connections}`);
      const shared = megabytesOf(settings, 'shared_buffers');
      const sorting = megabytesOf(settings, 'work_mem') * Number(connections);
      const vacuuming = megabytesOf(settings, 'maintenance_work_mem') * 3;
      const all = shared + sorting + vacuuming;
      expect(shared).toBe(megabytes / 4);
      expect(megabytesOf(settings, 'effective_cache_size')).toBeGreaterThanOrEqual(shared);
      expect(sorting).toBeGreaterThan(0);
      // Half a gigabyte is little for 500 connections; their own memory is the administrator's choice.
      expect(all + Math.min(100, Number(connections)) * CONNECTION_MB).toBeLessThanOrEqual(megabytes);
    },
  );

  it('OPS-546 passes further settings on, after its own', () => {
    const { status, program, settings } = started({}, '-c', 'archive_mode=on');
    expect([status, program, settings.at(-1)]).toEqual([0, 'postgres', 'archive_mode=on']);
    // A command of an administrator may lack the name of the program.
    expect(startedBy({}, '-c', 'archive_mode=on').settings).toEqual(settings);
    expect(startedBy({}).settings).toEqual(settings.slice(0, -1));
  });

  it.each(['2', '2t', 'much', '100m'])('OPS-546 refuses %s as its memory', (memory) => {
    const { status, stderr } = started({ POSTGRES_MEMORY: memory });
    expect(status).toBe(2);
    expect(stderr).toContain(`POSTGRES_MEMORY is “${memory}”`);
  });

  it('OPS-546 is limited to the memory that its settings are for', () => {
    const { postgres } = readCompose({ POSTGRES_MEMORY: '7g' }).services;
    expect([postgres?.mem_limit, postgres?.environment['POSTGRES_MEMORY']]).toEqual(['7g', '7g']);
    expect(postgres?.volumes).toContain(
      './.github/docker/start-postgres.sh:/usr/local/bin/start-postgres.sh:ro',
    );
  });

  it('OPS-546 starts with these settings', async () => {
    const { settings: all } = started({ POSTGRES_MEMORY: '512m', POSTGRES_CONNECTIONS: '40' });
    // The image has LZ4, the server of the tests has not.
    expect(all).toContain('wal_compression=lz4');
    const settings = all.filter((setting) => setting !== 'wal_compression=lz4');
    const server = await startEmbeddedPostgres({ dataDirectory: path.join(folder, 'postgres'), settings });
    try {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      const { rows } = await client.query<{ name: string; setting: string }>(
        `SELECT name, current_setting(name) AS setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name`,
        [['max_connections', 'max_wal_size', 'shared_buffers', 'work_mem']],
      );
      await client.end();
      expect(rows.map(({ setting }) => setting)).toEqual(['40', '1GB', '128MB', '3276kB']);
    } finally {
      await server.stop();
    }
  });
});
