import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Memory, Usage } from './measured.ts';

/** A server in a separate process whose resource usage is measured. */
export interface MeasuredProcess {
  readonly usage: () => Promise<Usage>;
  /** Collects all garbage, which briefly stops the process, and measures the remaining memory. */
  readonly memory: () => Promise<Memory>;
  /** Measures the event loop from now to the next query. */
  readonly watch: () => void;
  readonly stop: () => Promise<void>;
}

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 20_000;
/** The product as `npm start` starts it. */
export const PRODUCT = {
  file: '../src/server.ts',
  nodeArguments: ['--max-semi-space-size=8'],
  environment: { MALLOC_ARENA_MAX: '2' },
} as const;

const PRELOADED = fileURLToPath(new URL('measured.ts', import.meta.url));

interface Program {
  /** Relative to this file. */
  readonly file: string;
  readonly nodeArguments?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Responds once the server is ready. */
  readonly address: string;
}

/** Starts a server and waits until it answers. */
export async function startMeasured({
  file,
  nodeArguments = [],
  environment,
  address,
}: Program): Promise<MeasuredProcess> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--no-deprecation', ...nodeArguments, ...profileArguments(), '--import', PRELOADED],
    env: { ...process.env, ...environment },
    stdio: ['ignore', process.env['BENCH_LOG'] === undefined ? 'ignore' : 'inherit', 'inherit', 'ipc'],
  });
  await answering(child, address);
  return {
    usage: () => answerTo(child, 'usage') as Promise<Usage>, // as measured.ts answers it
    memory: () => answerTo(child, 'memory') as Promise<Memory>,
    watch: () => child.send('watch'),
    stop: () => stop(child),
  };
}

interface ProductAt {
  readonly address: string;
  readonly database: { readonly url: string; readonly folder: string };
  readonly issuer: { readonly url: string };
  /** Further settings, or other values of those below. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts the product on the database and issuer of a benchmark and waits until it answers. */
export const startProduct = ({
  address,
  database,
  issuer,
  environment,
}: ProductAt): Promise<MeasuredProcess> =>
  startMeasured({
    ...PRODUCT,
    address: `${address}/health/ready`,
    environment: {
      ...PRODUCT.environment,
      DATABASE_URL: database.url,
      DATA_DIR: database.folder,
      OIDC_URL: issuer.url,
      SIGNING_KEY: Buffer.alloc(32, 1).toString('base64'),
      PORT: new URL(address).port,
      PUBLIC_URL: address,
      ...environment,
    },
  });

/** `BENCH_PROFILE=<folder>` writes a CPU profile of each server there. */
function profileArguments(): string[] {
  const folder = process.env['BENCH_PROFILE'];
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

async function answering(child: ChildProcess, address: string): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${address} did not answer`);
    const answer = await fetch(address).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok === true) return;
    await sleep(100);
  }
}

async function answerTo(child: ChildProcess, question: string): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(question);
  const [value] = (await answer) as unknown[];
  return value;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exit;
  clearTimeout(timer);
}
