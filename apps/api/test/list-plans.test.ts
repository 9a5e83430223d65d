import {
  MAX_COUNTED_RUNS,
  runSortSchema,
  sortDirectionSchema,
  type ArchiveSearchCriterion,
} from '@curvewell/contracts';
import type { RunStatus } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { searchArchive } from '../src/features/archive/search-archive.ts';
import { createActor } from '../src/features/identity/index.ts';
import { listRuns } from '../src/features/runs/list/list-runs.ts';
import type { LaboratoryCaller } from '../src/actor.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { addManyRuns } from './many-runs.ts';
import { openWatched, type Watched } from './query-plans.ts';

let database: TestDatabase;
let watched: Watched;
let actor: LaboratoryCaller;

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
  await addManyRuns(db, user.laboratory.id, { live: 24, archived: 12_000 });
  await addManyRuns(db, south.id, { live: 24, archived: 6_000 });
  watched = await openWatched(url);
  await watched.run('VACUUM (ANALYZE) run, run_kit, run_kit_lot, run_used_pair');
});
afterAll(async () => {
  await watched.close();
  await database.drop();
});

/** Tables that grow with a laboratory's work; configuration tables have a page or two and may be scanned. */
const GROWING = /^(run|run_.*)$/;

/** The growing tables that the statements scan. */
async function readWhole(work: () => Promise<unknown>): Promise<string[]> {
  const plans = await watched.plansOf(work);
  for (const { tables } of plans) expect(tables).toContain('run');
  return plans.flatMap((plan) => plan.readWhole).filter((table) => GROWING.test(table));
}

const FIRST = { page: 0, size: 13 } as const;
const ORDERS = runSortSchema.options.flatMap((sort) =>
  sortDirectionSchema.options.map((sortDirection) => ({ sort, sortDirection })),
);

const list = (search: string, order: (typeof ORDERS)[number], status?: RunStatus) =>
  listRuns(watched, actor, { ...FIRST, ...order, search, status });
const search = (searchCriteria: readonly ArchiveSearchCriterion[], order: (typeof ORDERS)[number]) =>
  searchArchive(watched, actor, { ...FIRST, ...order, searchCriteria });

const BY_NUMBER = { sort: 'businessId', sortDirection: 'desc' } as const;
const BY_FILE = { sort: 'fileName', sortDirection: 'asc' } as const;

it('LIST-101 live runs are all counted, archived ones up to a limit', async () => {
  expect(await list('', BY_NUMBER)).toMatchObject({
    numberOfObjects: 24,
    numberByStatus: { RUN_TO_INTERPRET: 0, WAIT_FOR_APPROVAL: 0, APPROVED: 12, REJECTED: 12 },
  });
  expect(await search([], BY_NUMBER)).toMatchObject({ count: MAX_COUNTED_RUNS + 1 });
});

it('pages of equal values omit no run and repeat none', async () => {
  const order = { sort: 'instrumentName', sortDirection: 'desc', size: 5, search: '' } as const;
  const pages = await Promise.all(
    [0, 1, 2, 3, 4].map((page) => listRuns(watched, actor, { ...order, page })),
  );
  const numbers = pages.flatMap(({ listObjects }) => listObjects.map(({ businessId }) => businessId));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, index) => 12_001 + index));
});

describe('LIST-100 no sort and no search scans a table of runs', () => {
  it.each(ORDERS)('live runs by $sort, $sortDirection', async (order) => {
    expect(await readWhole(() => list('', order))).toEqual([]);
    expect(await readWhole(() => list('', order, 'WAIT_FOR_APPROVAL'))).toEqual([]);
  });

  it.each(ORDERS)('archived runs by $sort, $sortDirection', async (order) => {
    expect(await readWhole(() => search([], order))).toEqual([]);
  });

  it.each(['lct', 'holm', 'nowhere', 'a', 'zq', 'admin_12007', '12007', '100%_'])(
    'live runs that contain %s',
    async (text) => {
      expect(await readWhole(() => list(text, BY_NUMBER))).toEqual([]);
      expect(await readWhole(() => list(text, BY_FILE))).toEqual([]);
    },
  );

  const fields = ['fileName', 'instrumentName', 'kitReactionBuffer', 'operator'] as const;
  const texts = ['admin', 'nowhere', 'a', 'zq', 'Tara Holm', 'CFX 1'];
  it.each(fields.flatMap((field) => texts.map((value) => ({ field, value }))))(
    'archived runs whose $field contains, or is, $value',
    async ({ field, value }) => {
      for (const operator of ['CONTAINS', 'EQUALS'] as const) {
        expect(await readWhole(() => search([{ field, operator, value }], BY_NUMBER))).toEqual([]);
        expect(await readWhole(() => search([{ field, operator, value }], BY_FILE))).toEqual([]);
      }
    },
  );

  it('archived runs of a date, since a date, until a date, and of an operator and a kit in a year', async () => {
    const from = { field: 'created', operator: 'GTE', value: '2015-06-01' } as const;
    const to = { field: 'created', operator: 'LTE', value: '2015-06-01' } as const;
    const operator = { field: 'operator', operator: 'CONTAINS', value: 'lind' } as const;
    const kit = { field: 'kitReactionBuffer', operator: 'CONTAINS', value: 'rb-1' } as const;
    for (const criteria of [[from, to], [from], [to], [to, operator, kit], [from, operator, kit]]) {
      expect(await readWhole(() => search(criteria, BY_NUMBER))).toEqual([]);
      expect(await readWhole(() => search(criteria, BY_FILE))).toEqual([]);
    }
  });
});
