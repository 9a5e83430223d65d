import type { Run } from '@curvewell/domain';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from './create-test-app.ts';
import { addManyRuns } from './many-runs.ts';
import { leavesOf } from './partitions/is-partitioned.ts';
import { IS_NIGHT } from './often.ts';
import { plannedNodes } from './query-plans.ts';
import { configuration, decide, importedRun, interpretedRun, submit } from './run-factory.ts';
import { type SentStatement, sentStatements } from './sent-statements.ts';
import { withoutRules } from './without-rules.ts';

/** So many that PostgreSQL scans the wells of all only if a statement gives it no other way. */
const RUNS = 2_000;

let test: TestApp;
let client: pg.Client;
let run: Run;
let undecided: Run;
let ids: Record<'well' | 'kit' | 'version' | 'buffer' | 'lot' | 'reading' | 'analyser', string>;

beforeAll(async () => {
  test = await createTestApp();
  client = new pg.Client({ connectionString: test.databaseUrl });
  await client.connect();
  const { id: laboratoryId } = await test.db.laboratory.findFirstOrThrow({
    where: { name: 'Demo laboratory North' },
  });
  await addManyRuns(test.db, laboratoryId, { live: RUNS, archived: 0 });
  await test.db.runCounter.create({ data: { laboratoryId, lastBusinessId: RUNS } });
  [run, undecided] = [await interpretedRun(test, { seed: 1 }), await interpretedRun(test, { seed: 2 })];
  await submit(test, run.id);
  await decide(test, run.id);
  const { rows } = await client.query<typeof ids>(
    `SELECT w.id AS well, v.kit_id AS kit, v.id AS version, w.reaction_buffer_id AS buffer, w.lot_id AS lot, c.id AS reading,
       r.analyser_id AS analyser
     FROM run r JOIN well w ON w.run_id = $1 JOIN kit_version v ON v.id = w.kit_version_id JOIN control_reading c ON c.run_id = r.id
     WHERE r.id = $1 AND w.name = 'S-1'`,
    [run.id],
  );
  if (rows[0] === undefined) throw new Error('the run has a sample and a control');
  [ids] = rows;
  // A row a page: a scan costs as much as of a hundred thousand rows.
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM (${leavesOf('channel_analysis')}) leaf`,
  );
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} SET (fillfactor = 10)`);
  await withoutRules(test.db, async (tx) => {
    await tx.$executeRaw`
      INSERT INTO channel_analysis (id, run_id, laboratory_id, name, channel, phases, wells)
      SELECT gen_random_uuid(), r.id, r.laboratory_id, a.name, a.channel, a.phases, a.wells
      FROM run r, channel_analysis a WHERE a.run_id = ${run.id}::uuid AND r.interpreted_by_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM channel_analysis o WHERE o.run_id = r.id)`;
    await tx.$executeRaw`
      INSERT INTO run_sample (run_id, laboratory_id, name, is_sample, position)
      SELECT id, laboratory_id, 'S-1', true, 'A1' FROM run r WHERE business_id % 100 = 0 ON CONFLICT DO NOTHING`;
  });
  await client.query(
    'VACUUM (ANALYZE) run, channel_analysis, earlier_well, run_sample, run_use, control_reading',
  );
});
afterAll(async () => {
  await client.end();
  await test.close();
});

const IS_PLANNED = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i;
const readsWells = ({ text }: SentStatement) =>
  IS_PLANNED.test(text) && /well|channel_analysis|run_reference|run_sample/.test(text);

/** The statements that read the wells of all runs. */
async function readingAll(sent: readonly SentStatement[]): Promise<string[]> {
  const found = [];
  for (const { text, values } of sent) {
    const scans = (await plannedNodes(client, text, values)).filter((node) =>
      node['Node Type'].endsWith('Seq Scan'),
    );
    if (scans.some((node) => node['Relation Name'] === 'channel_analysis')) found.push(text);
  }
  return found;
}

