import {
  MAX_COUNTED_RUNS,
  runSortSchema,
  sortDirectionSchema,
  type ArchiveSearchCriterion,
} from '@curvewell/contracts';
import type { RunStatus } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { systemClock } from '../src/clock.ts';
import { kitRuns } from '../src/features/interpretation/evaluate/kit-runs.ts';
import { kitCatalogue } from '../src/features/kits/read/kit-catalogue.ts';
import { readDashboard } from '../src/features/dashboard/read-dashboard.ts';
import { searchLots } from '../src/features/lots/read-lots.ts';
import { searchArchive } from '../src/features/archive/search-archive.ts';
import { listRuns } from '../src/features/runs/list/list-runs.ts';
import type { LaboratoryCaller } from '../src/actor.ts';
import { addManyRuns } from './many-runs.ts';
import { openPlans, type Watched } from './query-plans.ts';

let opened: Awaited<ReturnType<typeof openPlans>>;
let watched: Watched;
let actor: LaboratoryCaller;

beforeAll(async () => {
  opened = await openPlans('tech', []);
  ({ watched, actor } = opened);
  const { db } = opened;
  const south = await db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory South' } });
  await addManyRuns(db, actor.laboratory.id, { live: 24, archived: 12_000 });
  await addManyRuns(db, south.id, { live: 24, archived: 6_000 });
  await watched.vacuum('run, run_kit, run_kit_lot, run_used_pair, run_use, run_count');
});
afterAll(() => opened.close());

/**
 * Tables that a laboratory's work fills. Those of the configuration have a page or two, and are read whole; counts are
 * summed up each hour.
 */
const GROWING = /^(run|run_(?!count$).*)$/;

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

it('IMPEXP-103 a list continues after the number of a run, even beyond its last numbered page', async () => {
  const order = { ...BY_NUMBER, size: 100 } as const;
  const numbersOf = (runs: readonly { readonly businessId: number }[]) =>
    runs.map(({ businessId }) => businessId);
  const byPage = await searchArchive(watched, actor, { ...order, page: 3, searchCriteria: [] });
  const [first] = numbersOf(byPage.values);
  const behind = await searchArchive(watched, actor, {
    ...order,
    page: 0,
    after: (first ?? 0) + 1,
    searchCriteria: [],
  });
  expect(numbersOf(behind.values)).toEqual(numbersOf(byPage.values));
  expect(behind.count).toBe(byPage.count);
  const last = await searchArchive(watched, actor, { ...order, page: 0, after: 51, searchCriteria: [] });
  expect(numbersOf(last.values)).toEqual(Array.from({ length: 50 }, (_, index) => 50 - index));
  const live = await listRuns(watched, actor, {
    ...order,
    sortDirection: 'asc',
    page: 0,
    after: 12_020,
    search: '',
  });
  expect(numbersOf(live.listObjects)).toEqual([12_021, 12_022, 12_023, 12_024]);
});

it('IMPEXP-104 a page beyond the ten-thousandth run is refused, and so is a number in another order', async () => {
  const order = { ...BY_NUMBER, size: 100, searchCriteria: [] } as const;
  expect((await searchArchive(watched, actor, { ...order, page: 99 })).values).toHaveLength(100);
  await expect(searchArchive(watched, actor, { ...order, page: 100 })).rejects.toMatchObject({
    code: 'invalid-request',
    message: 'Pages end after 10,000 runs. Search, or continue after the number of a run.',
  });
  await expect(
    searchArchive(watched, actor, { ...order, ...BY_FILE, page: 0, after: 5 }),
  ).rejects.toMatchObject({ code: 'invalid-request' });
});

it('LIST-134 in another order than by number pages end after a thousand runs', async () => {
  const order = { ...BY_FILE, size: 100, searchCriteria: [] } as const;
  expect((await searchArchive(watched, actor, { ...order, page: 9 })).values).toHaveLength(100);
  const refused = {
    code: 'invalid-request',
    message: 'Pages end after 1,000 runs. Search, or sort by number.',
  };
  await expect(searchArchive(watched, actor, { ...order, page: 10 })).rejects.toMatchObject(refused);
  const live = { ...BY_FILE, size: 100, page: 10, search: '' } as const;
  await expect(listRuns(watched, actor, live)).rejects.toMatchObject(refused);
});

