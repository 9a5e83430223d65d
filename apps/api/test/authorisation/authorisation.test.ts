import { ALL_CALLS, type Call } from '@curvewell/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../create-test-app.ts';
import { interpretedRun } from '../run-factory.ts';
import { expectNone, responseTo, wrongOf, type Answer } from './check-cells.ts';
import { badTokens } from './bad-tokens.ts';
import { FOREIGN_IDS } from './foreign-ids.ts';
import { addPeople, HOLDERS, PERSONAS, type Person } from './people.ts';
import { type Ids, requestOf, type Verdict } from './requests.ts';
import { isGrantedTo, ROWS, STATE_ROWS, STATES, type Thing, type Who, withoutNames } from './tables.ts';
import { addRuns, addObjects, CANARY } from './things.ts';

/**
 * Checks every cell of who-may-call.txt and by-state.txt against the running API. Each test's name gives the
 * number of cells.
 */

let test: TestApp;
let own: { laboratoryId: string; analyserId: string; importReport: object };
/** Ids for every request. */
let known: Ids;
/** Ids of an interpreted run. */
let interpreted: Ids;
let foreign: typeof own;
/** Ids of objects in the other laboratory, and ids that do not exist. */
let foreignIds: Ids;
const headers = new Map<string, { readonly authorization: string }>();
const userIds = new Map<string, string>();

const callAt = new Map<string, Call>(
  ALL_CALLS.map(({ call }) => [withoutNames(`${call.method} ${call.path}`), call]),
);
const called = (address: string): Call => {
  const call = callAt.get(address);
  if (call === undefined) throw new Error(`no call serves ${address}`);
  return call;
};

beforeAll(async () => {
  // Caches users and permissions as the product does; no test changes them.
  test = await createTestApp({
    actorCacheMs: 600_000,
    environment: { RUN_FILE_DOWNLOAD: 'true' },
  });
  const laboratories = await test.db.laboratory.findMany({ orderBy: { name: 'asc' } });
  const [north, south] = [laboratories[0]?.id ?? '', laboratories[1]?.id ?? ''];
  await addPeople(test.db, north);
  for (const { login } of [...HOLDERS, ...PERSONAS]) headers.set(login, await test.signIn(login));
  for (const { id, login } of await test.db.appUser.findMany()) userIds.set(login, id);
  // Interpretations create control readings.
  const run = await interpretedRun(test, { seed: 71 });
  await interpretedRun(test, { seed: 72, login: 'tech.south' });
  const { analyserId, importReport } = await test.db.run.findUniqueOrThrow({ where: { id: run.id } });
  own = { laboratoryId: north, analyserId, importReport: importReport as object };
  foreign = { ...own, laboratoryId: south };
  const kit = await test.db.kit.findFirstOrThrow();
  known = { analyser: analyserId, kit: kit.id };
  const well = await test.db.well.findFirstOrThrow({
    where: { runId: run.id, result: { not: null } },
  });
  interpreted = { runId: run.id, wellId: well.id, well: well.id };
  foreignIds = await otherLaboratoryIds();
  // Marks requested deliveries as failed, so that nothing waits for a file server.
  await test.db.$executeRaw`
    CREATE FUNCTION fail_delivery() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.state := 'NOT_SENT'; NEW.tries := 1; RETURN NEW; END $$`;
  await test.db.$executeRaw`
    CREATE TRIGGER fail_delivery BEFORE INSERT OR UPDATE ON delivery FOR EACH ROW EXECUTE FUNCTION fail_delivery()`;
});
afterAll(() => test.close());

async function otherLaboratoryIds(): Promise<Ids> {
  const authorId = userIds.get('tech.south') ?? '';
  const ids: Record<string, string> = {};
  for (const thing of [
    'connection',
    'reading',
    'dye',
    'template',
    'laboratory',
    'user',
    'archived',
    'run',
  ] as const) {
    const [made] = await addObjects({ db: test.db, ...foreign, thing, name: CANARY, authorIds: [authorId] });
    Object.assign(ids, thing === 'archived' ? { archivedId: made?.['runId'] } : made);
  }
  return ids;
}

