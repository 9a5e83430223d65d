import { laboratoryCalls, type Method } from '@curvewell/contracts';
import type { Laboratory } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { addManyRuns } from '../../../test/many-runs.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
let test: TestApp;
let north = '';
let south = '';
beforeAll(async () => {
  test = await createTestApp();
  north = await idOf('Demo laboratory North');
  south = await idOf('Demo laboratory South');
});
afterAll(() => test.close());

const idOf = async (name: string) => (await test.db.laboratory.findFirstOrThrow({ where: { name } })).id;
const send = (login: string, method: Method, path: string, body?: object) =>
  test.call(login, method, path, body);
const read = async (login: string, id: string) =>
  laboratoryCalls.get.answer.parse((await send(login, 'GET', `/laboratory/${id}`)).json());

async function make(...names: string[]): Promise<Laboratory[]> {
  const answer = await send(
    'sales',
    'POST',
    '/laboratory',
    names.map((name) => ({ name })),
  );
  expect(answer.statusCode, answer.body).toBe(200);
  return laboratoryCalls.create.answer.parse(answer.json());
}
async function makeOne(name: string): Promise<Laboratory> {
  const [made] = await make(name);
  if (made === undefined) throw new Error('one was made');
  return made;
}
const changeOf = ({ name, active, submitterMayApprove, rules, revision }: Laboratory) => ({
  name,
  active,
  submitterMayApprove,
  rules,
  revision,
});
const entriesOf = (entityId: string) =>
  test.db.auditEvent.findMany({ where: { entity: 'laboratory', entityId }, orderBy: { id: 'asc' } });

describe('reading laboratories', () => {
  const page = async (query: string) =>
    laboratoryCalls.list.answer.parse((await send('sales', 'GET', `/laboratory?${query}`)).json());

  it('LAB-02 CONST-28 are sorted by name by default, ascending, ignoring case', async () => {
    await make('zeta', 'Alpha', 'beta', 'Östra', ...Array.from({ length: 12 }, (_, n) => `Filler ${n + 10}`));
    const names = (await page('size=100')).content.map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['Alpha', 'beta', 'Demo laboratory North']);
    expect(names.slice(-2)).toEqual(['zeta', 'Östra']);
  });

  it('LAB-03 CONST-26 are paged by 14', async () => {
    const { size, content, totalElements } = await page('');
    expect(totalElements).toBeGreaterThan(14);
    expect([size, content.length]).toEqual([14, 14]);
  });

  it('API-71 are paged, sorted in both directions, and counted', async () => {
    const first = await page('');
    const all = (await page('size=100')).content;
    expect((await page('page=1')).content.map(({ name }) => name)).toEqual(
      all.slice(14).map(({ name }) => name),
    );
    expect((await page('size=100&sort=name,desc')).content.map(({ id }) => id)).toEqual(
      all.map(({ id }) => id).toReversed(),
    );
    const users = await test.db.appUser.count({ where: { laboratoryId: { not: null } } });
    expect(first.totals).toEqual({ laboratories: all.length, active: all.length, users });
    expect(all.find(({ id }) => id === south)?.userCount).toBe(2);
    expect((await send('sales', 'GET', '/laboratory?size=101')).statusCode).toBe(400);
  });

  it('LAB-09 API-72 are searched by any part of the name', async () => {
    const found = async (search: string) => {
      const answer = await send('quality', 'GET', `/laboratory/search?search=${encodeURIComponent(search)}`);
      return laboratoryCalls.search.answer.parse(answer.json()).content.map(({ name }) => name);
    };
    expect(await found('TORY n')).toEqual(['Demo laboratory North']);
    expect(await found('östr')).toEqual(['Östra']);
    expect(await found('%')).toEqual([]);
  });

  it('AUTH-25 AUTH-26 API-73 READ_OWN_LABORATORY gives access to the user’s own laboratory, READ_ALL_LABORATORY to all laboratories and the list', async () => {
    expect((await read('manager', north)).name).toBe('Demo laboratory North');
    expect((await read('physician', north)).name).toBe('Demo laboratory North');
    expect((await send('manager', 'GET', `/laboratory/${south}`)).json()).toMatchObject({
      code: 'not-found',
    });
    expect((await send('physician', 'GET', `/laboratory/${south}`)).statusCode).toBe(404);
    expect((await send('manager', 'GET', '/laboratory')).statusCode).toBe(403);
    expect((await send('tech', 'GET', `/laboratory/${north}`)).statusCode).toBe(403);
    expect((await read('sales', south)).id).toBe(south);
    expect((await send('sales', 'GET', `/laboratory/${UNKNOWN}`)).statusCode).toBe(404);
  });
});

