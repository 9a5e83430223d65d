import { permissionSchema } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { LaboratoryCaller } from '../src/actor.ts';
import { searchAll } from '../src/features/search/search-all.ts';
import { addManyRuns } from './many-runs.ts';
import { openPlans, type Watched } from './query-plans.ts';

/** Filled by the work of laboratories; those of the configuration have some thousand rows at most. */
const GROWING = new Set([
  'run',
  'run_decision',
  'record_check',
  'channel_analysis',
  'earlier_well',
  'run_sample',
  'app_user',
]);

const FOUND_AS_SAMPLES = new Set(['p-4', 'p-4000-5', 'recurring']);

let opened: Awaited<ReturnType<typeof openPlans>>;
let watched: Watched;
let actor: LaboratoryCaller;

beforeAll(async () => {
  opened = await openPlans('super', ['SUPER_ADMIN']);
  watched = opened.watched;
  actor = { ...opened.actor, permissions: new Set(permissionSchema.options) };
  await addManyRuns(opened.db, actor.laboratory.id, { live: 2_000, archived: 8_000 });
  await watched.run(`
    ALTER TABLE channel_analysis DISABLE TRIGGER USER;
    ALTER TABLE earlier_well DISABLE TRIGGER USER;
    INSERT INTO channel_analysis (id, run_id, laboratory_id, name, channel)
      SELECT r.id, r.id, r.laboratory_id, 'FAM', 'FAM' FROM run r;
    -- Each sample is on two plates, one of them stored before wells were packed; one control recurs on each.
    CREATE TEMPORARY TABLE made AS
      SELECT r.id AS run_id, r.laboratory_id, r.business_id % 2 = 0 AS is_packed, 'A' || n AS position,
        CASE WHEN n = 1 THEN 'NTC' WHEN n = 2 THEN 'Recurring' ELSE 'P-' || (r.business_id / 2) || '-' || n END AS name,
        (CASE WHEN n = 1 THEN 'NEGATIVE_TEST' ELSE 'DNA' END)::sample_type AS sample_type
      FROM run r, generate_series(1, 12) n;
    INSERT INTO earlier_well (id, analysis_id, run_id, laboratory_id, position, name, sample_type)
      SELECT gen_random_uuid(), run_id, run_id, laboratory_id, position, name, sample_type FROM made WHERE NOT is_packed;
    UPDATE channel_analysis a SET wells = p.wells FROM (
      SELECT run_id, jsonb_agg(jsonb_build_object('position', position, 'name', name, 'sample_type', sample_type)) AS wells
      FROM made WHERE is_packed GROUP BY run_id) p WHERE p.run_id = a.run_id;
    INSERT INTO run_sample SELECT s.* FROM run r CROSS JOIN LATERAL samples_of(r.id) s;
    -- More wells of a name than a search reads.
    INSERT INTO earlier_well (id, analysis_id, run_id, laboratory_id, position, name, sample_type)
      SELECT gen_random_uuid(), r.id, r.id, r.laboratory_id, 'B' || n, 'Everywhere', 'DNA'
      FROM (SELECT * FROM run WHERE business_id % 2 = 1 ORDER BY business_id LIMIT 1) r, generate_series(1, 101) n;
    SET session_replication_role = replica;
    INSERT INTO run_decision (id, run_id, laboratory_id, decision, by_id, by_name, "check")
      SELECT gen_random_uuid(), id, laboratory_id, 'approve', id, 'Ada', '{"doubts": {}}' FROM run;
    INSERT INTO record_check (run_id, laboratory_id, is_unchanged, checked_at) SELECT id, laboratory_id, true, now() FROM run;
    SET session_replication_role = origin;
    INSERT INTO app_user (id, login, firstname, lastname, email, laboratory_id)
      SELECT gen_random_uuid(), md5(n::text), md5(n::text), md5((n * 7)::text), md5(n::text) || '@x', l.id
      FROM generate_series(1, 5000) n, (SELECT id FROM laboratory ORDER BY id LIMIT 1) l`);
  await watched.vacuum([...GROWING].join(', '));
});
afterAll(() => opened.close());

it.each([
  'lct',
  'nowhere',
  'p-4',
  'p-4000-5',
  'recurring',
  'ntc',
  '9999',
  '7',
  '100%_',
  '-z-',
  'zq-',
  'tara holm',
])(
  'LIST-109 a search for “%s” sends one statement for each kind, one for the results of samples, and reads no growing table whole',
  async (text) => {
    const found: Awaited<ReturnType<typeof searchAll>>[] = [];
    const plans = await watched.plansOf(async () => {
      found.push(await searchAll(watched, actor, text));
    });
    const hasSamples = found.some(({ samples }) => samples.found.length > 0);
    expect(hasSamples).toBe(FOUND_AS_SAMPLES.has(text));
    expect(plans).toHaveLength(text.length < 3 ? 1 : hasSamples ? 6 : 5);
    expect(plans.some(({ tables }) => tables.includes('run_decision'))).toBe(hasSamples);
    expect(plans.flatMap(({ readWhole }) => readWhole).filter((table) => GROWING.has(table))).toEqual([]);
  },
);

it('LIST-109 a search finds its matches among many objects', async () => {
  const { samples, runs } = await searchAll(watched, actor, 'p-4000-5');
  expect(runs.found).toEqual([]);
  expect(
    samples.found.map(({ name, runs: { found } }) => [name, found.map((run) => run.businessId)]),
  ).toEqual([['P-4000-5', [8001, 8000]]]);
  const { samples: recurring } = await searchAll(watched, actor, 'recurring');
  expect(recurring.found.map(({ name, runs: { more } }) => [name, more])).toEqual([['Recurring', true]]);
  const { samples: everywhere } = await searchAll(watched, actor, 'everywhere');
  expect(everywhere.found.map(({ runs: { found, more } }) => [found.length, more])).toEqual([[1, true]]);
});