const ask = (person: Person | null, request: ReturnType<typeof requestOf>): Promise<Answer> =>
  responseTo(test.app, {
    ...request,
    headers: { ...request.headers, ...(person && headers.get(person.login)) },
  });

it('AUTH-130 the table has every call, and no others', () => {
  expect(ROWS.map(({ address }) => address).toSorted()).toEqual([...callAt.keys()].toSorted());
});

const functionCells = ROWS.flatMap((row) => HOLDERS.map((person) => ({ row, person })));
it(`AUTH-131 each call is open to the holders of each permission as in the table, and to no others (${functionCells.length} cells)`, async () => {
  const wrong = await wrongOf(functionCells, async ({ row, person }) => {
    const isOpen = isGrantedTo(row.who, person.held);
    const request = requestOf({ call: called(row.address), address: row.address, isUnsound: true });
    const { verdict, body } = await ask(person, request);
    const isRight = isOpen ? ['reached', 'not-found', 'illegal'].includes(verdict) : verdict === 'forbidden';
    return isRight ? null : `${row.address} ${person.login}: ${verdict} ${body}`;
  });
  expectNone(wrong);
});

/** An error about the state or a missing part shows that the caller was authorised. */
function letThrough({ verdict, body }: Answer): Verdict {
  const isRunThere = verdict === 'not-found' && !body.includes('"This run does not exist."');
  return verdict === 'illegal' || isRunThere ? 'reached' : verdict;
}
const OF_RUNS: readonly (Thing | null)[] = ['run', 'archived'];
const KINDS = ['own', 'other', 'absent'] as const;
const objectRows = ROWS.filter(({ thing }) => thing !== null);
const objectCells = objectRows.flatMap((row) => PERSONAS.map((person) => ({ row, person })));
it(`AUTH-132 objects are found in the user’s own laboratory only; those of others are answered like missing ones (${objectCells.length * KINDS.length} cells)`, async () => {
  const check = async (row: (typeof objectRows)[number]): Promise<string | null> => {
    const { address, thing, everywhere } = row;
    if (thing === null) return null;
    const call = called(address);
    const found: string[] = [];
    const authorIds = PERSONAS.map(({ login }) => userIds.get(login) ?? '');
    const make = { db: test.db, ...own, thing, name: address };
    const pool = await addObjects({ ...make, authorIds });
    const makeOther = { ...make, ...foreign, name: CANARY };
    for (const [index, person] of PERSONAS.entries()) {
      const isOpen = isGrantedTo(row.who, person.held);
      // Users who can reach it may delete it.
      const seesAll = everywhere !== null && person.held.has(everywhere);
      const refusal = isOpen
        ? row.inLaboratory && !person.hasLaboratory
          ? 'laboratory-required'
          : null
        : 'forbidden';
      // There is only one, and an earlier user may have deleted it.
      const mine = thing === 'connection' ? (await addObjects({ ...make, authorIds: [''] }))[0] : pool[index];
      // The kinds that are runs need one of their own, too.
      const shared = thing === 'archived' ? { runId: foreignIds['archivedId'] ?? '' } : foreignIds;
      const other = seesAll ? (await addObjects({ ...makeOther, authorIds: [''] }))[0] : shared;
      const isMember = person.hasLaboratory || seesAll;
      const expected = {
        own: refusal ?? (isMember ? 'reached' : 'not-found'),
        other: refusal ?? (seesAll ? 'reached' : 'not-found'),
        absent: refusal ?? 'not-found',
      };
      const answers = {
        own: await ask(person, requestOf({ call, address, ids: { ...known, ...mine } })),
        other: await ask(person, requestOf({ call, address, ids: { ...known, ...other } })),
        absent: await ask(person, requestOf({ call, address, ids: known })),
      };
      for (const kind of KINDS) {
        const { verdict, body } = answers[kind];
        const isOfRun = OF_RUNS.includes(thing);
        const plain = isOfRun ? letThrough(answers[kind]) : verdict;
        if (plain !== expected[kind]) found.push(`${address} ${person.login} ${kind}: ${verdict} ${body}`);
      }
      if (!seesAll && answers.other.body !== answers.absent.body)
        found.push(`${address} ${person.login}: ${answers.other.body} is not ${answers.absent.body}`);
    }
    return found.length === 0 ? null : found.join('\n');
  };
  // A user may have one running and one waiting export.
  const lanes = Map.groupBy(objectRows, ({ address }) =>
    /\/export(\/|$)/.test(address) ? 'exports' : address,
  );
  const wrong = await wrongOf([...lanes.values()], async (rows) => {
    const found: string[] = [];
    for (const row of rows) found.push((await check(row)) ?? '');
    return found.join('\n').trim() || null;
  });
  expectNone(wrong);
});