it('LIST-135 words are searched in an index that begins with the laboratory', async () => {
  const indexes = await opened.db.$queryRaw<{ name: string; first: string }[]>`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid, 1, true) AS first
    FROM pg_index JOIN pg_class c ON c.oid = indexrelid JOIN pg_am a ON a.oid = c.relam
    WHERE indrelid = 'run'::regclass AND a.amname = 'gin' ORDER BY 1`;
  expect(indexes).toEqual(
    ['run_archived_file_words_idx', 'run_archived_words_idx', 'run_live_words_idx'].map((name) => ({
      name,
      first: 'laboratory_id',
    })),
  );
});

describe('LIST-100 no sort and no search reads a whole table of runs', () => {
  it.each(ORDERS)('if live runs are listed by $sort, $sortDirection', async (order) => {
    expect(await readWhole(() => list('', order))).toEqual([]);
    expect(await readWhole(() => list('', order, 'WAIT_FOR_APPROVAL'))).toEqual([]);
  });

  it.each(ORDERS)('if archived runs are listed by $sort, $sortDirection', async (order) => {
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

it('OPS-473 what lots were used for, and the runs of a kit, are known without reading other runs', async () => {
  const { db } = opened;
  const { id: versionId, kitId } = await db.kitVersion.findFirstOrThrow({
    where: { lots: { some: {} }, usedPairs: { some: {} } },
  });
  const sales = { ...actor, permissions: new Set(['READ_LOT_CONFIG_ADMIN'] as const) };
  const ofVersion = { versionId, page: 0, size: 5, search: '', sort: 'name,asc' };
  const plans = await watched.plansOf(() => searchLots({ ...watched, clock: systemClock }, sales, ofVersion));
  const tables = new Set(plans.flatMap((plan) => plan.tables));
  expect(tables).toContain('run_count');
  for (const read of ['run_kit', 'run_kit_lot', 'channel_analysis', 'earlier_well'])
    expect(tables).not.toContain(read);
  // A run is read by its id where a control has failed.
  expect(plans.flatMap((plan) => plan.readWhole).filter((table) => GROWING.test(table))).toEqual([]);
  const [lot] = (await searchLots({ ...watched, clock: systemClock }, sales, ofVersion)).content;
  expect(lot?.use?.runs).toBe(
    await db.run.count({ where: { kits: { some: { lots: { some: { lotId: lot?.id ?? '' } } } } } }),
  );

  const { reactionBufferId } = await db.kitReactionBuffer.findFirstOrThrow({ where: { kitId } });
  const ofKit = await watched.plansOf(() => kitRuns(watched, actor, { kitId, reactionBufferId }));
  expect(ofKit.flatMap((plan) => plan.readWhole).filter((table) => GROWING.test(table))).toEqual([]);
});

it('LIST-151 the runs of a kit and buffer are read along an index, without those of other buffers', async () => {
  const { db } = opened;
  const { kitId, reactionBufferId } = await db.kitReactionBuffer.findFirstOrThrow({
    where: { kit: { versions: { some: { usedPairs: { some: {} } } } } },
  });
  const plans = await watched.plansOf(() => kitRuns(watched, actor, { kitId, reactionBufferId }));
  const ofUses = plans.filter(({ tables }) => tables.includes('run_use'));
  expect(ofUses).toHaveLength(1);
  for (const { tables, indexesAlone } of ofUses)
    expect(indexesAlone.filter((name) => name === 'run_use_by_buffer_idx')).toHaveLength(
      tables.filter((table) => table === 'run_use').length,
    );
});

it('LOT-130 the dashboard finds expiring lots by their counts, without the runs', async () => {
  const plans = await watched.plansOf(() =>
    readDashboard(
      { ...watched, clock: systemClock, backgroundProgress: () => Promise.resolve(null), log: console },
      actor,
      { today: new Date().toISOString() },
    ),
  );
  const [ofLots, ...others] = plans.filter(({ query }) => query.includes('lot.expiration_date BETWEEN'));
  expect(others).toEqual([]);
  expect(ofLots?.tables).toContain('run_count');
  expect(ofLots?.tables).not.toContain('run_use');
});

it('KIT-180 the list of kits reads the counts of their versions, and not those of all lots', async () => {
  await watched.run(`
    INSERT INTO run_count (laboratory_id, subject_id, runs)
      SELECT (SELECT id FROM laboratory LIMIT 1), gen_random_uuid(), 1 FROM generate_series(1, 20000)`);
  await watched.vacuum('run_count');
  const plans = await watched.plansOf(() => kitCatalogue(watched, actor));
  expect(plans.flatMap((plan) => plan.tables)).toContain('run_count');
  expect(plans.flatMap((plan) => plan.readWhole).filter((table) => /^run/.test(table))).toEqual([]);
});