describe('creating laboratories', () => {
  it('LAB-31 LAB-110 API-70 creates several active ones at once, each audited', async () => {
    const made = await make('Made A', 'Made B');
    expect(made.map(({ name, active, userCount }) => [name, active, userCount])).toEqual([
      ['Made A', true, 0],
      ['Made B', true, 0],
    ]);
    for (const { id, name } of made) {
      expect(await entriesOf(id)).toMatchObject([
        { action: 'laboratory.create', laboratoryId: id, actorName: 'Sofia Marin', details: { name } },
      ]);
    }
  });

  it('TRUST-350 a new laboratory requires a new sign-in to decide, locks idle sessions, and has the selected four-eyes rule', async () => {
    const rows = [{ name: 'Made with two', fourEyes: true }, { name: 'Made with one' }];
    const answer = await send('sales', 'POST', '/laboratory', rows);
    expect(answer.json()).toMatchObject([
      { rules: { signInAgain: true, idleLockMinutes: 15, fourEyes: true } },
      { rules: { signInAgain: true, idleLockMinutes: 15, fourEyes: false } },
    ]);
    // Existing laboratories keep their value.
    const north_ = await test.db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory North' } });
    expect((await send('sales', 'GET', `/laboratory/${north_.id}`)).json()).toMatchObject({
      rules: { signInAgain: false, idleLockMinutes: null },
    });
    for (const { id } of answer.json<{ id: string }[]>()) await send('super', 'DELETE', `/laboratory/${id}`);
  });

  it('ERR-42 a row without a name, or with a taken one, is named, and nothing is created', async () => {
    const count = await test.db.laboratory.count();
    const rows = (...names: string[]) => names.map((name) => ({ name }));
    expect((await send('sales', 'POST', '/laboratory', rows('Fine', ' '))).json()).toMatchObject({
      code: 'invalid-request',
      issues: [{ path: ['body', 1, 'name'] }],
    });
    for (const names of [
      ['Fine', 'demo LABORATORY north'],
      ['Twice', 'tWICE'],
    ]) {
      expect((await send('sales', 'POST', '/laboratory', rows(...names))).json()).toMatchObject({
        code: 'name-taken',
        message: 'This name is taken.',
        issues: [{ path: ['body', 1, 'name'] }],
      });
    }
    expect((await send('manager', 'POST', '/laboratory', rows('Mine'))).statusCode).toBe(403);
    expect((await send('quality', 'POST', '/laboratory', rows('Mine'))).statusCode).toBe(403);
    expect(await test.db.laboratory.count()).toBe(count);
  });

  it('of two concurrent creations one succeeds and the other reports that the name is taken', async () => {
    const answers = await Promise.all(
      ['sales', 'super'].map((login) => send(login, 'POST', '/laboratory', [{ name: 'At once' }])),
    );
    const codes = answers.map((answer) =>
      answer.statusCode === 200 ? 'made' : answer.json<{ code: string }>().code,
    );
    expect(codes.sort()).toEqual(['made', 'name-taken']);
  });
});

