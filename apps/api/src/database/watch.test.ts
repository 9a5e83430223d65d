import { setImmediate as turn } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { createTestDatabase } from '../../test/database.ts';
import { openedOf } from './opened.ts';
import { watchDatabase } from './watch.ts';

const ANSWER_MS = 200;

/** Blocks the event loop. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('OPS-371 the database does not count as away while this process is busy and all its connections are in use', async () => {
  const { db, url, drop } = await createTestDatabase();
  const changes: boolean[] = [];
  const watch = await watchDatabase({
    db,
    databaseUrl: url,
    answerMs: ANSWER_MS,
    onChange: (isAway) => {
      changes.push(isAway);
    },
  });
  const { pool } = openedOf(db);
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const own = async () => (await watch.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
    const first = await own();
    // Terminates the connection, so that the next query must connect again, which takes several answers.
    await taken[0]?.query('SELECT pg_terminate_backend($1)', [first]);
    for (let nth = 0; nth < 12; nth += 1) {
      block(3 * ANSWER_MS);
      await turn();
      expect(watch.answers()).toBe(true);
    }
    await expect.poll(() => own().catch(() => first)).not.toBe(first);
    expect(watch.answers()).toBe(true);
    expect(changes).toEqual([]);
  } finally {
    for (const client of taken) client.release();
    await watch.close();
    await drop();
  }
});
