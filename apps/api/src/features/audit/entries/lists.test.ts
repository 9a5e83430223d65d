import { auditCalls, type RunHistory, runHistorySchema, runTrailStateSchema } from '@curvewell/contracts';
import { type AuditRow, auditExportSchema, type Run } from '@curvewell/domain';
import { linkFault } from '@curvewell/domain/record';
import papaparse from 'papaparse';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { openWatched } from '../../../../test/query-plans.ts';
import { decide, interpretedRun, submit } from '../../../../test/run-factory.ts';
import { listEntries } from './list-entries.ts';

let test: TestApp;
let run: Run;
let north = '';
let south = '';
beforeAll(async () => {
  test = await createTestApp();
  const laboratories = await test.db.laboratory.findMany({ orderBy: { name: 'asc' } });
  [north = '', south = ''] = laboratories.map(({ id }) => id);
  run = await interpretedRun(test, { seed: 1 });
  await call('physician', 'POST', `/run/${run.id}/comment`, { value: 'Second box of 26B0431.' });
  await call('tech', 'PUT', `/run/${run.id}/status?status=APPROVED`);
  await submit(test, run.id);
  await call('physician', 'POST', `/run/${run.id}/comment`, { value: 'Looked at.' });
  await decide(test, run.id, { status: 'REJECTED' });
  await call('tech.south', 'GET', `/run/${run.id}`);
});
afterAll(() => test.close());
const call: TestApp['call'] = (...request) => test.call(...request);

