import { once } from 'node:events';
import { watch } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'curvewell-embedded-'));
  await chmod(folder, 0o711); // the account of the database server traverses the folder
});
afterAll(() => rm(folder, { recursive: true }));

const start = (): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDirectory: path.join(folder, 'postgres'), settings: ['fsync=off'] });
const portOf = ({ url }: EmbeddedPostgres): number => Number(new URL(url).port);

/** Listens on a port once the server has chosen it and before it listens itself. */
function takeLate(port: number): Server {
  const rival = createServer();
  const watched = watch(folder, (_change, file) => {
    if (file !== 'postgres.json') return;
    watched.close();
    rival.listen(port, '127.0.0.1');
  });
  return rival;
}

// Copies of one cluster prefer one port, so two products that started together could both choose it.
it('the database keeps its port, and starts on another if a program takes it meanwhile', async () => {
  const first = await start();
  await first.stop();
  const again = await start();
  expect(portOf(again)).toBe(portOf(first));
  await again.stop();

  const rival = takeLate(portOf(first));
  const moved = await start();
  try {
    expect(rival.listening).toBe(true);
    expect(portOf(moved)).not.toBe(portOf(first));
    const client = new pg.Client({ connectionString: moved.url });
    await client.connect();
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  } finally {
    await moved.stop();
    rival.close();
    await once(rival, 'close');
  }
});
