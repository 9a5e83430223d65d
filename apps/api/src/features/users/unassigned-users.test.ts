import { userCalls, type Method } from '@curvewell/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { AppError } from '../../errors.ts';
import type { Account, AccountOwner, IdentityAdmin } from './identity-admin.ts';
import { keepsPasswords, outsideAccounts } from './identity-admin.ts';

/** An external provider that refuses what the test selects. */
const provider = {
  accounts: new Map<string, Account>(),
  refuses: null as AppError | null,
  /** Becomes unavailable after creating an account. */
  goesAway: false,
};
const AWAY = new AppError('identity-unavailable', 'The sign-in service cannot be reached.');
const refused = () => (provider.refuses === null ? Promise.resolve() : Promise.reject(provider.refuses));
const elsewhere: IdentityAdmin = {
  ...keepsPasswords,
  accountsAreOurs: true,
  offersByMail: true,
  create: async (_userId, account) => {
    await refused();
    const subject = `subject of ${account.login}`;
    provider.accounts.set(subject, account);
    if (provider.goesAway) provider.refuses = AWAY;
    return subject;
  },
  update: async ({ subject }: AccountOwner, account) => {
    await refused();
    provider.accounts.set(subject ?? '', account);
  },
  delete: ({ subject }) => {
    provider.accounts.delete(subject ?? '');
    return Promise.resolve();
  },
  offerPassword: (_owner, { email }) => Promise.resolve({ kind: 'mail', email }),
  changesSince: () => Promise.resolve({ state: 'not-known' }),
};