async function list(filter: Readonly<Record<string, string>> = {}, login = 'quality') {
  const query = new URLSearchParams({ size: '100', laboratoryId: north, ...filter }).toString();
  const answer = await call(login, 'GET', `/audit?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return auditCalls.list.answer.parse(answer.json());
}

it('TRUST-658 the entry about a refused request does not name what belongs to another laboratory', async () => {
  await test.db.appUser.create({
    data: {
      login: 'quality.south',
      firstname: 'Signe',
      lastname: 'South',
      email: 'quality.south@example.org',
      laboratoryId: south,
      qaAdmin: true,
    },
  });
  const { id: person } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  const { id: template } = await test.db.template.create({
    data: { name: 'Northern', laboratoryId: north, plateType: 'RECTANGULAR_96' },
  });
  const { id: own } = await test.db.template.create({
    data: { name: 'Own plate', laboratoryId: south, plateType: 'RECTANGULAR_96' },
  });
  for (const [method, address] of [
    ['GET', `/run/${run.id}`],
    ['PUT', `/kit/${run.id}/share`],
    ['DELETE', `/template-well/${template}`],
    ['PUT', `/kit/${person}/share`],
    ['PUT', `/kit/${north}/share`],
    ['PUT', `/kit/${own}/share`],
  ] as const)
    expect([403, 404]).toContain((await call('quality.south', method, address)).statusCode);
  const refused = async () => {
    const { rows } = await list({ laboratoryId: south, what: 'denied' }, 'quality.south');
    return rows.filter(({ entry }) => entry.actor.name === 'Signe South');
  };
  await expect.poll(refused).toHaveLength(6);
  const rows = await refused();
  expect(rows.map(({ entry }) => entry.entityId).toSorted()).toEqual(
    [run.id, run.id, template, person, north, own].toSorted(),
  );
  for (const { entry, about, run: shown } of rows) {
    expect(shown).toBeNull();
    if (entry.entityId === own) expect(about).toBe('Own plate');
    else expect(about).toMatch(/^(GET|PUT|DELETE) \//);
  }
});

const actions = (rows: readonly AuditRow[]) => rows.map(({ entry }) => entry.action);

describe('the audit page', () => {
  it('API-211 AUDIT-01 lists the entries of the user’s own laboratory, newest first, without the view log', async () => {
    const { rows, count } = await list();
    expect(count).toBe(rows.length);
    expect(rows.every(({ laboratory }) => laboratory === 'Demo laboratory North')).toBe(true);
    const numbers = rows.map(({ entry }) => entry.number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    const rejected = rows.find(({ entry }) => entry.action === 'run.reject');
    expect(rejected).toMatchObject({
      about: `Run ${run.businessId}`,
      run: { id: run.id, isArchived: false },
    });
    expect(rejected?.entry.actor).toMatchObject({ name: 'Ingrid Lindqvist', role: 'Physician' });
    const pages = await Promise.all(['0', '1', '2'].map((page) => list({ page, size: '3' })));
    expect(pages.flatMap((page) => page.rows)).toEqual(rows.slice(0, 9));
  });

  it.each<[string, Record<string, string>, readonly string[]]>([
    ['decisions', { what: 'decisions' }, ['run.reject', 'run.submit']],
    ['comments and results', { what: 'results' }, ['run.comment', 'run.comment', 'run.interpret']],
    ['what was refused', { what: 'denied' }, ['access.refused']],
    ['words of a comment', { text: 'BOX OF 26b' }, ['run.comment']],
    ['a reason', { text: 'Controls failed' }, ['run.reject']],
    ['a sign that LIKE takes otherwise', { text: '26B%31' }, []],
  ])('AUDIT-02 is filtered by %s', async (_, filter, expected) => {
    expect(actions((await list(filter)).rows)).toEqual(expected);
  });

  it('AUDIT-42 a refused call says in words what was tried, and no other entry does', async () => {
    const { rows } = await list();
    expect(rows.flatMap(({ entry, attempt }) => (attempt === null ? [] : [[entry.action, attempt]]))).toEqual(
      [
        [
          'access.refused',
          'approve a run that waits for approval, after its check, or reject it with a reason',
        ],
      ],
    );
  });

  it('AUDIT-22 refuses fewer than three letters with a sentence, and finds a run by a shorter number', async () => {
    for (const url of ['/audit?text=ho', '/audit/export?format=csv&text=%C3%A5%C3%B6']) {
      const answer = await call('quality', 'GET', url);
      expect(answer.statusCode).toBe(400);
      expect(answer.json<{ message: string }>().message).toContain(
        'Enter at least 3 letters, or the number of a run.',
      );
    }
    expect(String(run.businessId).length).toBeLessThan(3);
    const { rows } = await list({ text: String(run.businessId) });
    expect(new Set(rows.map(({ entry }) => entry.entityId))).toEqual(new Set([run.id]));
  });

  it('AUDIT-23 finds a text only in the words and names of the user’s own laboratory', async () => {
    const byName = await list({ text: 'Lindqvist' });
    expect(byName.rows.length).toBeGreaterThan(0);
    expect(byName.rows.every(({ laboratory }) => laboratory === 'Demo laboratory North')).toBe(true);
    expect((await list({ text: 'Lindqvist', laboratoryId: south })).rows).toEqual([]);
  });

  it('AUDIT-24 pages through the newest thousand entries, and says how to see older ones', async () => {
    const { count } = await list();
    expect(await list({ page: '9', size: '100' })).toEqual({ rows: [], count });
    expect(await list({ text: 'nowhere' })).toEqual({ rows: [], count: 0 });
    for (const list of ['/audit', '/audit/readings']) {
      const answer = await call('quality', 'GET', `${list}?page=10&size=100`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json<{ message: string }>().message).toBe(
        'Pages end after 1,000 entries. Set the end of the period to see older ones.',
      );
    }
  });

  it('AUDIT-02 is filtered by person, time, and the number of a run', async () => {
    const { rows } = await list();
    const person = rows.find(({ entry }) => entry.actor.name === 'Ingrid Lindqvist')?.entry.actor.id ?? '';
    const theirs = await list({ who: person });
    expect(new Set(theirs.rows.map(({ entry }) => entry.actor.name))).toEqual(new Set(['Ingrid Lindqvist']));
    const people = (await call('quality', 'GET', '/audit/people')).json<{ id: string; name: string }[]>();
    expect(people).toContainEqual({ id: person, name: 'Ingrid Lindqvist' });
    const [newest, second] = rows;
    const at = second?.entry.at.replace(/\d{3}Z$/, 'Z') ?? '';
    expect((await list({ to: at })).count).toBeLessThan(rows.length);
    expect((await list({ from: newest?.entry.at ?? '' })).rows[0]?.entry).toEqual(newest?.entry);
    const ofNumber = await list({ text: String(run.businessId) });
    expect(actions(ofNumber.rows)).toContain('run.import');
  });

  it('API-211 API-212 API-213 needs permission to read the trail, and for other laboratories to read all', async () => {
    for (const login of ['tech', 'physician', 'manager'])
      for (const url of ['/audit', '/audit/people', '/audit/export?format=csv'])
        expect((await call(login, 'GET', url)).statusCode).toBe(403);
    const all = (await call('quality', 'GET', '/audit?what=everything')).json<{ count: number }>();
    expect(all.count).toBeGreaterThan((await list({ what: 'everything' })).count);
    // Every role that may read the trail may read all laboratories; a role without that permission reads its own.
    const laboratory = await test.db.laboratory.findUniqueOrThrow({ where: { id: north } });
    const caller = { laboratory, permissions: new Set(['QA_ADMIN'] as const) };
    const own = await listEntries(test, caller, { what: 'everything', page: 0, size: 100 });
    expect(own.count).toBe((await list({ what: 'everything' })).count);
    await expect(listEntries(test, caller, { laboratoryId: south, page: 0, size: 1 })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('an export', () => {
  const exported = async (query: string) => {
    const answer = await call('quality', 'GET', `/audit/export?${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };

  it('API-213 AUDIT-03 as JSON can be verified without the server, contains only the requested entries, and is itself audited', async () => {
    const { body, headers } = await exported(`format=json&what=decisions&laboratoryId=${north}`);
    expect(headers['content-disposition']).toMatch(/audit_\d{8}\.json/);
    const [slice, ...others] = auditExportSchema.parse(JSON.parse(body)).slices;
    const { chain = '', links = [], head } = slice ?? {};
    expect([chain, others]).toEqual([north, []]);
    expect(head?.head).toMatchObject({
      chain: north,
      number: links.at(-1)?.number,
      hash: links.at(-1)?.hash,
    });
    expect(links.map(({ entry }) => entry?.action ?? null)).toEqual(['run.submit', null, 'run.reject']);
    const faultsOf = (of: typeof links) => {
      let place = { number: (of[0]?.number ?? 1) - 1, hash: of[0]?.previousHash ?? '' };
      return of.flatMap((link) => {
        const fault = linkFault(link, place);
        place = link;
        return fault === null ? [] : [fault.kind];
      });
    };
    expect(faultsOf(links)).toEqual([]);
    const changed = links.map((link) =>
      link.entry?.action === 'run.reject'
        ? { ...link, entry: { ...link.entry, details: { ...link.entry.details, reason: 'Another' } } }
        : link,
    );
    expect(faultsOf(changed)).toEqual(['changed']);
    expect(faultsOf(links.toSpliced(1, 1)).length).toBeGreaterThan(0);
    const [entry] = (await list({ what: 'exports' })).rows;
    expect(entry?.entry).toMatchObject({
      action: 'audit.export',
      details: { format: 'json', entries: 2, filter: { what: 'decisions', laboratoryId: north } },
    });
  });

  it('API-213 AUDIT-03 as CSV has a line for each entry, and no formulas', async () => {
    await call('tech', 'POST', `/run/${run.id}/comment`, { value: 'x' });
    const { rows, count } = await list();
    const { body } = await exported(`format=csv&laboratoryId=${north}`);
    const { data } = papaparse.parse<string[]>(body.trim(), { delimiter: ';' });
    expect(data).toHaveLength(count + 1);
    expect(data[1]?.slice(0, 2)).toEqual([String(rows[0]?.entry.number), rows[0]?.entry.at]);
    expect(data[1]?.at(-1)).toBe(rows[0]?.hash);
    expect(body).not.toMatch(/;[=+@]/);
  });
});

