import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { freePort } from './free-port.ts';
import { TEST_PASSWORD } from './sign-in.ts';

const SERVER = fileURLToPath(new URL('../src/standalone/main.ts', import.meta.url));

export interface Product {
  readonly address: string;
  /** The output so far. */
  readonly output: () => string;
  /** Resolves when it is ready, or has exited before. */
  readonly started: Promise<'ready' | number | null>;
  readonly stop: () => Promise<number | null>;
  /** Kills it at once. */
  readonly kill: () => Promise<unknown>;
}

/** Starts the product as a separate process, with the embedded identity provider. */
export async function startProduct(databaseUrl: string, settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const port = await freePort();
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'curvewell-product-'));
  const child: ChildProcess = spawn(process.execPath, ['--no-deprecation', SERVER], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirectory,
      DEMO_PASSWORD: TEST_PASSWORD,
      DEMO_HISTORY: 'false',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit').then(async ([code]) => {
    await rm(dataDirectory, { recursive: true, force: true });
    return code as number | null; // the first argument of `exit`
  });
  const ready = new Promise<'ready'>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/is ready: |; health: /.test(output)) resolve('ready');
      });
    }
  });
  return {
    address: `http://localhost:${port}`,
    output: () => output,
    started: Promise.race([ready, ended]),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
