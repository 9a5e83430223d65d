import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createActor } from '../src/features/identity/index.ts';
import { listLaboratories } from '../src/features/laboratories/read-laboratories.ts';
import { listUsers } from '../src/features/users/read-users.ts';
import { outsideAccounts } from '../src/features/users/index.ts';
import { PrismaClient } from '../src/generated/prisma/client.ts';
import type { Caller } from '../src/http/access.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
let plain: pg.Client;
let sent: { readonly query: string; readonly params: string }[] = [];
const open = (url: string) =>
  new PrismaClient({
    adapter: new PrismaPg({ connectionString: url }),
    log: [{ emit: 'event', level: 'query' }],
  });
let watched: ReturnType<typeof open>;
let actor: Caller;
let laboratoryId = '';

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, url } = database;
  const user = await db.appUser.findUniqueOrThrow({
    where: { login: 'super' },
    include: { laboratory: true },
  });
  actor = { ...createActor(user, ['SUPER_ADMIN']), requestId: 'plans' };
  laboratoryId = user.laboratoryId ?? '';
  plain = new pg.Client({ connectionString: url });
  await plain.connect();
  await plain.query(`INSERT INTO laboratory (id, name)
    SELECT gen_random_uuid(), md5(n::text) FROM generate_series(1, 4000) n`);
  await plain.query(`INSERT INTO app_user (id, login, firstname, lastname, email, laboratory_id)
    SELECT gen_random_uuid(), md5(l.id::text || n), md5(n::text), md5((n * 7)::text), md5(l.id::text || n) || '@x', l.id
    FROM (SELECT id FROM laboratory ORDER BY id LIMIT 800) l, generate_series(1, 25) n`);
  await plain.query('VACUUM (ANALYZE) laboratory, app_user');
  watched = open(url);
  watched.$on('query', (event) => sent.push(event));
});
afterAll(async () => {
  await watched.$disconnect();
  await plain.end();
  await database.drop();
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly Plans?: readonly PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The pages that are read, but for how many there are in all, which has to look at all. */
async function readWhole(work: () => Promise<unknown>): Promise<string[]> {
  sent = [];
  await work();
  const pages = sent.filter(
    ({ query }) => !/count\(\*\)::int AS (laboratories|count FROM laboratory\s*$)/.test(query),
  );
  expect(pages.length).toBeGreaterThan(1);
  const whole = [];
  for (const { query, params } of pages) {
    const { rows } = await plain.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (FORMAT JSON) ${query}`,
      JSON.parse(params) as unknown[],
    );
    const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
    if (nodes.some((node) => node['Node Type'].endsWith('Seq Scan'))) whole.push(query);
  }
  return whole;
}

it.each(['', 'abcd', 'demo'])(
  'LAB-10 a page of laboratories that hold “%s” reads no table whole',
  async (search) => {
    for (const sort of ['name,asc', 'name,desc'])
      expect(
        await readWhole(() => listLaboratories({ db: watched }, { page: 0, size: 14, search, sort })),
      ).toEqual([]);
  },
);

it.each(['', 'abcd', 'tara holm'])(
  'LAB-10 a page of users that hold “%s” reads no table whole',
  async (search) => {
    for (const sort of ['login,asc', 'lastname,desc', 'firstname,asc'])
      expect(
        await readWhole(() =>
          listUsers({ db: watched, identityAdmin: outsideAccounts }, actor, {
            ...{ laboratoryId, page: 0, size: 11, search, sort },
          }),
        ),
      ).toEqual([]);
  },
);