const NOBODY: Who = { kind: 'no', rights: [] };
const stateCells = STATE_ROWS.flatMap(({ address, byState }) =>
  STATES.flatMap((state, place) =>
    PERSONAS.map((person) => ({ address, state, person, who: byState[place] ?? NOBODY })),
  ),
);
it(`AUTH-133 permissions on a run depend on its state as in the table (${stateCells.length} cells)`, async () => {
  await addObjects({ db: test.db, ...own, thing: 'connection', authorIds: [''] });
  const wanted = stateCells.map(({ state, person }) => ({
    state,
    authorId: userIds.get(person.login) ?? '',
  }));
  const runs = await addRuns({ db: test.db, ...own }, wanted);
  const cells = stateCells.map((cell, index) => ({ ...cell, ids: { ...known, ...runs[index] } }));
  const check = async ({ address, state, person, who, ids }: (typeof cells)[number]) => {
    const row = ROWS.find((one) => one.address === address);
    const mayAsk = row !== undefined && isGrantedTo(row.who, person.held);
    const { verdict, body } = await ask(person, requestOf({ call: called(address), address, ids }));
    const reached = verdict === 'not-found' ? letThrough({ verdict, body }) : verdict;
    const isRight = reached === expectedInState({ mayAsk, person, who });
    return isRight ? null : `${address} ${state} ${person.login}: ${verdict} ${body}`;
  };
  // A user may have one upload at a time.
  const [uploads = [], others = []] = [true, false].map((isUpload) =>
    cells.filter(({ address }) => (called(address).files !== null) === isUpload),
  );
  const wrong = [...(await wrongOf(uploads, check, 1)), ...(await wrongOf(others, check))];
  expectNone(wrong);
});

function expectedInState({ mayAsk, person, who }: { mayAsk: boolean; person: Person; who: Who }): Verdict {
  if (!mayAsk) return 'forbidden';
  if (!person.hasLaboratory) return 'laboratory-required';
  if (who.kind === 'no') return 'illegal';
  return isGrantedTo(who, person.held) ? 'reached' : 'forbidden';
}

interface List {
  readonly url: string;
  readonly payload?: object;
  /** What the list contains, and the expected count. */
  readonly counted: (answer: never) => number;
  readonly there: () => Promise<number>;
}

