import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { freePort } from './free-port.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/keep-running.mjs', import.meta.url));
const THROWER = new URL('throw-on-signal.ts', import.meta.url).href;
const PATIENCE = { timeout: 90_000, interval: 200 };

let data: string;
let port: number;
let keeper: ChildProcess;
let output = '';

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'curvewell-kept-'));
  // The database server's account must be able to traverse the folder.
  await chmod(data, 0o711);
  port = await freePort();
  keeper = spawn(process.execPath, [SCRIPT], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: data,
      PUBLIC_URL: '',
      DATABASE_URL: '',
      OIDC_URL: '',
      NODE_OPTIONS: `--import=${THROWER}`,
    },
  });
  keeper.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
});
afterAll(async () => {
  keeper.kill('SIGKILL');
  await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
});

const isReady = () =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Children of a process whose command contains a word. */
async function childrenOf(parent: number, word: string): Promise<number[]> {
  const found = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    const parentId = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parentId === parent && command.includes(word)) found.push(Number(name));
  }
  return found;
}
const server = async () => (await childrenOf(keeper.pid ?? 0, 'standalone/main.ts'))[0] ?? 0;
const database = async () =>
  Number((await readFile(path.join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

async function dies(kill: () => Promise<unknown>): Promise<void> {
  const before = await server();
  await kill();
  await expect.poll(async () => (await isReady()) && (await server()) !== before, PATIENCE).toBe(true);
}

it.runIf(process.platform === 'linux')(
  'ERR-113 a server that dies, or whose database dies, is restarted; Ctrl-C ends everything',
  async () => {
    await expect.poll(isReady, PATIENCE).toBe(true);
    await dies(async () => process.kill(await server(), 'SIGUSR2'));
    expect(output).toContain('It restarts in 0.5 s.');
    await dies(async () => process.kill(await server(), 'SIGKILL'));
    await dies(async () => process.kill(await database(), 'SIGKILL'));
    // Temporary files of the killed processes are removed, too.
    await expect.poll(() => readdir(path.join(data, 'tmp')), PATIENCE).toHaveLength(1);

    const last = await database();
    keeper.kill('SIGINT');
    const [code] = (await once(keeper, 'exit')) as [number];
    expect(code).toBe(0);
    expect(await isReady()).toBe(false);
    expect(() => process.kill(last, 0)).toThrow('ESRCH');
  },
  400_000,
);