describe('changing laboratories', () => {
  it('LAB-120 the time zone is one of the IANA database, UTC by default; its change is audited', async () => {
    const made = await makeOne('In a zone');
    expect(made.timeZone).toBe('UTC');
    const put = (body: object) =>
      send('sales', 'PUT', `/laboratory/${made.id}`, { ...changeOf(made), ...body });
    for (const timeZone of ['+01:00', 'Europe/Atlantis', ''])
      expect((await put({ timeZone })).statusCode, timeZone).toBe(400);
    expect((await put({ timeZone: 'Europe/Paris' })).json()).toMatchObject({ timeZone: 'Europe/Paris' });
    expect((await entriesOf(made.id)).at(-1)).toMatchObject({
      details: { from: { timeZone: 'UTC' }, to: { timeZone: 'Europe/Paris' } },
    });
    // Omitting it does not change it.
    const again = await send('sales', 'PUT', `/laboratory/${made.id}`, { ...changeOf(made), revision: 2 });
    expect(again.json()).toMatchObject({ timeZone: 'Europe/Paris' });
  });

  it('LAB-110 API-74 the audit entry of a change records the differences', async () => {
    const former = await makeOne('Old name');
    const answer = await send('sales', 'PUT', `/laboratory/${former.id}`, {
      ...changeOf(former),
      name: 'New name',
      active: false,
    });
    expect(answer.json()).toMatchObject({ name: 'New name', active: false, revision: former.revision + 1 });
    expect((await entriesOf(former.id)).at(-1)).toMatchObject({
      action: 'laboratory.update',
      laboratoryId: former.id,
      details: { from: { name: 'Old name', active: true }, to: { name: 'New name', active: false } },
    });
  });

  it('LAB-24 AUTH-27 needs WRITE_LABORATORY, for any laboratory or the user’s own', async () => {
    const own = await read('manager', north);
    const rules = { ...own.rules, nearBorderPercent: 5 };
    const renamed = { ...changeOf(own), submitterMayApprove: false, rules };
    expect((await send('manager', 'PUT', `/laboratory/${north}`, renamed)).json()).toMatchObject({
      submitterMayApprove: false,
      rules,
    });
    const other = { ...changeOf(await read('sales', south)), name: 'Taken over' };
    expect((await send('manager', 'PUT', `/laboratory/${south}`, other)).statusCode).toBe(404);
    expect((await send('physician', 'PUT', `/laboratory/${north}`, other)).statusCode).toBe(403);
    expect((await read('sales', south)).name).toBe('Demo laboratory South');
  });

  it('names are unique ignoring case; the case of its own may change', async () => {
    const one = await makeOne('Case one');
    await make('Case two');
    const put = (name: string) => send('sales', 'PUT', `/laboratory/${one.id}`, { ...changeOf(one), name });
    expect((await put('cASE tWO')).json()).toMatchObject({
      code: 'name-taken',
      issues: [{ path: ['body', 'name'] }],
    });
    expect((await put('CASE ONE')).json()).toMatchObject({ name: 'CASE ONE' });
  });

  it('REVIEW-164 the laboratory sets the common reasons for a control', async () => {
    const made = await makeOne('Reasons');
    const { commonReasons } = made.rules;
    const rules = {
      ...made.rules,
      commonReasons: { ...commonReasons, controlOverride: ['Control was swapped'] },
    };
    const answer = await send('sales', 'PUT', `/laboratory/${made.id}`, { ...changeOf(made), rules });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await read('sales', made.id)).rules.commonReasons).toEqual({
      ...commonReasons,
      controlOverride: ['Control was swapped'],
    });
  });

  it('LAB-102 users cannot deactivate their own laboratory', async () => {
    for (const login of ['manager', 'sales', 'super']) {
      const own = await read(login, north);
      const answer = await send(login, 'PUT', `/laboratory/${north}`, { ...changeOf(own), active: false });
      expect(answer.json()).toMatchObject({ code: 'forbidden', issues: [{ path: ['body', 'active'] }] });
    }
  });

  it('users of an inactive laboratory are refused, others are not', async () => {
    const former = await read('sales', south);
    const inactive = { ...changeOf(former), active: false };
    expect((await send('sales', 'PUT', `/laboratory/${south}`, inactive)).statusCode).toBe(200);
    expect((await send('tech.south', 'GET', '/run')).json()).toMatchObject({ code: 'laboratory-required' });
    expect((await send('tech', 'GET', '/run')).statusCode).toBe(200);
    const again = { ...inactive, active: true, revision: former.revision + 1 };
    expect((await send('sales', 'PUT', `/laboratory/${south}`, again)).statusCode).toBe(200);
    expect((await send('tech.south', 'GET', '/run')).statusCode).toBe(200);
  });

  it('LAB-107 of two concurrent saves the second reports who was first, and no change of the first is lost', async () => {
    const former = await makeOne('Contested');
    const answers = await Promise.all(
      ['sales', 'super'].map((login) =>
        send(login, 'PUT', `/laboratory/${former.id}`, {
          ...changeOf(former),
          name: `Contested by ${login}`,
        }),
      ),
    );
    const won = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect(answers[1 - won]?.json()).toMatchObject({
      code: 'stale',
      details: { by: ['Sofia Marin', 'Sunniva Aas'][won] },
    });
    const name = `Contested by ${['sales', 'super'][won] ?? ''}`;
    expect(await read('sales', former.id)).toMatchObject({ name, revision: former.revision + 1 });
  });
});