describe('the history of a run', () => {
  const history = async (query = '', login = 'tech') =>
    runHistorySchema.parse((await call(login, 'GET', `/run/${run.id}/history${query}`)).json());

  it('API-214 HISTORY-01 lists events newest first, by kind, for every member of its laboratory', async () => {
    const shown: RunHistory = await history();
    expect(shown.counts).toMatchObject({ decisions: 2, comments: 2, results: 1, plate: 1 });
    expect(shown.counts.all).toBe(shown.count);
    expect(actions(shown.rows).slice(0, 3)).toEqual(['run.reject', 'run.comment', 'run.submit']);
    expect(actions(shown.rows).at(-1)).toBe('run.import');
    expect(actions((await history('?kind=decisions', 'physician')).rows)).toEqual([
      'run.reject',
      'run.submit',
    ]);
    expect((await call('tech.south', 'GET', `/run/${run.id}/history`)).statusCode).toBe(404);
  });

  it('API-215 HISTORY-02 says whether it is intact, and names the first faulty entry', async () => {
    const state = async (again: boolean) =>
      runTrailStateSchema.parse(
        (await call('tech', 'GET', `/run/${run.id}/history/state?again=${again}`)).json(),
      );
    const shown = await history();
    expect(await state(true)).toMatchObject({
      fault: null,
      whole: { state: 'intact' },
      since: null,
      unverified: null,
      entries: shown.count,
      lastHash: shown.rows[0]?.hash,
      first: shown.rows.at(-1)?.entry.number,
      last: shown.rows[0]?.entry.number,
    });
    const broken = shown.rows[1]?.entry.number ?? 0;
    const owner = new pg.Client({ connectionString: test.databaseUrl });
    await owner.connect();
    await owner.query('ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only');
    await owner.query(
      `UPDATE audit_event SET actor_name = 'Somebody else' WHERE number = $1 AND laboratory_id = $2`,
      [broken, north],
    );
    // The entries of the run are read each time.
    for (const again of [false, true])
      expect((await state(again)).fault).toMatchObject({ kind: 'changed', number: broken });
    await owner.end();
  });
});

