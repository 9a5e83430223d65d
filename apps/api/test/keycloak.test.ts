import { userCalls, type LaboratoryUser } from '@curvewell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { keycloakAccounts } from '../src/keycloak/accounts.ts';
import { bringRealmUpToDate } from '../src/keycloak/realm.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { ACCOUNTS_SECRET, isWithKeycloak, startKeycloak, type RealKeycloak } from './keycloak-server.ts';

interface KeycloakUser {
  readonly id: string;
  readonly username: string;
  readonly firstName: string;
  readonly email: string;
  readonly enabled: boolean;
  readonly requiredActions: readonly string[];
}

/** Users are made on the pages, their accounts in a Keycloak with the realm of the deployment. */
describe.skipIf(!isWithKeycloak())('accounts in a real Keycloak', () => {
  let keycloak: RealKeycloak;
  let test: TestApp;
  let north = '';

  beforeAll(async () => {
    keycloak = await startKeycloak();
    test = await appWith(keycloak.url);
    north = (await test.db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory North' } })).id;
  }, 400_000);
  afterAll(async () => {
    await test.close();
    await keycloak.stop();
  });

  const appWith = (
    url: string,
    clientSecret = ACCOUNTS_SECRET,
    beside?: TestApp,
    publicUrl = 'https://localhost',
  ) =>
    createTestApp({
      ...(beside && { beside }),
      identityAdmin: keycloakAccounts({
        ...{ url, realm: 'curvewell', clientId: 'curvewell-accounts', clientSecret },
        ...{ webClientId: 'curvewell-web', publicUrl },
      }),
    });
  const person = (login: string) => ({
    ...{ login, firstname: 'Petra', lastname: 'Lund', email: `${login}@lab.example` },
  });
  const post = (login: string, body: object = {}, app = test) =>
    app.call('sales', 'POST', `/user/laboratory/${north}`, { ...person(login), ...body });
  async function make(login: string, body: object = {}) {
    const answer = await post(login, body);
    expect(answer.statusCode, answer.body).toBe(200);
    return userCalls.create.answer.parse(answer.json());
  }
  const put = (user: LaboratoryUser, change: object, app = test) => {
    const { lastname, firstname, email, enabled, revision, salesAdmin, qaAdmin, rdAdmin, physician } = user;
    const body = { lastname, firstname, email, enabled, revision, salesAdmin, qaAdmin, rdAdmin, physician };
    return app.call('sales', 'PUT', `/user/${user.id}/laboratory/${north}`, { ...body, ...change });
  };
  const updateNow = () =>
    bringRealmUpToDate({
      ...{ url: keycloak.url, user: 'admin', password: 'admin', realm: 'curvewell' },
      environment: keycloak.environment,
    });
  async function account(login: string): Promise<KeycloakUser | undefined> {
    const found = await keycloak.ask('GET', `/users?exact=true&username=${login}`);
    return (found as KeycloakUser[])[0];
  }
  async function rolesOf(login: string): Promise<string[]> {
    const id = (await account(login))?.id ?? '';
    const roles = (await keycloak.ask('GET', `/users/${id}/role-mappings/realm`)) as { name: string }[];
    return roles.map(({ name }) => name).filter((name) => !name.startsWith('default-roles'));
  }

  it('OPS-141 a user gets an account with the roles of the boxes, and a mail to choose a password', async () => {
    const { password } = await make('kc.one', { physician: true });
    expect(password).toEqual({ kind: 'mail', email: 'kc.one@lab.example' });
    expect(await account('kc.one')).toMatchObject({
      ...{ firstName: 'Petra', email: 'kc.one@lab.example', enabled: true },
      requiredActions: ['UPDATE_PASSWORD'],
    });
    expect(await rolesOf('kc.one')).toEqual(['PHYSICIAN']);
    await expect.poll(() => keycloak.mails.map(({ to }) => to)).toContain('kc.one@lab.example');
  });

  it('OPS-141 what is changed here is changed there; roles of somebody else stay', async () => {
    const user = await make('kc.two', { physician: true });
    const id = (await account('kc.two'))?.id ?? '';
    const [other] = ((await keycloak.ask('GET', '/roles')) as { id: string; name: string }[]).filter(
      ({ name }) => name === 'LABORATORY_MANAGER',
    );
    await keycloak.ask('POST', `/users/${id}/role-mappings/realm`, [other]);
    const changed = await put(user, { firstname: 'Pia', email: 'pia@lab.example', physician: false });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await account('kc.two')).toMatchObject({ firstName: 'Pia', email: 'pia@lab.example' });
    expect(await rolesOf('kc.two')).toEqual(['LABORATORY_MANAGER']);
  });

  it('OPS-141 who is disabled or deleted is so there', async () => {
    const user = await make('kc.three');
    const disabled = await put(user, { enabled: false });
    expect(await account('kc.three')).toMatchObject({ enabled: false });
    const { id } = disabled.json<LaboratoryUser>();
    const answer = await test.call('sales', 'DELETE', `/user/${id}/laboratory/${north}`);
    expect(answer.statusCode).toBeLessThan(300);
    expect(await account('kc.three')).toBeUndefined();
  });

  it('OPS-140 what Keycloak refuses stands at its field, and nothing is left behind', async () => {
    await keycloak.ask('POST', '/users', { username: 'kc.taken', email: 'kc.taken@other.example' });
    expect((await post('kc.taken')).json()).toMatchObject({
      code: 'name-taken',
      issues: [{ path: ['body', 'login'] }],
    });
    expect((await post('kc.four', { email: 'KC.taken@other.example' })).json()).toMatchObject({
      code: 'name-taken',
      issues: [{ path: ['body', 'email'] }],
    });
    expect((await post('kc.five', { lastname: '<b>' })).json()).toMatchObject({
      code: 'invalid-request',
      issues: [{ path: ['body', 'lastname'] }],
    });
    expect(
      await test.db.appUser.count({ where: { login: { in: ['kc.taken', 'kc.four', 'kc.five'] } } }),
    ).toBe(0);
    expect(await account('kc.four')).toBeUndefined();
  });

  it('OPS-140 of several fields each has its own, and what is taken is told of a change as well', async () => {
    expect((await post('kc.several', { firstname: 'a%', lastname: '<b>' })).json()).toMatchObject({
      code: 'invalid-request',
      issues: expect.arrayContaining([
        expect.objectContaining({ path: ['body', 'firstname'] }),
        expect.objectContaining({ path: ['body', 'lastname'] }),
      ]) as object[],
    });
    const user = await make('kc.change');
    expect((await put(user, { email: 'KC.taken@other.example' })).json()).toMatchObject({
      code: 'name-taken',
      issues: [{ path: ['body', 'email'] }],
    });
    expect((await put(user, { lastname: '<b>' })).json()).toMatchObject({
      code: 'invalid-request',
      issues: [{ path: ['body', 'lastname'] }],
    });
    expect(await account('kc.change')).toMatchObject({ email: 'kc.change@lab.example', lastName: 'Lund' });
  });

  it('OPS-141 a change leaves what it does not name, and gives back a role that was taken away there', async () => {
    const user = await make('kc.merge', { physician: true });
    const id = (await account('kc.merge'))?.id ?? '';
    await keycloak.ask('PUT', `/users/${id}`, { requiredActions: ['UPDATE_PASSWORD', 'CONFIGURE_TOTP'] });
    const roles = await keycloak.ask('GET', `/users/${id}/role-mappings/realm`);
    await keycloak.ask('DELETE', `/users/${id}/role-mappings/realm`, roles as object);
    expect((await put(user, { firstname: 'Pia' })).statusCode).toBe(200);
    expect(await account('kc.merge')).toMatchObject({
      firstName: 'Pia',
      requiredActions: expect.arrayContaining(['UPDATE_PASSWORD', 'CONFIGURE_TOTP']) as string[],
    });
    expect(await rolesOf('kc.merge')).toEqual(['PHYSICIAN']);
  });

  it('OPS-141 who is disabled has no session there any more', async () => {
    const user = await make('kc.session');
    const id = (await account('kc.session'))?.id ?? '';
    const value = 'a quiet winter morning';
    await keycloak.ask('PUT', `/users/${id}`, { requiredActions: [], emailVerified: true });
    await keycloak.ask('PUT', `/users/${id}/reset-password`, { type: 'password', value, temporary: false });
    await keycloak.ask('POST', '/clients', {
      ...{ clientId: 'of-a-test', publicClient: true, directAccessGrantsEnabled: true },
    });
    const signIn = await fetch(`${keycloak.url}/realms/curvewell/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'password', client_id: 'of-a-test', username: 'kc.session', password: value },
      }),
    });
    expect(signIn.status).toBe(200);
    const sessions = () => keycloak.ask('GET', `/users/${id}/sessions`);
    expect(await sessions()).toHaveLength(1);
    expect((await put(user, { enabled: false })).statusCode).toBe(200);
    expect(await sessions()).toEqual([]);
  });

  it('OPS-142 what cannot be made whole is taken back: a realm without a role', async () => {
    await keycloak.ask('DELETE', '/roles/PHYSICIAN');
    const answer = await post('kc.six', { physician: true });
    expect(answer.json()).toMatchObject({
      code: 'locked',
      message: expect.stringContaining('PHYSICIAN') as string,
    });
    expect(await account('kc.six')).toBeUndefined();
    expect(await test.db.appUser.count({ where: { login: 'kc.six' } })).toBe(0);

    // A realm that somebody changed, or that an older version made, is brought up to date.
    expect(await updateNow()).toEqual(['role PHYSICIAN made']);
    expect(await updateNow()).toEqual([]);
    await make('kc.six', { physician: true });
    expect(await rolesOf('kc.six')).toEqual(['PHYSICIAN']);
  });

  it('OPS-144 a realm without the product’s client gets it, with the same rights', async () => {
    const [client] = (await keycloak.ask('GET', '/clients?clientId=curvewell-accounts')) as { id: string }[];
    await keycloak.ask('DELETE', `/clients/${client?.id ?? ''}`);
    await keycloak.ask('PUT', '', { passwordPolicy: '', eventsEnabled: false });
    expect((await updateNow()).toSorted()).toEqual([
      'client curvewell-accounts made',
      'curvewell-accounts may manage users',
      'realm changed: eventsEnabled, passwordPolicy',
    ]);
    expect(await updateNow()).toEqual([]);
    await make('kc.again');
  });

  it('OPS-144 a realm is made where nothing is set, not even a server for mail', async () => {
    const made = bringRealmUpToDate({
      ...{ url: keycloak.url, user: 'admin', password: 'admin', realm: 'bare' },
      environment: {},
    });
    expect(await made).toEqual(['realm bare made']);
  });

  it('OPS-144 a realm that is not there is made whole', async () => {
    await keycloak.ask('DELETE', '');
    expect(await updateNow()).toEqual(['realm curvewell made']);
    expect(await updateNow()).toEqual([]);
    await make('kc.anew');
  });

  it('OPS-142 without a server for mail the user is made, and the mail can be sent again', async () => {
    await keycloak.mailbox.close();
    const user = await make('kc.seven');
    expect(user.password).toEqual({ kind: 'mail-failed', email: 'kc.seven@lab.example' });
    const again = () => test.call('sales', 'POST', `/user/${user.id}/laboratory/${north}/password`);
    expect((await again()).json()).toMatchObject({ kind: 'mail-failed' });
    await keycloak.mailbox.open();
    expect((await again()).json()).toMatchObject({ kind: 'mail' });
  });

  it('OPS-142 an account that is gone there can be disabled and deleted here, not changed', async () => {
    const user = await make('kc.eight');
    await keycloak.ask('DELETE', `/users/${(await account('kc.eight'))?.id ?? ''}`);
    expect((await put(user, { firstname: 'Pia' })).json()).toMatchObject({ code: 'locked' });
    const now = await test.db.appUser.findUniqueOrThrow({ where: { id: user.id } });
    const disabled = await put({ ...user, revision: now.revision }, { enabled: false });
    expect(disabled.statusCode, disabled.body).toBe(200);
    const mail = await test.call('sales', 'POST', `/user/${user.id}/laboratory/${north}/password`);
    expect(mail.json()).toMatchObject({
      code: 'locked',
      message: expect.stringContaining('no account of kc.eight any more') as string,
    });
    const deleted = await test.call('sales', 'DELETE', `/user/${user.id}/laboratory/${north}`);
    expect(deleted.statusCode).toBe(204);
  });

  it('OPS-142 a mail that Keycloak refuses is told; who was disabled there is enabled with it, as here', async () => {
    const user = await make('kc.mail');
    const send = (app = test) => app.call('sales', 'POST', `/user/${user.id}/laboratory/${north}/password`);
    const id = (await account('kc.mail'))?.id ?? '';
    await keycloak.ask('PUT', `/users/${id}`, { enabled: false });
    // It mails nobody who is disabled.
    expect((await send()).json()).toEqual({ kind: 'mail', email: 'kc.mail@lab.example' });
    expect(await account('kc.mail')).toMatchObject({ enabled: true });
    // Nor does it lead anybody to an address that is not the product's.
    const foreign = await appWith(keycloak.url, ACCOUNTS_SECRET, test, 'https://elsewhere.example');
    expect((await send(foreign)).json()).toMatchObject({ kind: 'mail-failed' });
    await foreign.close();
    expect((await send()).json()).toMatchObject({ kind: 'mail' });
  });

  it('OPS-142 a client whose rights were taken away is told, and gets them back by the command', async () => {
    const clientId = async (name: string) =>
      ((await keycloak.ask('GET', `/clients?clientId=${name}`)) as { id: string }[])[0]?.id ?? '';
    const service = (await keycloak.ask(
      'GET',
      `/clients/${await clientId('curvewell-accounts')}/service-account-user`,
    )) as { id: string };
    const mapping = `/users/${service.id}/role-mappings/clients/${await clientId('realm-management')}`;
    await keycloak.ask('DELETE', mapping, (await keycloak.ask('GET', mapping)) as object);
    const refused = await appWith(keycloak.url, ACCOUNTS_SECRET, test);
    expect((await post('kc.rights', {}, refused)).json()).toMatchObject({
      code: 'identity-unavailable',
      message: expect.stringContaining('does not let the product manage accounts') as string,
    });
    expect(await test.db.appUser.count({ where: { login: 'kc.rights' } })).toBe(0);
    expect(await updateNow()).toEqual(['curvewell-accounts may manage users']);
    await refused.close();
    await make('kc.rights');
  });

  it('OPS-142 a client that is refused and a provider that is away are told, and nothing is written', async () => {
    const wrong = await appWith(keycloak.url, 'not the secret', test);
    expect((await post('kc.nine', {}, wrong)).json()).toMatchObject({
      code: 'identity-unavailable',
      message: expect.stringContaining('own client') as string,
    });
    const away = await appWith('http://127.0.0.1:9', ACCOUNTS_SECRET, test);
    expect((await post('kc.nine', {}, away)).json()).toMatchObject({ code: 'identity-unavailable' });
    expect(await test.db.appUser.count({ where: { login: 'kc.nine' } })).toBe(0);
    await Promise.all([wrong.close(), away.close()]);
  });

  it('OPS-143 the product’s client may manage users of its realm and nothing else', async () => {
    const signIn = await fetch(`${keycloak.url}/realms/curvewell/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{
          grant_type: 'client_credentials',
          client_id: 'curvewell-accounts',
          client_secret: ACCOUNTS_SECRET,
        },
      }),
    });
    const { access_token: token } = (await signIn.json()) as { access_token: string };
    const status = async (path: string) =>
      (await fetch(`${keycloak.url}/admin/realms/${path}`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    expect(await status('curvewell/users')).toBe(200);
    expect(await status('curvewell/clients')).toBe(403);
    expect(await status('curvewell/roles/PHYSICIAN')).toBe(403);
    expect(await status('master/users')).toBe(403);
  });
});