let test: TestApp;
let outside: TestApp;
let north = '';
beforeAll(async () => {
  test = await createTestApp({ identityAdmin: elsewhere });
  outside = await createTestApp({ beside: test, identityAdmin: outsideAccounts });
  north = (await test.db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory North' } })).id;
});
afterAll(async () => {
  await outside.close();
  await test.close();
});

const send = (login: string, method: Method, path: string, body?: object) =>
  test.call(login, method, path, body);
const personOf = (login: string) => ({
  login,
  firstname: 'Petra',
  lastname: 'Lund',
  email: `${login}@lab.example`,
});

/** Sends a request with a token as issued by an external provider. */
async function come(login: string, claims: { sub: string; sid?: string; email?: string; roles?: string[] }) {
  const { roles = [], ...rest } = claims;
  const token = await test.issuer.tokenFor(test.db, 'tech', {
    claims: {
      preferred_username: login,
      given_name: 'Nadia',
      family_name: 'Weiss',
      sid: rest.sub,
      ...rest,
      realm_access: { roles: ['offline_access', ...roles] },
    },
  });
  return test.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } });
}
async function unassignedUsers(by = 'sales', search = '') {
  const answer = await send(by, 'GET', `/user/unassigned?size=100&search=${search}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return userCalls.unassigned.answer.parse(answer.json()).content;
}
async function unassignedUser(login: string) {
  const found = (await unassignedUsers()).find((one) => one.login === login);
  if (found === undefined) throw new Error(`${login} is not an unassigned user`);
  return found;
}

it('LAB-103 API-141 API-142 an unassigned user is listed and added to a laboratory', async () => {
  expect((await come('Nadia', { sub: 'n-1', email: 'Nadia@lab.example' })).json()).toMatchObject({
    preferredUsername: 'nadia',
    laboratoryState: 'none',
  });
  const found = await unassignedUser('nadia');
  expect(found).toMatchObject({ lastname: 'Weiss', email: 'nadia@lab.example', lacks: 'laboratory' });
  expect((await unassignedUsers('sales', 'WEISS%20nad')).map(({ login }) => login)).toEqual(['nadia']);

  const path = `/user/${found.id}/laboratory/${north}/member`;
  const { revision } = found;
  expect((await send('manager', 'GET', '/user/unassigned')).statusCode).toBe(403);
  expect((await send('manager', 'PUT', path, { revision })).statusCode).toBe(403);
  expect((await send('sales', 'PUT', path, { revision: revision + 1 })).json()).toMatchObject({
    code: 'stale',
  });
  expect((await send('sales', 'PUT', path, { revision })).json()).toMatchObject({ login: 'nadia' });
  expect((await come('nadia', { sub: 'n-1' })).json()).toMatchObject({ laboratoryState: 'active' });
  expect((await unassignedUsers()).map(({ login }) => login)).not.toContain('nadia');
  const entry = await test.db.auditEvent.findFirstOrThrow({ where: { action: 'user.take-in' } });
  expect(entry).toMatchObject({ laboratoryId: north, entityId: found.id, actorName: 'Sofia Marin' });
  // A user who belongs to a laboratory cannot be assigned.
  expect((await send('sales', 'PUT', path, { revision: revision + 1 })).statusCode).toBe(404);
  const tech = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech.south' } });
  const taking = await send('sales', 'PUT', `/user/${tech.id}/laboratory/${north}/member`, { revision: 1 });
  expect(taking.statusCode).toBe(404);
});

it('of two concurrent assignments exactly one succeeds', async () => {
  await come('raced', { sub: 'r-1' });
  const { id, revision } = await unassignedUser('raced');
  const south = await test.db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory South' } });
  const answers = await Promise.all([
    send('sales', 'PUT', `/user/${id}/laboratory/${north}/member`, { revision }),
    send('super', 'PUT', `/user/${id}/laboratory/${south.id}/member`, { revision }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
});

it('a user with a duplicate e-mail address can sign in and is listed', async () => {
  expect((await come('double', { sub: 'd-1', email: 'TECH@example.org' })).statusCode).toBe(200);
  expect(await unassignedUser('double')).toMatchObject({ email: 'double@unknown.invalid' });
});

it('LAB-104 API-143 a recreated account is refused until it is linked, and the link is audited', async () => {
  await come('second', { sub: 'old' });
  const { id, revision } = await unassignedUser('second');
  await send('sales', 'PUT', `/user/${id}/laboratory/${north}/member`, { revision });
  for (const sub of ['new', 'new'])
    expect((await come('second', { sub, email: 'Second@lab.example' })).json()).toMatchObject({
      code: 'forbidden',
    });
  expect(await test.db.auditEvent.count({ where: { action: 'user.account-unknown', entityId: id } })).toBe(1);
  const listed = await unassignedUser('second');
  expect(listed).toMatchObject({ lacks: 'account', email: 'second@lab.example' });
  expect((await come('second', { sub: 'old' })).statusCode).toBe(200);

  const link = (by: string, at: number) => send(by, 'PUT', `/user/${id}/account`, { revision: at });
  expect((await link('manager', listed.revision)).statusCode).toBe(403);
  expect((await link('sales', listed.revision - 1)).json()).toMatchObject({ code: 'stale' });
  expect((await link('sales', listed.revision)).statusCode).toBe(204);
  expect((await come('second', { sub: 'new' })).json()).toMatchObject({ laboratoryState: 'active' });
  expect((await come('second', { sub: 'old' })).statusCode).toBe(403);
  const entry = await test.db.auditEvent.findFirstOrThrow({ where: { action: 'user.link' } });
  expect(entry).toMatchObject({
    entityId: id,
    laboratoryId: north,
    details: { from: { subject: 'old' }, to: { subject: 'new' } },
  });
});

it('LAB-101 LAB-104 the account of a user with more permissions cannot be linked by one with fewer', async () => {
  const top = await test.db.appUser.update({ where: { login: 'super' }, data: { subject: 'real super' } });
  expect((await come('super', { sub: 'false super', roles: ['SUPER_ADMIN'] })).statusCode).toBe(403);
  const listed = await unassignedUser('super');
  const answer = await send('sales', 'PUT', `/user/${top.id}/account`, { revision: listed.revision });
  expect(answer.json()).toMatchObject({ code: 'forbidden' });
});

it('LAB-109 a role revoked here does not return with the provider’s next sign-in', async () => {
  await come('doctor', { sub: 'doc', roles: ['PHYSICIAN'] });
  const { id, revision } = await unassignedUser('doctor');
  const taken = await send('sales', 'PUT', `/user/${id}/laboratory/${north}/member`, { revision });
  const {
    login: _login,
    id: _id,
    emailVerified: _verified,
    otherRoles: _roles,
    wayBy: _wayBy,
    ...user
  } = userCalls.addToLaboratory.answer.parse(taken.json());
  const { requiredActions: _actions, lastSignInAt: _at, ...body } = user;
  expect(body.physician).toBe(true);
  const answer = await send('sales', 'PUT', `/user/${id}/laboratory/${north}`, { ...body, physician: false });
  expect(answer.statusCode, answer.body).toBe(200);
  const again = await come('doctor', { sub: 'doc', sid: 'another session', roles: ['PHYSICIAN'] });
  expect(again.json()).toMatchObject({ roles: [] });
});

it('LAB-108 an account whose user could not be stored is deleted', async () => {
  // Another user takes the e-mail address between the check and the write.
  const racing: IdentityAdmin = {
    ...elsewhere,
    create: async (userId, account) => {
      const subject = await elsewhere.create(userId, account);
      await test.db.appUser.update({ where: { login: 'tech' }, data: { email: account.email } });
      return subject;
    },
  };
  const raced = await createTestApp({ beside: test, identityAdmin: racing });
  const answer = await raced.call('sales', 'POST', `/user/laboratory/${north}`, personOf('half.made'));
  await raced.close();
  expect(answer.json()).toMatchObject({ code: 'name-taken' });
  expect([...provider.accounts.keys()]).not.toContain('subject of half.made');
  expect(await test.db.appUser.count({ where: { login: 'half.made' } })).toBe(0);
});

it('LAB-108 a change that the provider refuses is reverted here, and both are audited', async () => {
  const made = await send('sales', 'POST', `/user/laboratory/${north}`, {
    ...personOf('refused'),
    physician: true,
  });
  expect(made.json()).toMatchObject({ password: { kind: 'mail', email: 'refused@lab.example' } });
  expect(provider.accounts.get('subject of refused')).toMatchObject({ enabled: true, roles: ['PHYSICIAN'] });
  const { id } = made.json<{ id: string }>();
  const { login: _, ...person } = personOf('refused');
  const body = { ...person, physician: true, enabled: true, revision: 1, lastname: 'Other' };

  provider.refuses = new AppError('name-taken', 'This e-mail is taken.');
  const answer = await send('sales', 'PUT', `/user/${id}/laboratory/${north}`, body);
  expect(answer.json()).toMatchObject({ code: 'name-taken' });
  expect(await test.db.appUser.findUnique({ where: { id } })).toMatchObject({
    lastname: 'Lund',
    revision: 3,
  });
  const actions = await test.db.auditEvent.findMany({ where: { entityId: id }, orderBy: { id: 'asc' } });
  expect(actions.map(({ action }) => action)).toEqual(['user.create', 'user.update', 'user.update']);

  // A user disabled here loses access even if the provider fails.
  const disabling = { ...body, enabled: false, revision: 3 };
  const refused = await send('sales', 'PUT', `/user/${id}/laboratory/${north}`, disabling);
  expect(refused.json()).toMatchObject({
    code: 'name-taken',
    message: 'refused is disabled here nevertheless. This e-mail is taken.',
  });
  const row = () => test.db.appUser.findUniqueOrThrow({ where: { id } });
  expect(await row()).toMatchObject({ lastname: 'Lund', enabled: false });
  provider.refuses = null;
  const enabling = { ...body, enabled: true, revision: (await row()).revision };
  expect((await send('sales', 'PUT', `/user/${id}/laboratory/${north}`, enabling)).statusCode).toBe(200);

  // The provider is unavailable: revoked access stays revoked.
  provider.refuses = AWAY;
  disabling.revision = (await row()).revision;
  expect((await send('sales', 'PUT', `/user/${id}/laboratory/${north}`, disabling)).statusCode).toBe(503);
  expect(await test.db.appUser.findUnique({ where: { id } })).toMatchObject({ enabled: false });
  provider.refuses = null;
});

it('OPS-142 a user created while the provider becomes unavailable can be enabled later', async () => {
  provider.goesAway = true;
  const made = await send('sales', 'POST', `/user/laboratory/${north}`, personOf('halfway'));
  provider.goesAway = false;
  expect(made.json()).toMatchObject({ login: 'halfway', password: { kind: 'mail-failed' } });
  expect(provider.accounts.get('subject of halfway')?.enabled).toBe(false);

  const { id } = made.json<{ id: string }>();
  const sendAgain = () => send('sales', 'POST', `/user/${id}/laboratory/${north}/password`);
  expect((await sendAgain()).json()).toMatchObject({ kind: 'mail-failed' });
  provider.refuses = null;
  expect((await sendAgain()).json()).toMatchObject({ kind: 'mail' });
  expect(provider.accounts.get('subject of halfway')?.enabled).toBe(true);
});

it('where accounts are managed elsewhere none is created here, and the list says so', async () => {
  const answer = await outside.call('sales', 'POST', `/user/laboratory/${north}`, personOf('never'));
  expect(answer.json()).toMatchObject({ code: 'locked' });
  expect(await test.db.appUser.count({ where: { login: 'never' } })).toBe(0);
  const users = await outside.call('sales', 'GET', `/user/laboratory/${north}`);
  expect(users.json()).toMatchObject({ accountsAreOurs: false });
});

it('LAB-149 the provider still assigns and revokes roles without a checkbox once the others are set here', async () => {
  const created = await send('sales', 'POST', `/user/laboratory/${north}`, personOf('petra'));
  const { id } = created.json<{ id: string }>();
  const signIn = (sid: string, ...roles: string[]) => come('petra', { sub: 'subject of petra', sid, roles });
  const roles = () =>
    test.db.appUser.findUniqueOrThrow({
      where: { id },
      select: { superAdmin: true, extraRoles: true, qaAdmin: true },
    });

  expect((await signIn('p-1', 'LABORATORY_MANAGER', 'QA_ADMIN')).statusCode).toBe(200);
  expect(await roles()).toMatchObject({ qaAdmin: false, superAdmin: false });
  expect((await roles()).extraRoles).toContain('LABORATORY_MANAGER');
  // The creator could have signed in to the account, so a second person must confirm it first.
  const [listed] = userCalls.list.answer
    .parse((await send('sales', 'GET', `/user/laboratory/${north}?search=petra`)).json())
    .content.filter(({ login }) => login === 'petra');
  expect(listed).toMatchObject({ otherRoles: ['LABORATORY_MANAGER'], wayBy: [{ name: 'Sofia Marin' }] });

  await signIn('p-2', 'SUPER_ADMIN');
  expect(await roles()).toEqual({ qaAdmin: false, superAdmin: true, extraRoles: ['offline_access'] });
  await signIn('p-3');
  expect(await roles()).toEqual({ qaAdmin: false, superAdmin: false, extraRoles: ['offline_access'] });
});
