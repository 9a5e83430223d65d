import { userCalls, type Method } from '@curvewell/contracts';
import type { LaboratoryUser } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { recordAudit } from '../../audit/record-audit.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
let test: TestApp;
let north = '';
let south = '';
beforeAll(async () => {
  test = await createTestApp();
  const idOf = async (name: string) => (await test.db.laboratory.findFirstOrThrow({ where: { name } })).id;
  north = await idOf('Demo laboratory North');
  south = await idOf('Demo laboratory South');
});
afterAll(() => test.close());

const send = (login: string, method: Method, path: string, body?: object) =>
  test.call(login, method, path, body);

async function list(login: string, laboratoryId: string, query = '') {
  const answer = await send(login, 'GET', `/user/laboratory/${laboratoryId}?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return userCalls.list.answer.parse(answer.json());
}
async function userOf(login: string, laboratoryId = north): Promise<LaboratoryUser> {
  const { content } = await list('super', laboratoryId, 'size=100');
  const user = content.find((one) => one.login === login);
  if (user === undefined) throw new Error(`${login} is not there`);
  return user;
}
const bodyOf = ({ lastname, firstname, email, enabled, revision, ...rest }: LaboratoryUser) => {
  const { salesAdmin, qaAdmin, rdAdmin, physician } = rest;
  return { lastname, firstname, email, enabled, revision, salesAdmin, qaAdmin, rdAdmin, physician };
};
const personOf = (login: string) => ({
  login,
  firstname: 'Petra',
  lastname: 'Lund',
  email: `${login}@lab.example`,
});
async function make(login: string, body: object = {}, by = 'sales', laboratoryId = north) {
  const answer = await send(by, 'POST', `/user/laboratory/${laboratoryId}`, { ...personOf(login), ...body });
  expect(answer.statusCode, answer.body).toBe(200);
  return userCalls.create.answer.parse(answer.json());
}
const put = (by: string, user: LaboratoryUser, change: object, laboratoryId = north) =>
  send(by, 'PUT', `/user/${user.id}/laboratory/${laboratoryId}`, { ...bodyOf(user), ...change });
/** Marks a user as confirmed by a second person. */
const confirm = (login: string) => test.db.appUser.update({ where: { login }, data: { wayByIds: [] } });
const entriesOf = (entityId: string) =>
  test.db.auditEvent.findMany({ where: { entity: 'user', entityId }, orderBy: { id: 'asc' } });

describe('reading users', () => {
  it('LAB-08 CONST-27 are paged by 11', async () => {
    for (let n = 10; n < 20; n++)
      await make(`list.${n}`, { firstname: `Ada${n}`, lastname: n % 2 === 0 ? 'Zorn' : 'zander' });
    const { size, content, totalElements } = await list('sales', north);
    expect(totalElements).toBeGreaterThan(11);
    expect([size, content.length]).toEqual([11, 11]);
  });

  it('LAB-10 API-76 are searched, sorted and paged', async () => {
    const logins = async (query: string) =>
      (await list('sales', north, query)).content.map(({ login }) => login);
    expect(await logins('page=1&size=5&search=list')).toEqual([
      'list.15',
      'list.16',
      'list.17',
      'list.18',
      'list.19',
    ]);
    const byName = await logins('search=list.&sort=lastname,asc');
    expect(byName.slice(0, 6)).toEqual(['list.11', 'list.13', 'list.15', 'list.17', 'list.19', 'list.10']);
    expect(await logins('search=list.&sort=firstname,desc&size=1')).toEqual(['list.19']);
    // Finds by name in either order and by e-mail; SQL wildcards match literally.
    expect(await logins(`search=${encodeURIComponent('ada12 zorn')}`)).toEqual(['list.12']);
    expect(await logins(`search=${encodeURIComponent('ZORN ada12')}`)).toEqual(['list.12']);
    expect(await logins('search=list.13%40lab')).toEqual(['list.13']);
    expect(await logins('search=%25')).toEqual([]);
    expect((await send('sales', 'GET', `/user/laboratory/${north}?size=101`)).statusCode).toBe(400);
  });

  it('SHELL-231 users to review are on hold, have never signed in, or not for more than 90 days, and are not disabled', async () => {
    const DAY = 86_400_000;
    const seen = (days: number) => new Date(Date.now() - days * DAY);
    const users: readonly (readonly [login: string, lastSignInAt: Date | null, change?: object])[] = [
      ['look.today', seen(0)],
      ['look.quarter', seen(90.5)],
      ['look.unused', seen(91.5)],
      ['look.never', null],
      ['look.disabled', null, { enabled: false }],
      ['look.held', seen(0), { wayByIds: [(await userOf('sales')).id] }],
    ];
    for (const [login, lastSignInAt, change] of users) {
      await make(login);
      await test.db.appUser.update({ where: { login }, data: { lastSignInAt, wayByIds: [], ...change } });
    }
    const found = await list('sales', north, 'search=look.&show=to-look-at');
    expect(found.content.map(({ login }) => login)).toEqual(['look.held', 'look.never', 'look.unused']);
    expect([found.totalElements, found.counts]).toEqual([3, { all: 6, 'to-look-at': 3 }]);
    expect((await list('sales', north, 'search=look.')).totalElements).toBe(6);
  });

  it('LAB-26 AUTH-17 returns only those of the caller’s laboratory without READ_ALL_LABORATORY', async () => {
    expect((await list('manager', north)).accountsAreOurs).toBe(true);
    expect((await send('manager', 'GET', `/user/laboratory/${south}`)).json()).toMatchObject({
      code: 'not-found',
    });
    expect((await send('tech', 'GET', `/user/laboratory/${north}`)).statusCode).toBe(403);
    expect((await list('quality', south)).totalElements).toBe(2);
    expect((await send('sales', 'GET', `/user/laboratory/${UNKNOWN}`)).json()).toMatchObject({
      code: 'not-found',
    });
  });

  it('API-144 returns one user of a visible laboratory', async () => {
    const { id } = await userOf('tech');
    expect((await send('manager', 'GET', `/user/${id}/laboratory/${north}`)).json()).toMatchObject({
      login: 'tech',
    });
    expect((await send('sales', 'GET', `/user/${id}/laboratory/${south}`)).statusCode).toBe(404);
    const theirs = await userOf('tech.south', south);
    expect((await send('manager', 'GET', `/user/${theirs.id}/laboratory/${south}`)).statusCode).toBe(404);
    expect((await send('manager', 'GET', `/user/${theirs.id}/laboratory/${north}`)).statusCode).toBe(404);
  });

  it('LAB-19 lists a user’s roles sales, QA, R&D and physician, and others with permissions', async () => {
    await test.db.appUser.update({
      where: { login: 'manager' },
      data: { extraRoles: ['LABORATORY_MANAGER', 'offline_access'] },
    });
    expect(await userOf('manager')).toMatchObject({ physician: false, otherRoles: ['LABORATORY_MANAGER'] });
    expect(await userOf('quality')).toMatchObject({ qaAdmin: true, physician: true, salesAdmin: false });
    expect((await userOf('super')).otherRoles).toEqual(['SUPER_ADMIN']);
  });
});

describe('creating users', () => {
  it('LAB-12 LAB-110 API-77 a new user is enabled, gets a link to set a password, and is audited without the link', async () => {
    const user = await make('new.one', { email: ' New.One@Lab.Example ', physician: true });
    expect(user).toMatchObject({
      enabled: true,
      physician: true,
      email: 'new.one@lab.example',
      lastSignInAt: null,
    });
    expect(user.requiredActions).toEqual(['UPDATE_PASSWORD']);
    expect(user.password).toMatchObject({
      kind: 'link',
      link: expect.stringContaining('/set-password/') as string,
    });
    const [entry] = await entriesOf(user.id);
    expect(entry).toMatchObject({
      action: 'user.create',
      laboratoryId: north,
      actorName: 'Sofia Marin',
      details: { login: 'new.one', email: 'new.one@lab.example', physician: true },
    });
    expect(JSON.stringify(entry?.details)).not.toContain('set-password');
    await confirm('new.one');
    expect((await send('new.one', 'GET', '/me')).json()).toMatchObject({
      laboratoryState: 'active',
      roles: ['PHYSICIAN'],
    });
  });

  it('invalid logins and names are refused, naming the error', async () => {
    for (const [field, value] of [
      ['login', 'ab'],
      ['login', 'Großbuchstabe'],
      ['login', 'a b c'],
      ['login', 'x'.repeat(256)],
      ['lastname', ''],
      ['lastname', 'O<script>'],
      ['firstname', '100 %'],
      ['email', 'nobody'],
    ] as const) {
      const answer = await send('sales', 'POST', `/user/laboratory/${north}`, {
        ...personOf('wrong.one'),
        [field]: value,
      });
      expect(answer.json()).toMatchObject({ code: 'invalid-request', issues: [{ path: ['body', field] }] });
    }
    await make('x'.repeat(255), {
      email: 'longest@lab.example',
      lastname: "O'Brien-Łuk",
      firstname: 'José María',
    });
  });

  it('logins and e-mail addresses are unique ignoring case, including deleted users’', async () => {
    const gone = await make('taken.one');
    const post = (body: object) => send('sales', 'POST', `/user/laboratory/${south}`, body);
    expect((await post(personOf('taken.one'))).json()).toMatchObject({
      code: 'name-taken',
      message: 'This login is taken.',
      issues: [{ path: ['body', 'login'] }],
    });
    expect((await post({ ...personOf('taken.two'), email: 'TAKEN.one@lab.example' })).json()).toMatchObject({
      code: 'name-taken',
      message: 'This e-mail is taken.',
      issues: [{ path: ['body', 'email'] }],
    });
    expect((await send('sales', 'DELETE', `/user/${gone.id}/laboratory/${north}`)).statusCode).toBe(204);
    expect((await post(personOf('taken.one'))).json()).toMatchObject({ code: 'name-taken' });
    await make('taken.two', { email: 'taken.one@lab.example' });
  });

  it('of two concurrent creations one succeeds and the other reports that the login is taken', async () => {
    const answers = await Promise.all(
      ['sales', 'super', 'manager'].map((by) =>
        send(by, 'POST', `/user/laboratory/${north}`, personOf('at.once')),
      ),
    );
    const codes = answers.map((answer) => answer.statusCode);
    expect(codes.sort()).toEqual([200, 409, 409]);
    expect(await test.db.appUser.count({ where: { login: 'at.once' } })).toBe(1);
  });

  it('AUTH-17 needs WRITE_OWN_LABORATORY_USER in the caller’s laboratory, WRITE_ALL_USER in others', async () => {
    await make('by.manager', {}, 'manager');
    await make('by.sales', {}, 'sales', south);
    const answer = await send('manager', 'POST', `/user/laboratory/${south}`, personOf('no.one'));
    expect(answer.json()).toMatchObject({ code: 'not-found' });
    expect((await send('quality', 'POST', `/user/laboratory/${north}`, personOf('no.one'))).statusCode).toBe(
      403,
    );
    expect((await send('sales', 'POST', `/user/laboratory/${UNKNOWN}`, personOf('no.one'))).statusCode).toBe(
      404,
    );
    expect(await test.db.appUser.count({ where: { login: 'no.one' } })).toBe(0);
  });
});

describe('administrator roles', () => {
  it('LAB-15 AUTH-30 can be granted and revoked by holders of the same role only', async () => {
    const user = await make('box.one');
    const editors = {
      salesAdmin: 'sales',
      qaAdmin: 'quality',
      rdAdmin: 'research',
      none: 'manager',
    } as const;
    // Every user may write users here, so that only the role field is refused.
    await test.db.appUser.updateMany({
      where: { login: { in: ['quality', 'research'] } },
      data: { extraRoles: ['WRITE_ALL_USER'] },
    });
    for (const box of ['salesAdmin', 'qaAdmin', 'rdAdmin'] as const) {
      for (const [holder, by] of Object.entries(editors)) {
        const now = await userOf('box.one');
        const answer = await put(by, now, { [box]: true });
        if (holder === box) expect(answer.json()).toMatchObject({ [box]: true });
        else expect(answer.json()).toMatchObject({ code: 'forbidden', issues: [{ path: ['body', box] }] });
        if (holder === box)
          expect((await put(by, await userOf('box.one'), { [box]: false })).statusCode).toBe(200);
      }
    }
    expect((await put('super', await userOf('box.one'), { qaAdmin: true })).statusCode).toBe(200);
    expect((await put('sales', await userOf('box.one'), { qaAdmin: false })).statusCode).toBe(403);
    expect((await entriesOf(user.id)).at(-1)?.details).toEqual({
      login: 'box.one',
      from: { qaAdmin: false },
      to: { qaAdmin: true },
    });
    await test.db.appUser.updateMany({
      where: { login: { in: ['quality', 'research'] } },
      data: { extraRoles: [] },
    });
  });

  it('LAB-17 of a user of another laboratory cannot be changed', async () => {
    const user = await make('box.south', {}, 'sales', south);
    expect((await put('sales', user, { salesAdmin: true }, south)).json()).toMatchObject({
      code: 'forbidden',
      message: "Only in the user's own laboratory.",
    });
    const body = { ...personOf('box.south.two'), salesAdmin: true };
    expect((await send('sales', 'POST', `/user/laboratory/${south}`, body)).statusCode).toBe(403);
    expect((await put('sales', user, { physician: true }, south)).json()).toMatchObject({ physician: true });
  });

  it('LAB-143 a super administrator grants and revokes them in any laboratory, also for new users', async () => {
    const user = await make('box.south.three', {}, 'sales', south);
    const given = await put('super', user, { salesAdmin: true, qaAdmin: true, rdAdmin: true }, south);
    expect(given.json()).toMatchObject({ salesAdmin: true, qaAdmin: true, rdAdmin: true, physician: true });
    const taken = await put('super', given.json<LaboratoryUser>(), { qaAdmin: false }, south);
    expect(taken.json()).toMatchObject({ qaAdmin: false, rdAdmin: true });
    const body = { ...personOf('box.south.four'), rdAdmin: true };
    expect((await send('super', 'POST', `/user/laboratory/${south}`, body)).json()).toMatchObject({
      rdAdmin: true,
    });
  });

  it('LAB-18 an administrator is always a physician, whatever the request says', async () => {
    const user = await make('box.physician', { salesAdmin: true, physician: false });
    expect(user.physician).toBe(true);
    expect((await put('sales', user, { physician: false })).json()).toMatchObject({ physician: true });
    await confirm('box.physician');
    expect((await send('box.physician', 'GET', '/me')).json()).toMatchObject({
      permissions: expect.arrayContaining(['WRITE_DIAGNOSTIC', 'SALES_ADMIN']) as string[],
    });
  });
});

describe('the own user, and a user with more permissions', () => {
  it.each(['manager', 'sales', 'super'])(
    'LAB-16 LAB-20 LAB-21 LAB-22 %s cannot disable or delete themselves, or change their own roles',
    async (login) => {
      const own = await userOf(login);
      for (const change of [
        { enabled: false },
        ...(own.salesAdmin ? [] : [{ physician: !own.physician }]),
        { salesAdmin: !own.salesAdmin },
        { qaAdmin: !own.qaAdmin },
        { rdAdmin: !own.rdAdmin },
      ])
        expect((await put(login, own, change)).json()).toMatchObject({ code: 'forbidden' });
      expect((await send(login, 'DELETE', `/user/${own.id}/laboratory/${north}`)).json()).toMatchObject({
        code: 'forbidden',
        message: 'You cannot delete yourself.',
      });
      expect((await put(login, own, { lastname: 'Renamed' })).json()).toMatchObject({ lastname: 'Renamed' });
    },
  );

  it('LAB-100 an administrator is changed and deleted by administrators only, a super administrator by super administrators', async () => {
    const admin = await make('admin.one', { salesAdmin: true });
    for (const request of [
      put('manager', admin, { lastname: 'X' }),
      send('manager', 'DELETE', `/user/${admin.id}/laboratory/${north}`),
      send('manager', 'POST', `/user/${admin.id}/laboratory/${north}/password`),
    ])
      expect((await request).json()).toMatchObject({ code: 'forbidden' });
    const top = await userOf('super');
    expect((await put('sales', top, { lastname: 'X' })).statusCode).toBe(403);
    expect((await send('sales', 'DELETE', `/user/${top.id}/laboratory/${north}`)).statusCode).toBe(403);
    expect((await put('sales', admin, { lastname: 'X' })).statusCode).toBe(200);
  });

  it('LAB-101 no user can create a set-password link for a user with more permissions', async () => {
    const quality = await userOf('quality');
    expect((await put('sales', quality, { firstname: 'Q' })).statusCode).toBe(200);
    const now = await userOf('quality');
    expect((await put('sales', now, { email: 'mine@lab.example' })).json()).toMatchObject({
      code: 'forbidden',
      issues: [{ path: ['body', 'email'] }],
    });
    const path = `/user/${quality.id}/laboratory/${north}/password`;
    expect((await send('sales', 'POST', path)).statusCode).toBe(403);
    const hold = (by: string) =>
      send(by, 'PUT', `/user/${quality.id}/laboratory/${north}/hold`, { revision: now.revision });
    expect((await hold('sales')).statusCode).toBe(403);
    expect((await hold('super')).statusCode).toBe(200);
    expect((await send('super', 'POST', path)).json()).toMatchObject({ kind: 'link' });
    // A single extra role from the provider counts as well.
    const special = await make('special.one');
    await test.db.appUser.update({
      where: { id: special.id },
      data: { extraRoles: ['DELETE_PERMANENT_ARCHIVE'] },
    });
    expect((await send('sales', 'POST', `/user/${special.id}/laboratory/${north}/password`)).statusCode).toBe(
      403,
    );
  });
});

describe('changing users', () => {
  it('LAB-13 API-78 LAB-110 names, e-mail and the enabled state can change, the login cannot', async () => {
    const user = await make('change.one');
    expect((await put('manager', user, { login: 'other' })).statusCode).toBe(400);
    const answer = await put('manager', user, { lastname: 'Lund-Berg', email: 'Petra@Lab.example' });
    expect(answer.json()).toMatchObject({ lastname: 'Lund-Berg', email: 'petra@lab.example', revision: 2 });
    expect((await entriesOf(user.id)).at(-1)).toMatchObject({
      action: 'user.update',
      laboratoryId: north,
      actorName: 'Mats Renamed',
      details: {
        from: { lastname: 'Lund', email: 'change.one@lab.example' },
        to: { lastname: 'Lund-Berg', email: 'petra@lab.example' },
      },
    });
    const other = await make('change.two');
    expect((await put('manager', other, { email: 'petra@lab.example' })).json()).toMatchObject({
      code: 'name-taken',
      issues: [{ path: ['body', 'email'] }],
    });
  });

  it('a user of another laboratory is not found, whatever laboratory is given', async () => {
    const theirs = await userOf('tech.south', south);
    expect((await put('manager', theirs, {}, south)).json()).toMatchObject({ code: 'not-found' });
    expect((await put('manager', theirs, {}, north)).json()).toMatchObject({ code: 'not-found' });
    expect((await send('manager', 'DELETE', `/user/${theirs.id}/laboratory/${north}`)).statusCode).toBe(404);
    expect((await send('sales', 'DELETE', `/user/${theirs.id}/laboratory/${north}`)).statusCode).toBe(404);
    expect(
      (await send('manager', 'POST', `/user/${theirs.id}/laboratory/${south}/password`)).statusCode,
    ).toBe(404);
    expect((await put('quality', await userOf('tech'), {})).statusCode).toBe(403);
  });

  it('LAB-107 of two concurrent saves the second reports who was first; a sign-in in between does not matter', async () => {
    const user = await make('stale.one');
    const signedIn = () =>
      recordAudit(
        test.db,
        { userId: user.id, name: 'Petra Lund', laboratory: null },
        { action: 'user.signed-in', entity: 'user', entityId: user.id },
      );
    await signedIn();
    const answers = await Promise.all(
      ['sales', 'super'].map((by) => put(by, user, { firstname: `By ${by}` })),
    );
    const won = answers.findIndex(({ statusCode }) => statusCode === 200);
    await signedIn();
    const names = (
      await test.db.appUser.findMany({
        where: { login: { in: ['sales', 'super'] } },
        orderBy: { login: 'asc' },
      })
    ).map(({ firstname, lastname }) => `${firstname} ${lastname}`);
    expect(answers[1 - won]?.json()).toMatchObject({ code: 'stale', details: { by: names[won] } });
    const late = await put('manager', user, {});
    expect(late.json()).toMatchObject({ code: 'stale', details: { by: names[won] } });
    expect((await userOf('stale.one')).firstname).toBe(`By ${['sales', 'super'][won] ?? ''}`);
  });

  it('LAB-109 disabling a user and revoking a role take effect at once, whatever the token contains', async () => {
    const user = await make('rights.one', { physician: true });
    await confirm('rights.one');
    const headers = await test.signIn('rights.one');
    const me = () => test.app.inject({ url: '/api/me', headers });
    expect((await me()).json()).toMatchObject({ roles: ['PHYSICIAN'] });
    await put('sales', user, { physician: false });
    expect((await me()).json()).toMatchObject({ roles: [] });
    // A granted role takes effect with the next token.
    await put('sales', await userOf('rights.one'), { salesAdmin: true });
    expect((await me()).json()).toMatchObject({ roles: ['PHYSICIAN'] });
    expect((await send('rights.one', 'GET', '/me')).json()).toMatchObject({
      roles: ['PHYSICIAN', 'SALES_ADMIN'],
    });
    await put('sales', await userOf('rights.one'), { enabled: false });
    expect((await me()).json()).toMatchObject({ code: 'forbidden' });
  });
});

describe('deleting users', () => {
  it('LAB-23 AUTH-28 API-79 needs WRITE_ALL_USER or WRITE_OWN_LABORATORY_USER; only the name stays in records', async () => {
    const user = await make('gone.one', { physician: true });
    const headers = await test.signIn('gone.one');
    const path = `/user/${user.id}/laboratory/${north}`;
    expect((await send('quality', 'DELETE', path)).statusCode).toBe(403);
    expect((await send('manager', 'DELETE', path)).statusCode).toBe(204);
    expect((await test.app.inject({ url: '/api/me', headers })).statusCode).toBe(403);
    expect((await list('sales', north, 'search=gone.one')).totalElements).toBe(0);
    expect((await send('manager', 'DELETE', path)).statusCode).toBe(404);
    expect(
      await test.db.$queryRaw`SELECT FROM standalone.identity_account WHERE user_id = ${user.id}::uuid`,
    ).toEqual([]);
    expect(await test.db.appUser.findUnique({ where: { id: user.id } })).toMatchObject({
      login: 'gone.one',
      lastname: 'Lund',
      enabled: false,
      physician: false,
      laboratoryId: null,
      email: `${user.id}@deleted.invalid`,
    });
    expect((await entriesOf(user.id)).at(-1)).toMatchObject({
      action: 'user.delete',
      laboratoryId: north,
      details: { email: 'gone.one@lab.example' },
    });
    expect((await make('gone.two', {}, 'sales', south)).login).toBe('gone.two');
    const two = await userOf('gone.two', south);
    expect((await send('sales', 'DELETE', `/user/${two.id}/laboratory/${south}`)).statusCode).toBe(204);
  });

  it('of a concurrent change and deletion, the user is deleted or the deletion is refused', async () => {
    const user = await make('gone.raced');
    const [changed, deleted] = await Promise.all([
      put('sales', user, { firstname: 'Late' }),
      send('super', 'DELETE', `/user/${user.id}/laboratory/${north}`),
    ]);
    expect(deleted.statusCode).toBe(204);
    expect([200, 404]).toContain(changed.statusCode);
    expect(await test.db.appUser.findUnique({ where: { id: user.id } })).toMatchObject({ enabled: false });
  });
});