describe('deleting laboratories', () => {
  it('API-75 LAB-110 an empty one is deleted, and its audit entry stays', async () => {
    const { id } = await makeOne('Short-lived');
    expect((await send('manager', 'DELETE', `/laboratory/${id}`)).statusCode).toBe(403);
    expect((await send('quality', 'DELETE', `/laboratory/${id}`)).statusCode).toBe(403);
    expect((await send('sales', 'DELETE', `/laboratory/${id}`)).statusCode).toBe(204);
    expect((await send('sales', 'DELETE', `/laboratory/${id}`)).statusCode).toBe(404);
    expect((await entriesOf(id)).at(-1)).toMatchObject({
      action: 'laboratory.delete',
      details: { name: 'Short-lived' },
    });
  });

  it('LAB-25 ERR-39 one with users, runs, templates or a connection is kept, and its data is counted', async () => {
    const full = await send('sales', 'DELETE', `/laboratory/${south}`);
    expect(full.json()).toMatchObject({
      code: 'in-use',
      message: 'Demo laboratory South still has 2 users.',
      details: { users: 2, runs: 0, templates: 0, connections: 0 },
    });

    const { id } = await makeOne('With a run');
    await addManyRuns(test.db, id, { live: 0, archived: 1 });
    await test.db.template.create({ data: { laboratoryId: id, name: 'T', plateType: 'RECTANGULAR_96' } });
    expect((await send('sales', 'DELETE', `/laboratory/${id}`)).json()).toMatchObject({
      message: 'With a run still has 1 run, 1 template.',
    });
  });

  it('LAB-25 a user created during the deletion prevents it, or is refused after it', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await makeOne(`Raced ${round}`);
      const user = {
        login: `raced.${round}`,
        firstname: 'R',
        lastname: 'R',
        email: `raced${round}@example.org`,
      };
      const [deleted, made] = await Promise.all([
        send('sales', 'DELETE', `/laboratory/${id}`),
        send('super', 'POST', `/user/laboratory/${id}`, user),
      ]);
      const codes = [deleted.statusCode, made.statusCode];
      expect([
        [204, 404],
        [409, 200],
      ]).toContainEqual(codes);
      expect(await test.db.appUser.count({ where: { login: user.login } })).toBe(
        made.statusCode === 200 ? 1 : 0,
      );
      expect(await test.db.laboratory.count({ where: { id } })).toBe(made.statusCode === 200 ? 1 : 0);
    }
  });
});