/** Every list of objects that belong to laboratories. */
function lists(): List[] {
  const { db } = test;
  const { laboratoryId } = own;
  const total = ({ totalElements }: { totalElements: number }) => totalElements;
  const live = { laboratoryId, archivedAt: null };
  return [
    {
      url: '/run?size=100',
      counted: ({ numberOfObjects }: { numberOfObjects: number }) => numberOfObjects,
      there: () => db.run.count({ where: live }),
    },
    {
      url: `/run?search=${CANARY}`,
      counted: ({ numberOfObjects }: { numberOfObjects: number }) => numberOfObjects,
      there: () => Promise.resolve(0),
    },
    {
      url: '/archive/runs/search',
      payload: { size: 100 },
      counted: ({ count }: { count: number }) => count,
      there: () => db.run.count({ where: { laboratoryId, archivedAt: { not: null } } }),
    },
    {
      url: '/archive/runs/search',
      payload: { searchCriteria: [{ field: 'fileName', operator: 'CONTAINS', value: CANARY }] },
      counted: ({ count }: { count: number }) => count,
      there: () => Promise.resolve(0),
    },
    {
      url: '/template-well',
      counted: ({ length }: { length: number }) => length,
      there: () => db.template.count({ where: { laboratoryId } }),
    },
    {
      url: '/deliveries',
      counted: total,
      there: () => db.delivery.count({ where: { laboratoryId } }),
    },
    {
      url: `/user/laboratory/${laboratoryId}`,
      counted: total,
      there: () => db.appUser.count({ where: { laboratoryId, deletedAt: null } }),
    },
    {
      url: '/controls',
      counted: ({ length }: { length: number }) => length,
      there: async () =>
        (
          await db.controlSeries.findMany({
            where: { laboratoryId },
            distinct: ['kitId', 'reactionBufferId'],
          })
        ).length,
    },
  ];
}

const LISTS = 8;
const members = PERSONAS.filter(({ hasLaboratory }) => hasLaboratory);
it(`AUTH-134 lists, searches and counts cover the user’s own laboratory only (${LISTS * members.length * 2} cells)`, async () => {
  const all = lists();
  expect(all).toHaveLength(LISTS);
  const wrong: string[] = [];
  for (const { url, payload, counted, there } of all) {
    const right = await there();
    for (const { login } of members) {
      const answer = await test.app.inject({
        method: payload ? 'POST' : 'GET',
        url: `/api${url}`,
        headers: headers.get(login) ?? {},
        ...(payload && { payload }),
      });
      if (answer.statusCode === 403) continue;
      const count = counted(answer.json<never>());
      if (count !== right) wrong.push(`${url} ${login}: counts ${count}, there are ${right}`);
      const leaked = [CANARY, foreign.laboratoryId, ...Object.values(foreignIds)].filter((one) =>
        answer.body.includes(one),
      );
      if (leaked.length > 0) wrong.push(`${url} ${login}: names ${leaked.join(', ')}`);
    }
  }
  expectNone(wrong);
});

const FIELDS = ['status', 'approvedBy', 'laboratory', 'createdByName', 'id', 'ownerId'] as const;
/** Fields that a call accepts. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  'PATCH /run/{}/interpreted-wells': ['id'],
  'POST /kit': ['status'],
  'PUT /kit/{}': ['status'],
  'PUT /diagnostics/kit': ['id'],
  'POST /what-if': ['status'],
};
const takesBody = ({ method, files, body }: Call) =>
  method !== 'GET' && (files !== null || !body.safeParse(undefined).success);
/** Accept whole objects, and ignore fields that may not change. */
const TAKES_WHOLE = ['PUT /run/{}', 'PATCH /run/{}/interpreted-wells'];
const writes = ROWS.filter(
  ({ address }) => !TAKES_WHOLE.includes(address) && callAt.has(address) && takesBody(called(address)),
);
const assignments = writes.flatMap(({ address }) =>
  FIELDS.filter((field) => !TAKEN[address]?.includes(field)).map((field) => ({ address, field })),
);
it(`AUTH-135 no request can set fields that the server sets (${assignments.length} cells)`, async () => {
  const authorIds = assignments.map(() => userIds.get('p.super') ?? '');
  const runs = await addObjects({ db: test.db, ...own, thing: 'run', authorIds });
  const cells = assignments.map((cell, index) => ({ ...cell, ids: runs[index] ?? {} }));
  const wrong = await wrongOf(
    cells,
    async ({ address, field, ids }) => {
      const super_ = PERSONAS.find(({ login }) => login === 'p.super') ?? null;
      const request = requestOf({ call: called(address), address, ids, extra: { [field]: 'APPROVED' } });
      const { verdict, body } = await ask(super_, request);
      return body.includes('Unrecognized key') && body.includes(field)
        ? null
        : `${address} ${field}: ${verdict} ${body}`;
      // A user may have one upload at a time.
    },
    1,
  );
  expectNone(wrong);
});

