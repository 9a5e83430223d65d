import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { freePort } from './free-port.ts';
import { often } from './often.ts';

let folder: string;
let away: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-failed-start-'));
  away = `postgresql://nobody@127.0.0.1:${await freePort()}/none`;
});
afterAll(() => rm(folder, { recursive: true }));

async function run(program: string, settings: NodeJS.ProcessEnv, ...more: string[]) {
  const script = fileURLToPath(new URL(`../src/${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--no-deprecation', script, ...more], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: folder,
      OIDC_URL: 'http://127.0.0.1:1',
      DATABASE_URL: away,
      SIGNING_KEY: Buffer.alloc(32, 1).toString('base64'),
      MIGRATE_AT_START: 'false',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [out, forPeople] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { lines, forPeople: forPeople.trim(), code: child.exitCode };
}

type Start = readonly [program: string, settings: NodeJS.ProcessEnv, part: string, message: RegExp];

const MOST_LIKELY: readonly Start[] = [
  [
    'server',
    {},
    'database',
    /^Curvewell did not start: The database cannot be reached: connect ECONNREFUSED/,
  ],
  ['migrate', {}, 'database', /^The database cannot be reached: connect ECONNREFUSED/],
];
const OTHERS: readonly Start[] = [
  ['server', { PORT: '99999' }, 'settings', /^Curvewell did not start: The settings are invalid/],
  [
    'server',
    {
      SIGNING_KEY: '',
      KMS_SIGNING_KEY: 'records',
      KMS_TOKEN_FILE: '/',
      KMS_URL: 'https://localhost/v1/transit',
    },
    'signing key',
    /^Curvewell did not start: KMS_SIGNING_KEY \(records\): The key server cannot be used: KMS_TOKEN_FILE cannot be read/,
  ],
  ['migrate', { DATABASE_URL: '' }, 'settings', /^Set DATABASE_URL/],
  ['restore', {}, 'backup', /ENOENT/],
];

it.each(often({ byDay: MOST_LIKELY, byNight: [...MOST_LIKELY, ...OTHERS] }))(
  'OPS-377 %s with %o logs in one line which part failed, and why',
  async (program, settings, part, message) => {
    const { lines, forPeople, code } = await run(
      program,
      settings,
      ...(program === 'restore' ? ['no.zip'] : []),
    );
    expect(forPeople).toMatch(message);
    const [line, ...more] = lines;
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 'error',
      part,
      err: { type: expect.stringMatching(/Error$/) as string },
    });
    expect(String(line?.['msg'])).toMatch(/./);
    expect(forPeople).toContain(line?.['msg']);
    expect(code).toBe(1);
  },
);
