import { afterAll, beforeAll, expect, it } from 'vitest';

import { systemClock } from '../src/clock.ts';
import { listLaboratories } from '../src/features/laboratories/read-laboratories.ts';
import { listUsers } from '../src/features/users/read-users.ts';
import { outsideAccounts } from '../src/features/users/index.ts';
import type { Caller } from '../src/actor.ts';
import { openPlans, type Watched } from './query-plans.ts';

let opened: Awaited<ReturnType<typeof openPlans>>;
let watched: Watched;
let actor: Caller;
let laboratoryId = '';

beforeAll(async () => {
  opened = await openPlans('super', ['SUPER_ADMIN']);
  ({ watched, actor } = opened);
  laboratoryId = opened.actor.laboratory.id;
  await watched.run(`INSERT INTO laboratory (id, name)
    SELECT gen_random_uuid(), md5(n::text) FROM generate_series(1, 4000) n`);
  await watched.run(`INSERT INTO app_user (id, login, firstname, lastname, email, laboratory_id)
    SELECT gen_random_uuid(), md5(l.id::text || n), md5(n::text), md5((n * 7)::text), md5(l.id::text || n) || '@x', l.id
    FROM (SELECT id FROM laboratory ORDER BY id LIMIT 800) l, generate_series(1, 25) n`);
  await watched.vacuum('laboratory, app_user');
});
afterAll(() => opened.close());

/** A total count needs a scan. */
const COUNTS_ALL = /count\(\*\)::int AS (laboratories|count FROM laboratory\s*$)/;

/** The tables that the pages scan. */
async function readWhole(work: () => Promise<unknown>): Promise<string[]> {
  const pages = (await watched.plansOf(work)).filter(({ query }) => !COUNTS_ALL.test(query));
  expect(pages.length).toBeGreaterThan(1);
  return pages.filter((page) => page.readWhole.length > 0).map(({ query }) => query);
}

it.each(['', 'abcd', 'demo'])(
  'LAB-10 a page of laboratories that contain “%s” scans no table',
  async (search) => {
    for (const sort of ['name,asc', 'name,desc'])
      expect(await readWhole(() => listLaboratories(watched, { page: 0, size: 14, search, sort }))).toEqual(
        [],
      );
  },
);

it.each(['', 'abcd', 'tara holm'])(
  'LAB-10 a page of users that contain “%s” scans no table',
  async (search) => {
    for (const sort of ['login,asc', 'lastname,desc', 'firstname,asc'])
      expect(
        await readWhole(() =>
          listUsers({ db: watched.db, identityAdmin: outsideAccounts, clock: systemClock }, actor, {
            laboratoryId,
            page: 0,
            size: 11,
            search,
            show: 'to-look-at',
            sort,
          }),
        ),
      ).toEqual([]);
  },
);