const wholes = TAKES_WHOLE.flatMap((address) => FIELDS.map((field) => ({ address, field })));
it(`AUTH-135 the fields of a run other than its plate change nothing when they are sent back (${wholes.length} cells)`, async () => {
  const { runId = '' } = interpreted;
  const authorIds = [userIds.get('p.super') ?? ''];
  const [imported] = await addObjects({ db: test.db, ...own, thing: 'run', authorIds });
  const ids = { 'PUT /run/{}': { ...imported }, 'PATCH /run/{}/interpreted-wells': interpreted };
  const rows = () =>
    test.db.run.findMany({
      where: { id: { in: [runId, imported?.['runId'] ?? ''] } },
      select: {
        status: true,
        laboratoryId: true,
        createdById: true,
        createdByName: true,
        decidedByName: true,
      },
      orderBy: { businessId: 'asc' },
    });
  const before = await rows();
  for (const { address, field } of wholes) {
    const of = ids[address as keyof typeof ids];
    const request = requestOf({ call: called(address), address, ids: of, extra: { [field]: 'APPROVED' } });
    const answer = await test.app.inject({ ...request, headers: headers.get('p.super') ?? {} });
    expect([200, 400, 409], answer.body).toContain(answer.statusCode);
  }
  expect(await rows()).toEqual(before);
});

it(`AUTH-136 requests with ids of another laboratory in a body or query are refused completely (${FOREIGN_IDS.length} cells)`, async () => {
  const authorIds = FOREIGN_IDS.map(() => userIds.get('p.super') ?? '');
  const runs = await addObjects({ db: test.db, ...own, thing: 'run', authorIds });
  const super_ = { login: 'p.super' } as Person;
  const before = await touched();
  const wrong = await wrongOf([...FOREIGN_IDS.entries()], async ([index, { address, ids, query, body }]) => {
    const mine = runs[index] ?? {};
    const there = { mine, foreign: foreignIds, own };
    const request = requestOf({ call: called(address), address, ids: { ...mine, ...ids(there) } });
    const sent = { ...request, ...(body && { payload: body(there) }) };
    if (query) sent.url = `${request.url.split('?')[0] ?? ''}?${query(there)}`;
    const { verdict, body: responseBody } = await ask(super_, sent);
    return verdict === 'not-found' ? null : `${address} (${index}): ${verdict} ${responseBody}`;
  });
  expectNone(wrong);
  expect(await touched()).toEqual(before);
});

/** The effects that a forbidden call would have had. */
async function touched() {
  const { laboratoryId } = foreign;
  const [comments, entries, seen, users] = await Promise.all([
    test.db.comment.count(),
    test.db.auditEvent.count({ where: { action: { not: 'access.refused' } } }),
    test.db.seenWell.count(),
    test.db.appUser.findMany({ where: { laboratoryId }, orderBy: { login: 'asc' } }),
  ]);
  return { comments, entries, seen, users };
}

const TOKENS = 9;
it(`AUTH-137 no call accepts an invalid token (${ROWS.length * TOKENS} cells)`, async () => {
  const tokens = Object.entries(await badTokens(test.db, test.issuer));
  expect(tokens).toHaveLength(TOKENS);
  const cells = ROWS.flatMap(({ address }) => tokens.map(([name, token]) => ({ address, name, token })));
  const wrong = await wrongOf(cells, async ({ address, name, token }) => {
    const request = requestOf({ call: called(address), address, isUnsound: true });
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
    const { verdict, body } = await ask(null, { ...request, headers: authorization });
    const isPlain = /"code":"unauthenticated","message":"(Sign in first|The sign-in has expired)\."/.test(
      body,
    );
    return verdict === 'unauthenticated' && isPlain ? null : `${address} ${name}: ${verdict} ${body}`;
  });
  expectNone(wrong);
});

it('AUTH-138 exactly these addresses need no sign-in', () => {
  expect(test.app.openAddresses.toSorted()).toEqual(['/api/*', '/api/docs', '/api/openapi.json']);
});
