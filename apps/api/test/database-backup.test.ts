import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  mkdirSync,
  existsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { readCompose } from './compose-file.ts';
import { BACKUP_SCRIPT, ended } from './database-backup.ts';

const SEGMENT = '000000010000000000000003';
const folder = mkdtempSync(path.join(tmpdir(), 'curvewell-wal-'));
const archive = path.join(folder, 'backups/wal');
const env = { PATH: process.env['PATH'], DATABASE_BACKUPS: path.join(folder, 'backups') };
const run = (...args: string[]) => ended('sh', [BACKUP_SCRIPT, ...args], { env });

function segment(content: string): string {
  const file = path.join(folder, 'segment');
  writeFileSync(file, content);
  return file;
}

const archived = (name = SEGMENT) => gunzipSync(readFileSync(path.join(archive, `${name}.gz`))).toString();

beforeEach(() => {
  rmSync(path.join(folder, 'backups'), { recursive: true, force: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('OPS-523 the archive of the write-ahead log', () => {
  it('stores a complete file, and accepts it again', async () => {
    const file = segment('log');
    for (let time = 0; time < 2; time++)
      expect(await run('archive', file, SEGMENT)).toEqual({ code: 0, output: '' });
    expect(archived()).toBe('log');
    expect(readdirSync(archive)).toEqual([`${SEGMENT}.gz`]);
  });

  it('never overwrites a file with different content', async () => {
    await run('archive', segment('log'), SEGMENT);
    for (const other of ['lag', 'log of another server', '']) {
      const { code, output } = await run('archive', segment(other), SEGMENT);
      expect(code).toBe(1);
      expect(output).toContain('has other content, and is not replaced');
    }
    expect(archived()).toBe('log');
  });

  it('contains no part of a file that cannot be read or written', async () => {
    expect((await run('archive', path.join(folder, 'none'), SEGMENT)).code).not.toBe(0);
    expect(readdirSync(archive)).toEqual([]);
    rmSync(archive, { recursive: true });
    writeFileSync(archive, 'not a folder');
    expect((await run('archive', segment('log'), SEGMENT)).code).not.toBe(0);
  });

  it('contains no part of a file that it was killed while writing, and accepts the file afterwards', async () => {
    const pipe = path.join(folder, 'pipe');
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', pipe]);
    // Open before the script reads it, and for longer, so that the file has no end.
    const writer = spawn('sh', [
      '-c',
      'exec 3<>"$1"; printf half >&3; echo open >&2; exec sleep 60',
      'sh',
      pipe,
    ]);
    await once(writer.stderr, 'data');
    const child = spawn('sh', [BACKUP_SCRIPT, 'archive', pipe, SEGMENT], { env, detached: true });
    const kept = () => (existsSync(archive) ? readdirSync(archive) : []);
    await expect.poll(kept).toEqual([expect.stringMatching(/\.part$/)]);
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    await once(child, 'exit');
    writer.kill();

    expect(existsSync(path.join(archive, `${SEGMENT}.gz`))).toBe(false);
    expect((await run('archive', segment('whole'), SEGMENT)).code).toBe(0);
    expect(archived()).toBe('whole');
  });
});

describe('OPS-524 a recovery', () => {
  const target = path.join(folder, 'fetched');
  const next = SEGMENT.replace(/3$/, '4');

  it('gets each file unchanged, and an end after the last one', async () => {
    await run('archive', segment('log'), SEGMENT);
    expect(await run('fetch', SEGMENT, target)).toEqual({ code: 0, output: '' });
    expect(readFileSync(target, 'utf8')).toBe('log');
    // PostgreSQL takes 1 as the end of the archive.
    expect((await run('fetch', next, target)).code).toBe(1);
    expect((await run('fetch', '00000002.history', target)).code).toBe(1);
    expect((await run('fetch', `00000002${SEGMENT.slice(8)}`, target)).code).toBe(1);
  });

  it('is ended by a gap in the archive, and by a damaged file', async () => {
    await run('archive', segment('log'), next);
    // PostgreSQL ends a recovery at more than 125.
    expect(await run('fetch', SEGMENT, target)).toEqual({
      code: 200,
      output: `database-backup: the archive lacks ${SEGMENT}, but has ${next}.gz\n`,
    });
    const file = path.join(archive, `${next}.gz`);
    writeFileSync(file, readFileSync(file).subarray(0, -6));
    expect((await run('fetch', next, target)).code).toBe(200);
  });
});

describe('OPS-525 the backup that is due', () => {
  const at = (time: string) => String(Date.parse(time) / 1000);
  const has = (...names: string[]) => {
    for (const name of names) mkdirSync(path.join(folder, 'backups/base', name), { recursive: true });
  };
  const due = async (time: string, more: NodeJS.ProcessEnv = {}) =>
    (await ended('sh', [BACKUP_SCRIPT, 'due', at(time)], { env: { ...env, ...more } })).output.trim();

  it('is a full one at once if there is none', async () => {
    has('20261130T010500Z.full.part', 'new.part');
    expect(await due('2026-11-30T00:10Z')).toBe('full');
  });

  it('is one a day from the hour on, also after a day without any', async () => {
    has('20261130T010500Z.full', '20261201T010200Z.increment');
    expect(await due('2026-12-01T23:59Z')).toBe('none');
    expect(await due('2026-12-02T00:59Z')).toBe('none');
    expect(await due('2026-12-02T01:00Z')).toBe('increment');
    expect(await due('2026-12-05T09:30Z')).toBe('increment');
  });

  it('is one a day also if it lasts past midnight', async () => {
    has('20261201T004000Z.full');
    const late = { DATABASE_BACKUP_HOUR: '23' };
    expect(await due('2026-12-01T22:59Z', late)).toBe('none');
    expect(await due('2026-12-01T23:00Z', late)).toBe('increment');
  });

  it.each([
    ['DATABASE_BACKUPS_KEEP', '0'],
    ['DATABASE_BACKUPS_KEEP', 'five'],
    ['DATABASE_BACKUP_HOUR', '24'],
    ['DATABASE_BACKUP_HOUR', '01:00'],
  ])('is none with %s=%s, which would remove every backup or make none', async (name, value) => {
    has('20261130T010500Z.full');
    expect(await due('2026-12-02T01:00Z', { [name]: value })).toContain(`${name} is ${value}; expected`);
    expect(readdirSync(path.join(folder, 'backups/base'))).toHaveLength(1);
  });

  it('is a full one after a week', async () => {
    has('20261130T010500Z.full', '20261206T010200Z.increment');
    expect(await due('2026-12-06T08:00Z')).toBe('none');
    expect(await due('2026-12-07T00:59Z')).toBe('none');
    expect(await due('2026-12-07T01:00Z')).toBe('full');
  });
});

describe('OPS-528 the service', () => {
  const programs = path.join(folder, 'programs');
  const program = (name: string, text: string) => {
    writeFileSync(path.join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  };
  const withPrograms = (command: string) =>
    ended('sh', [BACKUP_SCRIPT, command], { env: { ...env, PATH: `${programs}:${env.PATH ?? ''}` } });
  const sleeps = () => readFileSync(path.join(programs, 'sleeps'), 'utf8').split('\n').filter(Boolean);
  beforeEach(() => {
    rmSync(programs, { recursive: true, force: true });
    mkdirSync(programs);
    program('psql', 'case "$*" in *restored_at*) echo f ;; *last_failed*) ;; *) echo on ;; esac');
    // Ends the script that sleeps, after four times.
    program('sleep', 'echo "$1" >>"${0%/*}/sleeps"; [ $(wc -l <"${0%/*}/sleeps") -lt 4 ] || kill $PPID');
  });

  it('continues after a failed backup, which its health check reports', async () => {
    program('pg_basebackup', 'echo "No space left on device" >&2; exit 1');
    const { output } = await withPrograms('run');
    expect(output).toContain('No space left on device\ndatabase-backup: the backup failed');
    expect(sleeps()).toEqual(['900', '300', '900', '300']);
  });

  it('ends, to be started again, if it cannot reach the server', async () => {
    program('psql', 'exit 2');
    const { code, output } = await withPrograms('run');
    expect([code, output]).toEqual([1, 'database-backup: the server cannot be reached\n']);
    expect(sleeps()).toEqual(['60']);
  });

  it('is unhealthy if its newest backup is old, or dated in the future', async () => {
    const has = (time: number) => {
      const name = new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '');
      mkdirSync(path.join(folder, 'backups/base', `${name}.full`), { recursive: true });
    };
    const hour = 3_600_000;
    for (const [hours, text] of [
      [-27, 'is older than 26 hours'],
      [-1, 'newest backup: '],
      [2, 'is in the future'],
    ] as const) {
      has(Date.now() + hours * hour);
      expect((await withPrograms('check')).output).toContain(text);
    }
  });
});

it.each([
  ['2026-11-22 14:05:00', /the time needs its zone/],
  ['2026-11-22', /the time needs its zone/],
  ['14:05 o’clock Z', /not a time/],
  ['2026-11-22 14:05:00+01:00', /there is no backup that ended before 2026-11-22 13:05:00/],
])('OPS-527 a restore to “%s” is refused before it starts', async (time, reason) => {
  const { code, output } = await ended('sh', [BACKUP_SCRIPT, 'restore', '--time', time], {
    env: { ...env, PGDATA: path.join(folder, 'restored') },
  });
  expect(code).toBe(1);
  expect(output).toMatch(reason);
  expect(existsSync(path.join(folder, 'restored'))).toBe(false);
});

describe('OPS-529 docker-compose.yml', () => {
  const { services } = readCompose({ WAL_ARCHIVE: 'on', DATABASE_BACKUPS: '/mnt/backups' });
  const isMounted = (name: string, mount: string) => services[name]?.volumes.includes(mount);

  it('runs the script of the tests in all three services', () => {
    for (const name of ['postgres', 'backup', 'restore-database']) {
      expect(isMounted(name, './.github/docker/database-backup.sh:/database-backup.sh:ro')).toBe(true);
      expect(services[name]?.image).toBe(services['postgres']?.image);
    }
    expect(services['postgres']?.command).toEqual(
      expect.arrayContaining([
        '-carchive_mode=on',
        '-csummarize_wal=on',
        '-carchive_command=sh /database-backup.sh archive %p %f',
      ]),
    );
    expect(services['backup']).toMatchObject({
      entrypoint: ['sh', '/database-backup.sh'],
      command: ['run'],
      network_mode: 'service:postgres',
      profiles: ['backup'],
    });
    expect(services['restore-database']).toMatchObject({
      entrypoint: ['sh', '/database-backup.sh', 'restore'],
      network_mode: 'none',
      profiles: ['tools'],
    });
  });

  it('gives server and backup the folder, and a restore only to read', () => {
    for (const name of ['postgres', 'backup'])
      expect(isMounted(name, '/mnt/backups:/database-backups')).toBe(true);
    expect(isMounted('restore-database', '/mnt/backups:/database-backups:ro')).toBe(true);
  });

  it('archives nothing unless WAL_ARCHIVE is set', () => {
    const { command = [] } = readCompose({}).services['postgres'] ?? {};
    expect(command).toEqual(expect.arrayContaining(['-carchive_mode=off', '-csummarize_wal=off']));
  });
});