const asked = async (...[login, method, path, body]: Parameters<TestApp['call']>) => {
  const answer = await test.call(login, method, path, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
};
const get = (path: string, login = 'manager') => asked(login, 'GET', path);
const place = () => ({ kitId: ids.kit, reactionBufferId: ids.buffer });
const configured = () => `/kit/version/${ids.version}/reaction-buffer/${ids.buffer}/analyser/${ids.analyser}`;

it.runIf(IS_NIGHT).each<[string, () => Promise<unknown>]>([
  ['a run', () => get(`/run/${run.id}`)],
  ['references for a well', () => get(`/run/${run.id}/well/${ids.well}/references`)],
  ['the dashboard', () => get('/dashboard?today=2026-11-29T00:00:00Z')],
  ['the dashboard of an approver', () => get('/dashboard?today=2026-11-29T00:00:00Z', 'physician')],
  ['a control', () => get(`/controls/readings/${ids.reading}`)],
  ['runs of a kit', () => get(`/kit/${ids.kit}/reaction-buffer/${ids.buffer}/runs`, 'research')],
  ['runs for templates', () => get(`${configured()}/kept-templates/runs`, 'research')],
  ['a search', () => get('/search?search=S-1')],
  ['a record', () => get(`/run/${run.id}/record`, 'physician')],
  ['a check', () => get(`/run/${undecided.id}/check?decision=submit`, 'tech')],
  ['a file', () => asked('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' })],
  ['results as a file', () => asked('tech', 'POST', `/run/export/${run.id}/results`, { format: 'LIS_CSV' })],
  [
    'a repeat',
    () =>
      asked('tech', 'POST', '/repeat-list', { runId: run.id, wells: [{ position: 'A1', reason: 'CHOSEN' }] }),
  ],
  [
    'a what-if',
    () => asked('research', 'POST', '/what-if', { ...place(), analyserId: ids.analyser, channels: [] }),
  ],
  [
    'an evaluation',
    () =>
      asked('research', 'POST', `/run/${run.id}/evaluate`, {
        ...place(),
        channel: 'FAM',
        phases: [],
        rules: [],
      }),
  ],
  ['learning', () => asked('research', 'POST', `${configured()}/kept-templates/learn`, { runIds: [run.id] })],
])('OPS-591 reads the wells of its runs alone: %s', async (_, work) => {
  const sent = (await sentStatements(work)).filter(readsWells);
  expect(sent.length).toBeGreaterThan(0);
  expect(await readingAll(sent)).toEqual([]);
});

it('OPS-591 reads only the wells of its run, from import to decision', async () => {
  const sent = await sentStatements(async () => {
    const made = await importedRun(test, { seed: 3 });
    await asked('tech', 'PUT', `/run/${made.id}`, await configuration(test.db, made));
    await asked('tech', 'POST', `/run/${made.id}/interpret`);
    const well = made.analyses[0]?.wells['A1']?.id ?? '';
    await asked('tech', 'POST', `/run/${made.id}/well/${well}/comment`, { value: 'Fine.' });
    await asked('tech', 'PATCH', `/run/${made.id}/interpreted-wells?wellIds=${well}`, {
      id: null,
      comment: 'Unclear.',
    });
    await asked('tech', 'GET', `/run/${made.id}/reinterpretation`);
    expect((await submit(test, made.id)).statusCode).toBe(200);
    expect((await decide(test, made.id)).statusCode).toBe(200);
  });
  const ofWells = sent.filter(readsWells);
  expect(ofWells.length).toBeGreaterThan(10);
  expect(await readingAll(ofWells)).toEqual([]);
});

it.each([
  'SELECT record_controls($1)',
  'SELECT note_control_points(ARRAY[$1]::uuid[])',
  'SELECT note_run_uses(ARRAY[$1]::uuid[])',
  'SELECT note_wells($1)',
  'SELECT delete_rows_of_gone_wells($1)',
  `SELECT change_wells($1, '{}')`,
  'SELECT wells_sha256($1)',
])('OPS-591 reads the wells of its run alone: %s', async (statement) => {
  const read = async () => {
    const { rows } = await client.query<{ read: number }>(
      `SELECT sum(coalesce(seq_tup_read, 0))::int AS read FROM pg_stat_xact_all_tables
       WHERE relid IN (${leavesOf('channel_analysis')})`,
    );
    return rows[0]?.read;
  };
  await client.query('BEGIN');
  try {
    const before = await read();
    await client.query(statement, [undecided.id]);
    expect(await read()).toBe(before);
  } finally {
    await client.query('ROLLBACK');
  }
});
