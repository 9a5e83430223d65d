import { afterAll, beforeAll, expect, it } from 'vitest';

import { listReadings } from '../src/features/audit/entries/list-readings.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { addManyRuns } from './many-runs.ts';
import { openWatched, type Watched } from './query-plans.ts';
import { withoutRules } from './without-rules.ts';

const RUNS = 1_000;

let database: TestDatabase;
let watched: Watched;
let laboratoryId = '';

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, url } = database;
  ({ id: laboratoryId } = await db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory North' } }));
  await addManyRuns(db, laboratoryId, { live: RUNS, archived: 0 });
  // Adds sixty samples to each run, and view log entries.
  await withoutRules(db, async (tx) => {
    await tx.$executeRaw`
      INSERT INTO channel_analysis (id, run_id, laboratory_id, name, channel, phases)
      SELECT gen_random_uuid(), id, laboratory_id, 'FAM', 'FAM', '{MELT}' FROM run`;
    // Half of the runs are from before wells were packed.
    await tx.$executeRaw`
      CREATE TEMPORARY TABLE made AS
      SELECT a.id AS analysis_id, a.run_id, a.laboratory_id, r.business_id % 2 = 1 AS is_packed, chr(65 + n % 8) || 1 + n / 8 AS position,
        'S-' || r.business_id || '-' || n AS name
      FROM channel_analysis a JOIN run r ON r.id = a.run_id, generate_series(0, 59) n`;
    await tx.$executeRaw`
      INSERT INTO earlier_well (id, analysis_id, run_id, laboratory_id, position, sample_type, name)
      SELECT gen_random_uuid(), analysis_id, run_id, laboratory_id, position, 'BLOOD', name FROM made WHERE NOT is_packed`;
    await tx.$executeRaw`
      INSERT INTO run_sample (run_id, laboratory_id, name, is_sample, position)
      SELECT run_id, laboratory_id, name, true, position FROM made WHERE is_packed`;
    await tx.$executeRaw`DROP TABLE made`;
  });
  await db.$executeRaw`
    INSERT INTO read_log (laboratory_id, user_id, user_name, session, what, subject, run_id, at)
    SELECT laboratory_id, gen_random_uuid(), 'Tara Holm', repeat('s', 32), 'run', id::text, id, run_date FROM run`;
  await db.$executeRaw`
    INSERT INTO read_log (laboratory_id, user_id, user_name, session, what, subject, at)
    VALUES (${laboratoryId}::uuid, gen_random_uuid(), 'Bo Lind', repeat('t', 32), 'search', 'S-77-5', now())`;
  watched = await openWatched(url);
  await watched.vacuum('run, earlier_well, run_sample, read_log');
});
afterAll(async () => {
  await watched.close();
  await database.drop();
});

const readings = (text: string) =>
  listReadings(
    watched,
    { laboratory: { id: laboratoryId } as never, permissions: new Set(['READ_ALL_LABORATORY']) },
    { laboratoryId, text, page: 0, size: 15 },
  );

it.each([
  ['a whole name', 's-77-51', 1],
  ['a part of one', '-77-5', 2],
  ['a part of an earlier one', '-78-51', 1],
  ['a number that is short', '77', 2],
  ['two letters', 's-', 1],
  ['nothing that there is', 'S-99999', 0],
])('TRUST-497 users who viewed %s are found without scanning all wells', async (_, text, count) => {
  const plans = await watched.plansOf(async () => {
    expect((await readings(text)).count).toBe(count);
  });
  expect(plans).toHaveLength(2);
  for (const { tables, readWhole } of plans) {
    for (const table of ['earlier_well', 'run_sample']) {
      expect(tables).toContain(table);
      expect(readWhole).not.toContain(table);
    }
  }
});
