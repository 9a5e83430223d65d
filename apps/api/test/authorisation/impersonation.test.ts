import { userCalls, type Method } from '@curvewell/contracts';
import type { LaboratoryUser } from '@curvewell/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { keepsPasswords } from '../../src/features/users/index.ts';
import { choosePassword, digest } from '../../src/standalone/identity/accounts.ts';
import { createTestApp, type TestApp } from '../create-test-app.ts';
import { decide, interpretedRun, submit } from '../run-factory.ts';

let test: TestApp;
let north = '';
let waitingId = '';
let made = 0;
beforeAll(async () => {
  test = await createTestApp();
  north = (await test.db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory North' } })).id;
  const run = await interpretedRun(test, { seed: 340 });
  await submit(test, run.id);
  waitingId = run.id;
  await test.db.appUser.update({ where: { login: 'tech' }, data: { extraRoles: ['CREATE_ARCHIVE'] } });
});
beforeEach(() => test.db.appUser.updateMany({ data: { wayByIds: [] } }));
afterAll(() => test.close());

const userOf = async (login: string) => {
  const { id } = await test.db.appUser.findUniqueOrThrow({ where: { login } });
  const answer = await test.call('super', 'GET', `/user/${id}/laboratory/${north}`);
  return userCalls.get.answer.parse(answer.json());
};
const ask = (by: string, method: Method, { id }: Pick<LaboratoryUser, 'id'>, what = '', body?: object) =>
  test.call(by, method, `/user/${id}/laboratory/${north}${what}`, body);
const link = (by: string, user: LaboratoryUser) => ask(by, 'POST', user, '/password');
const change = async (by: string, login: string, to: object) => {
  const user = await userOf(login);
  const { lastname, firstname, email, enabled, salesAdmin, qaAdmin, rdAdmin, physician, revision } = user;
  const boxes = { salesAdmin, qaAdmin, rdAdmin, physician };
  return ask(by, 'PUT', user, '', { lastname, firstname, email, enabled, revision, ...boxes, ...to });
};
const write = async (by: string, login: string, what: 'hold' | 'confirmation') => {
  const user = await userOf(login);
  return ask(by, 'PUT', user, `/${what}`, { revision: user.revision });
};
const make = async (by: string, boxes: object = {}) => {
  const login = `made.${(made += 1)}`;
  const person = { login, firstname: 'Ada', lastname: 'Made', email: `${login}@lab.example` };
  const answer = await test.call(by, 'POST', `/user/laboratory/${north}`, { ...person, ...boxes });
  const { password } = userCalls.create.answer.parse(answer.json());
  return { login, token: password.kind === 'link' ? (password.link.split('/').at(-1) ?? '') : '' };
};
/** A user with the link chooses a password. */
const choose = (token: string) =>
  test.db.$transaction((tx) =>
    choosePassword(tx, { tokenHash: digest(token), passwordHash: 'x', now: new Date() }),
  );
const signing = async (login: string) => (await decide(test, waitingId, { login })).statusCode;
/** A colleague who may sign and has had no access to another account. */
const colleague = async () => {
  const login = `colleague.${(made += 1)}`;
  const person = { login, firstname: 'Col', lastname: 'League', email: `${login}@lab.example` };
  await test.db.appUser.create({ data: { ...person, laboratoryId: north, physician: true } });
  return login;
};

it.each([
  ['manager', 'physician'],
  ['sales', 'physician'],
  ['super', 'physician'],
  ['sales', 'manager'],
  ['super', 'sales'],
  ['super', 'manager'],
])('TRUST-340 %s gets no link to the password of %s, and no mail in their place', async (by, login) => {
  const user = await userOf(login);
  expect((await link(by, user)).json()).toMatchObject({ code: 'forbidden' });
  expect((await change(by, login, { email: 'mine@lab.example' })).json()).toMatchObject({
    code: 'forbidden',
    issues: [{ path: ['body', 'email'] }],
  });
  expect((await change(by, login, { firstname: user.firstname })).statusCode).toBe(200);
});

it('TRUST-340 a user who signs and manages users has no access to a colleague’s account', async () => {
  const colleague_ = await colleague();
  await test.db.appUser.update({
    where: { login: colleague_ },
    data: { extraRoles: ['WRITE_OWN_LABORATORY_USER'] },
  });
  expect((await link(colleague_, await userOf('physician'))).statusCode).toBe(403);
});

it('TRUST-340 a recreated account of a signer cannot be linked by one person alone', async () => {
  const user = await userOf('physician');
  const account = { subject: 'recreated', email: null, seenAt: new Date() };
  await test.db.newAccount.create({ data: { userId: user.id, ...account } });
  const linkIt = async () =>
    test.call('super', 'PUT', `/user/${user.id}/account`, {
      revision: (await userOf('physician')).revision,
    });
  expect((await linkIt()).json()).toMatchObject({ code: 'forbidden' });
  await write('manager', 'physician', 'hold');
  expect((await linkIt()).statusCode).toBe(204);
  expect((await userOf('physician')).wayBy).toHaveLength(2);
  await test.db.appUser.update({ where: { id: user.id }, data: { subject: user.id } });
});

it('TRUST-341 a permission that is revoked, and granted again after a link, is on hold', async () => {
  const login = await colleague();
  expect((await change('manager', login, { physician: false })).statusCode).toBe(200);
  expect((await link('manager', await userOf(login))).json()).toMatchObject({ kind: 'link' });
  expect((await change('manager', login, { physician: true })).statusCode).toBe(200);
  expect(await signing(login)).toBe(403);
  expect((await test.call(login, 'GET', '/me')).json()).toMatchObject({ permissionsOnHold: true, roles: [] });
});

it('TRUST-341 a fictitious physician or administrator cannot sign', async () => {
  const doctor = await make('manager', { physician: true });
  const admin = await make('sales', { salesAdmin: true });
  await choose(doctor.token);
  await choose(admin.token);
  expect(await signing(doctor.login)).toBe(403);
  expect(await signing(admin.login)).toBe(403);
  // Nor may they open access to other accounts.
  expect((await link(admin.login, await userOf('tech'))).statusCode).toBe(403);
});

it('TRUST-341 a technician whose link another user received is on hold once the permission is granted', async () => {
  const { login, token } = await make('manager');
  await choose(token);
  expect((await change('super', login, { physician: true })).statusCode).toBe(200);
  expect(await signing(login)).toBe(403);
});

it('TRUST-341 users who may neither sign nor manage users keep their permissions', async () => {
  await link('manager', await userOf('tech'));
  expect((await test.call('tech', 'GET', '/me')).json()).toMatchObject({
    permissionsOnHold: false,
    permissions: ['CREATE_ARCHIVE'],
  });
});

it('TRUST-341 permissions are put on hold for a new link, only by others, and audited', async () => {
  const login = await colleague();
  expect((await write('physician', login, 'hold')).statusCode).toBe(403);
  expect((await write('manager', 'manager', 'hold')).statusCode).toBe(403);
  const held = await write('manager', login, 'hold');
  expect(held.json()).toMatchObject({ wayBy: [{ name: 'Mats Berg' }] });
  expect((await link('manager', await userOf(login))).json()).toMatchObject({ kind: 'link' });
  const { id } = await userOf(login);
  const entries = await test.db.auditEvent.findMany({ where: { entityId: id }, orderBy: { id: 'asc' } });
  expect(entries.map(({ action }) => action)).toEqual(['user.hold', 'user.password-offered']);
});

it('TRUST-342 nobody who had access can confirm the account, nor its owner, nor a user who may not sign', async () => {
  const { login, token } = await make('sales', { physician: true });
  await choose(token);
  // A later link of another user does not hide the earlier access.
  await link('manager', await userOf(login));
  await test.db.$executeRaw`
    UPDATE standalone.identity_account SET set_password_token_hash = NULL, set_password_expires_at = NULL`;
  expect((await write('sales', login, 'confirmation')).json()).toMatchObject({ code: 'forbidden' });
  for (const by of ['manager', 'tech', login])
    expect((await write(by, login, 'confirmation')).statusCode, by).toBe(403);
  expect(await signing(login)).toBe(403);
  expect((await write('physician', login, 'confirmation')).json()).toMatchObject({ wayBy: [] });
  expect(await signing(login)).toBe(200);
});

it('TRUST-342 an open link must be used before the account is confirmed; used later it suspends the permissions again', async () => {
  const { login, token } = await make('manager', { physician: true });
  expect((await write('physician', login, 'confirmation')).json()).toMatchObject({ code: 'locked' });
  await choose(token);
  const answer = await link('manager', await userOf(login));
  const { link: second } = answer.json<{ link: string }>();
  // As if it had been confirmed just before the link was written.
  await test.db.appUser.update({ where: { login }, data: { wayByIds: [] } });
  await choose(second.split('/').at(-1) ?? '');
  expect((await userOf(login)).wayBy).toMatchObject([{ name: 'Mats Berg' }]);
  expect(await signing(login)).toBe(403);
});

it('TRUST-342 of two concurrent confirmations or changes one is refused', async () => {
  const { login, token } = await make('manager', { physician: true });
  await choose(token);
  const user = await userOf(login);
  const confirm = () => ask('physician', 'PUT', user, '/confirmation', { revision: user.revision });
  await change('manager', login, { email: 'other.address@lab.example' });
  expect((await confirm()).json()).toMatchObject({ code: 'stale' });
});

it('TRUST-527 a deleted signer cannot be created again with the same login, and cannot sign with another', async () => {
  const login = await colleague();
  const { firstname, lastname, ...former } = await userOf(login);
  expect((await ask('manager', 'DELETE', former)).statusCode).toBe(204);
  const again = (as: string) =>
    test.call('manager', 'POST', `/user/laboratory/${north}`, {
      login: as,
      firstname,
      lastname,
      email: `${as}@lab.example`,
      physician: true,
    });
  expect((await again(login)).json()).toMatchObject({ code: 'name-taken' });
  const { password } = userCalls.create.answer.parse((await again(`${login}.2`)).json());
  await choose(password.kind === 'link' ? (password.link.split('/').at(-1) ?? '') : '');
  expect(await signing(`${login}.2`)).toBe(403);
});

it('TRUST-527 a password mail counts as access once another user has changed its address', async () => {
  const mails: string[] = [];
  const atKeycloak = await createTestApp({
    beside: test,
    identityAdmin: {
      ...keepsPasswords,
      accountsAreOurs: true,
      offersByMail: true,
      create: (userId) => Promise.resolve(userId),
      update: () => Promise.resolve(),
      delete: () => Promise.resolve(),
      offerPassword: (_owner, { email }) => {
        mails.push(email);
        return Promise.resolve({ kind: 'mail', email });
      },
      changesSince: () => Promise.resolve({ state: 'not-known' }),
    },
  });
  const login = await colleague();
  const user = await userOf(login);
  const mail = () => atKeycloak.call('manager', 'POST', `/user/${user.id}/laboratory/${north}/password`);
  // A mail to the user's own address gives the requesting administrator no access.
  expect((await mail()).statusCode).toBe(200);
  expect((await userOf(login)).wayBy).toEqual([]);
  expect((await change('manager', login, { email: 'mine.now@lab.example' })).statusCode).toBe(403);
  await write('manager', login, 'hold');
  expect((await change('manager', login, { email: 'mine.now@lab.example' })).statusCode).toBe(200);
  expect((await mail()).statusCode).toBe(200);
  expect(mails).toEqual([`${login}@lab.example`, 'mine.now@lab.example']);
  expect(await signing(login)).toBe(403);
  expect((await write('manager', login, 'confirmation')).statusCode).toBe(403);
  await atKeycloak.close();
});