it('AUDIT-04 no filter scans the whole trail when it has many entries', async () => {
  const watched = await openWatched(test.databaseUrl);
  await watched.run(`INSERT INTO audit_event (laboratory_id, number, at, actor_id, actor_name, action, entity, entity_id,
      details, previous_hash, hash)
    SELECT '${south}', 100 + n, timestamptz '2020-01-01Z' + n * interval '1 minute', id, 'Person ' || n % 40,
      (ARRAY['run.update', 'run.comment', 'lot.update', 'run.seen', 'kitVersion.configure'])[1 + n % 5], 'run',
      md5((n % 500)::text)::uuid, jsonb_build_object('to', md5(n::text)), repeat('0', 64), repeat('0', 64)
    FROM generate_series(1, 20000) n JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM app_user) u
      ON u.place = 1 + n % (SELECT count(*) FROM app_user)`);
  await watched.vacuum('audit_event');
  const { id: who } = await test.db.appUser.findFirstOrThrow({ where: { login: 'super' } });
  const caller = { laboratory: null, permissions: new Set(['READ_ALL_LABORATORY'] as const) };
  const days = { from: '2020-01-05T00:00:00Z', to: '2020-01-08T00:00:00Z' };
  for (const where of [{ laboratoryId: south }, {}])
    for (const filter of [
      days,
      { who },
      { what: 'lots' as const, ...days },
      { text: 'zq81' },
      { text: '17', ...days },
      // A person is called so: the words, or what it is about.
      { text: 'lindqvist' },
    ]) {
      const plans = await watched.plansOf(() =>
        listEntries(watched, caller, { ...where, ...filter, page: 0, size: 15 }),
      );
      const whole = plans.flatMap(({ readWhole }) => readWhole).filter((table) => table === 'audit_event');
      expect(whole, JSON.stringify({ ...where, ...filter })).toEqual([]);
    }
  await watched.close();
});
