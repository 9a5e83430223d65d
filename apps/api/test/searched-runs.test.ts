import { runStatusSchema, type RunStatus } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { searchArchive } from '../src/features/archive/search-archive.ts';
import { createActor } from '../src/features/identity/index.ts';
import { listRuns } from '../src/features/runs/list/list-runs.ts';
import type { LaboratoryCaller } from '../src/actor.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { addManyRuns } from './many-runs.ts';
import { openWatched, type Watched } from './query-plans.ts';
import { withoutRules } from './without-rules.ts';

/** More than a search finds in one go. */
const LIVE = 1_500;
const ARCHIVED = 4_000;
const BY_NUMBER = { sort: 'businessId', sortDirection: 'desc' } as const;

interface Found {
  readonly number: number;
  readonly text: string;
  readonly status: RunStatus;
}

let database: TestDatabase;
let watched: Watched;
let actor: LaboratoryCaller;
let live: readonly Found[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, url } = database;
  const user = await db.appUser.findUniqueOrThrow({
    where: { login: 'tech' },
    include: { laboratory: true },
  });
  if (user.laboratory === null) throw new Error('the technician has a laboratory');
  actor = { ...createActor(user, []), laboratory: user.laboratory, requestId: 'plans' };
  const south = await db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory South' } });
  await addManyRuns(db, user.laboratory.id, { live: LIVE, archived: ARCHIVED });
  await addManyRuns(db, south.id, { live: 300, archived: 0 });
  await withoutRules(db, async (tx) => {
    // Longer than an entry of an index can be, and not to be compressed.
    await tx.$executeRaw`
      UPDATE run SET search_text = search_text || (SELECT string_agg(md5(n || id::text), ' ') FROM generate_series(1, 90) n) || ' far behind'
      WHERE business_id % 100 = 7 AND archived_at IS NULL`;
    await tx.$executeRaw`
      UPDATE run SET status = 'WAIT_FOR_APPROVAL', submitted_at = run_date WHERE business_id % 200 = 9 AND archived_at IS NULL`;
  });
  live = await db.$queryRaw<Found[]>`
    SELECT business_id AS number, search_text AS text, status::text AS status FROM run
    WHERE laboratory_id = ${user.laboratory.id}::uuid AND archived_at IS NULL ORDER BY business_id DESC`;
  watched = await openWatched(url);
  await watched.vacuum('run, run_count');
});
afterAll(async () => {
  await watched.close();
  await database.drop();
});

const countsOf = (runs: readonly Found[]) =>
  Object.fromEntries(
    runStatusSchema.options.map((status) => [status, runs.filter((run) => run.status === status).length]),
  );

describe('OPS-559 a search of the run list is exact, whether it finds few runs or many', () => {
  const last = ARCHIVED + LIVE;
  const texts = ['admin', 'far behind', `admin_${last}.`, 'holm', 'nowhere', 'a', 'zq', '7', 'f5-1691'];
  it.each(texts)('that contain %s', async (text) => {
    const expected = live.filter((run) => run.text.includes(text));
    const order = { ...BY_NUMBER, size: 13, search: text } as const;
    const first = await listRuns(watched, actor, { ...order, page: 0 });
    const numbers = ({ listObjects }: typeof first) => listObjects.map(({ businessId }) => businessId);
    expect(numbers(first)).toEqual(expected.slice(0, 13).map(({ number }) => number));
    expect(first.numberOfObjects).toBe(expected.length);
    expect(first.numberByStatus).toEqual(countsOf(expected));
    const waiting = expected.filter(({ status }) => status === 'WAIT_FOR_APPROVAL');
    expect(first.oldestWaiting === null).toBe(waiting.length === 0);

    const late = await listRuns(watched, actor, { ...order, page: 2 });
    expect(numbers(late)).toEqual(expected.slice(26, 39).map(({ number }) => number));
    const rejected = await listRuns(watched, actor, { ...order, page: 0, status: 'REJECTED' });
    expect(numbers(rejected)).toEqual(
      expected
        .filter(({ status }) => status === 'REJECTED')
        .slice(0, 13)
        .map(({ number }) => number),
    );
    const after = await listRuns(watched, actor, { ...order, page: 0, after: ARCHIVED + 700 });
    expect(numbers(after)).toEqual(
      expected
        .filter(({ number }) => number < ARCHIVED + 700)
        .slice(0, 13)
        .map(({ number }) => number),
    );
    const byStatus = await listRuns(watched, actor, { ...order, page: 0, sort: 'status' });
    expect(byStatus.listObjects).toHaveLength(Math.min(13, expected.length));
    expect(byStatus.numberOfObjects).toBe(expected.length);
  });

  it('a word that most runs have is counted with the index of texts only', async () => {
    const plans = await watched.plansOf(() =>
      listRuns(watched, actor, { ...BY_NUMBER, page: 0, size: 13, search: 'admin' }),
    );
    const alone = plans.flatMap(({ indexesAlone }) => indexesAlone);
    expect(alone.filter((index) => index === 'run_live_text_idx').length).toBeGreaterThanOrEqual(
      runStatusSchema.options.length,
    );
  });
});

it('OPS-560 a word in most names of archived files is counted with an index only', async () => {
  const search = () =>
    searchArchive(watched, actor, {
      ...BY_NUMBER,
      page: 0,
      size: 13,
      searchCriteria: [{ field: 'fileName', operator: 'CONTAINS', value: 'admin' }],
    });
  expect((await search()).count).toBe(ARCHIVED);
  const plans = await watched.plansOf(search);
  expect(plans.flatMap(({ indexesAlone }) => indexesAlone)).toContain('run_archived_files_idx');
});
