import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';

import { createEmptyDatabase, type EmptyDatabase } from '../../test/database.ts';
import { copyRows, digestRows } from './copy-rows.ts';

/** MiB of files that are copied; `MEBIBYTES=1000` prints how long it takes. */
const MEBIBYTES = Number(process.env['MEBIBYTES'] ?? 2);

const databases: EmptyDatabase[] = [];
const clients: pg.Client[] = [];
beforeAll(async () => {
  for (let nth = 0; nth < 2; nth += 1) {
    const database = await createEmptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('CREATE TABLE file (id serial PRIMARY KEY, laboratory int, name text, content bytea)');
    await client.query('ALTER TABLE file ALTER COLUMN content SET STORAGE EXTERNAL');
    databases.push(database);
    clients.push(client);
  }
  await clients[0]?.query(
    `INSERT INTO file (laboratory, name, content) SELECT n % 2, 'Plate ' || n,
       (SELECT string_agg(sha256((n || '.' || m)::bytea), '') FROM generate_series(1, 32768) m)
     FROM generate_series(1, $1::int) n`,
    [MEBIBYTES],
  );
});
afterAll(async () => {
  for (const client of clients) await client.end();
  for (const database of databases) await database.drop();
});

const file = {
  name: 'file',
  columns: ['laboratory', 'name', 'content'],
  where: 'laboratory = 1',
  order: 'id',
};

it('OPS-533 rows are copied byte for byte, and a single changed byte gives another hash', async () => {
  const [source, target] = clients;
  if (source === undefined || target === undefined) throw new Error('no databases');
  const begun = performance.now();
  const read = await copyRows({ source, target }, file);
  const copied = performance.now();
  const found = await digestRows(target, file);
  if (process.env['MEBIBYTES'] !== undefined) {
    const mebibytes = MEBIBYTES / 2;
    const rate = (from: number, to: number) => Math.round(mebibytes / ((to - from) / 1_000));
    process.stdout.write(
      `copied ${rate(begun, copied)} MiB/s, read again ${rate(copied, performance.now())} MiB/s\n`,
    );
  }
  expect(found).toEqual(read);
  expect(read.rows).toBe(Math.ceil(MEBIBYTES / 2));
  await target.query('UPDATE file SET content = set_byte(content, 500000, get_byte(content, 500000) # 1)');
  expect((await digestRows(target, file)).sha256).not.toBe(read.sha256);
  expect((await digestRows(source, { ...file, where: 'false' })).rows).toBe(0);
});
