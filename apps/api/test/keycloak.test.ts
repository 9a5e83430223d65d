import { userCalls } from '@curvewell/contracts';
import type { LaboratoryUser } from '@curvewell/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { keycloakAccounts } from '../src/keycloak/accounts.ts';
import { createKeycloakConnection } from '../src/keycloak/connection.ts';
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

interface RoleMapping {
  readonly id: string;
  readonly name: string;
}

/** Creates users through the API, with accounts in a Keycloak with the deployment's realm. */
describe.skipIf(!isWithKeycloak())('accounts in a real Keycloak', () => {
  let keycloak: RealKeycloak;
  let test: TestApp;
  let north = '';

  beforeAll(async () => {
    keycloak = await startKeycloak();
    test = await appWith(keycloak.url);
    north = (await test.db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory North' } })).id;
  }, 700_000);
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
        url,
        realm: 'curvewell',
        clientId: 'curvewell-accounts',
        clientSecret,
        webClientId: 'curvewell-web',
        publicUrl,
      }),
    });
  const person = (login: string) => ({
    login,
    firstname: 'Petra',
    lastname: 'Lund',
    email: `${login}@lab.example`,
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
      url: keycloak.url,
      user: 'admin',
      password: 'admin',
      realm: 'curvewell',
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

  /** Signs in with a password and without the page, through a client created on first use. */
  async function signIn(login: string, password: string): Promise<{ status: number; error: string }> {
    const client = { clientId: 'of-a-test', publicClient: true, directAccessGrantsEnabled: true };
    const there = (await keycloak.ask('GET', '/clients?clientId=of-a-test')) as object[];
    if (there.length === 0) await keycloak.ask('POST', '/clients', client);
    const answer = await fetch(`${keycloak.url}/realms/curvewell/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'of-a-test',
        username: login,
        password,
      }),
    });
    const { error_description: error = '' } = (await answer.json()) as { error_description?: string };
    return { status: answer.status, error };
  }
  /** Sets a password as the user would. */
  async function givePassword(login: string, value: string): Promise<string> {
    const id = (await account(login))?.id ?? '';
    await keycloak.ask('PUT', `/users/${id}`, { requiredActions: [], emailVerified: true });
    await keycloak.ask('PUT', `/users/${id}/reset-password`, { type: 'password', value, temporary: false });
    return id;
  }
  const mailTo = (user: LaboratoryUser, app = test) =>
    app.call('sales', 'POST', `/user/${user.id}/laboratory/${north}/password`);

  it('OPS-141 OPS-325 a user gets an account with the selected roles, and a mail to choose a password, for which Keycloak authenticates', async () => {
    const { password } = await make('kc.one', { physician: true });
    expect(password).toEqual({ kind: 'mail', email: 'kc.one@lab.example' });
    expect(await account('kc.one')).toMatchObject({
      firstName: 'Petra',
      email: 'kc.one@lab.example',
      enabled: true,
      requiredActions: ['UPDATE_PASSWORD'],
    });
    expect(await rolesOf('kc.one')).toEqual(['PHYSICIAN']);
    await expect.poll(() => keycloak.mails.map(({ to }) => to)).toContain('kc.one@lab.example');
  });

  it('OPS-141 changes are made in Keycloak, too; unrelated roles stay', async () => {
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

  it('OPS-141 disabled and deleted users are so in Keycloak', async () => {
    const user = await make('kc.three');
    const disabled = await put(user, { enabled: false });
    expect(await account('kc.three')).toMatchObject({ enabled: false });
    const { id } = disabled.json<LaboratoryUser>();
    const answer = await test.call('sales', 'DELETE', `/user/${id}/laboratory/${north}`);
    expect(answer.statusCode).toBeLessThan(300);
    expect(await account('kc.three')).toBeUndefined();
  });

  it('OPS-140 Keycloak’s refusals are reported at their field, and nothing is left behind', async () => {
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

  it('OPS-140 several fields each have their error, and a change also reports taken values', async () => {
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

  it('OPS-141 a change keeps what it does not name, and restores a role that was removed in Keycloak', async () => {
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

  it('OPS-141 a disabled user has no session in Keycloak any more', async () => {
    const user = await make('kc.session');
    const id = await givePassword('kc.session', 'a quiet winter morning');
    expect(await signIn('kc.session', 'a quiet winter morning')).toMatchObject({ status: 200 });
    const sessions = () => keycloak.ask('GET', `/users/${id}/sessions`);
    expect(await sessions()).toHaveLength(1);
    expect((await put(user, { enabled: false })).statusCode).toBe(200);
    expect(await sessions()).toEqual([]);
  });

  it('AUTH-160 wrong passwords lock an account temporarily, which its state does not show; a new offer unlocks it', async () => {
    const user = await make('kc.brute');
    const id = await givePassword('kc.brute', 'a quiet winter morning');
    const isLocked = async () =>
      ((await keycloak.ask('GET', `/attack-detection/brute-force/users/${id}`)) as { disabled: boolean })
        .disabled;
    for (let tries = 0; tries < 10 && !(await isLocked()); tries++) await signIn('kc.brute', 'wrong');
    const refused = { status: 400, error: 'Invalid user credentials' };
    expect(await signIn('kc.brute', 'a quiet winter morning')).toEqual(refused);
    // Only Keycloak locks the account; it stays enabled in both systems.
    expect(await account('kc.brute')).toMatchObject({ enabled: true });
    const shown = await test.call('sales', 'GET', `/user/${user.id}/laboratory/${north}`);
    expect(shown.json()).toMatchObject({ enabled: true, requiredActions: [] });
    // A password set by an administrator there does not lift the lock.
    await givePassword('kc.brute', 'a second winter morning');
    expect(await signIn('kc.brute', 'a second winter morning')).toEqual(refused);
    expect((await mailTo(user)).json()).toMatchObject({ kind: 'mail' });
    expect(await isLocked()).toBe(false);
    expect(await signIn('kc.brute', 'a second winter morning')).toMatchObject({ status: 200 });
  });

  it('OPS-241 a profile that requires more fields than are stored is refused with their names; a disabled user has no access anyway', async () => {
    const user = await make('kc.profile');
    const id = await givePassword('kc.profile', 'a quiet winter morning');
    expect(await signIn('kc.profile', 'a quiet winter morning')).toMatchObject({ status: 200 });
    const profile = (await keycloak.ask('GET', '/users/profile')) as { attributes: object[] };
    const both = ['admin', 'user'];
    const department = {
      name: 'department',
      required: { roles: both },
      permissions: { view: both, edit: both },
    };
    await keycloak.ask('PUT', '/users/profile', {
      ...profile,
      attributes: [...profile.attributes, department],
    });
    const asks = { code: 'invalid-request', message: expect.stringContaining('“department”') as string };
    expect((await post('kc.nodepartment')).json()).toMatchObject({ ...asks, issues: [{ path: ['body'] }] });
    expect(await account('kc.nodepartment')).toBeUndefined();
    expect((await put(user, { firstname: 'Pia' })).json()).toMatchObject(asks);
    const now = () => test.db.appUser.findUniqueOrThrow({ where: { id: user.id } });
    expect(await now()).toMatchObject({ firstname: 'Petra', enabled: true });

    const { revision } = await now();
    const disabled = await put({ ...user, revision }, { firstname: 'Pia', enabled: false });
    expect(disabled.json()).toMatchObject({
      message: expect.stringContaining('kc.profile is disabled here nevertheless') as string,
    });
    expect(await now()).toMatchObject({ firstname: 'Petra', enabled: false });
    expect(await keycloak.ask('GET', `/users/${id}/sessions`)).toEqual([]);

    // Attributes that an administrator adds there are kept.
    const { username, email } = (await account('kc.profile')) ?? {};
    const kept = { firstName: 'Petra', lastName: 'Lund', attributes: { department: ['Haematology'] } };
    await keycloak.ask('PUT', `/users/${id}`, { username, email, ...kept });
    const again = await put({ ...user, revision: (await now()).revision }, { firstname: 'Pia' });
    expect(again.statusCode, again.body).toBe(200);
    await keycloak.ask('PUT', '/users/profile', { ...profile, unmanagedAttributePolicy: 'ADMIN_EDIT' });
    const { revision: last } = await now();
    expect((await put({ ...user, revision: last }, { firstname: 'Paula' })).statusCode).toBe(200);
    expect(await account('kc.profile')).toMatchObject({
      firstName: 'Paula',
      enabled: true,
      attributes: { department: ['Haematology'] },
    });
    await keycloak.ask('PUT', '/users/profile', profile);
  });

  it('OPS-327 sign-in pages use the browser’s language; settings of the realm are kept', async () => {
    const query = new URLSearchParams({
      client_id: 'curvewell-web',
      response_type: 'code',
      redirect_uri: 'https://localhost/',
      code_challenge_method: 'S256',
      code_challenge: 'a'.repeat(43),
      scope: 'openid',
    });
    const languageFor = async (browser: string) => {
      const page = await fetch(
        `${keycloak.url}/realms/curvewell/protocol/openid-connect/auth?${query.toString()}`,
        { headers: { 'accept-language': browser } },
      );
      return / lang="(\w+)"/.exec(await page.text())?.[1];
    };
    expect(await languageFor('de-AT')).toBe('de');
    expect(await languageFor('fi')).toBe('en');
    await keycloak.ask('PUT', '', { defaultLocale: 'fr' });
    expect(await updateNow()).toEqual([]);
    expect(await languageFor('fi')).toBe('fr');
    await keycloak.ask('PUT', '', { defaultLocale: 'en' });
  });

  it('OPS-242 the command restores a required action for passwords that was disabled or deleted in Keycloak', async () => {
    const user = await make('kc.step');
    const step = (await keycloak.ask('GET', '/authentication/required-actions/UPDATE_PASSWORD')) as object;
    const updates = ['required action “Update Password” enabled'];
    await keycloak.ask('PUT', '/authentication/required-actions/UPDATE_PASSWORD', {
      ...step,
      enabled: false,
    });
    // Keycloak reports neither case, although its mail leads nowhere.
    expect((await mailTo(user)).json()).toMatchObject({ kind: 'mail' });
    expect(await updateNow()).toEqual(updates);
    await keycloak.ask('DELETE', '/authentication/required-actions/UPDATE_PASSWORD');
    expect((await mailTo(user)).json()).toMatchObject({ kind: 'mail' });
    expect(await updateNow()).toEqual(updates);
    expect(await updateNow()).toEqual([]);
  });

  it('OPS-240 requests that the product never makes get Keycloak’s known answers, and would be reported in words', async () => {
    const user = await make('kc.raw', { physician: true });
    const id = (await account('kc.raw'))?.id ?? '';
    await make('kc.raw.longer');
    const withRealm = createKeycloakConnection({
      url: keycloak.url,
      realm: 'curvewell',
      clientId: 'curvewell-accounts',
      clientSecret: ACCOUNTS_SECRET,
    });
    const refusal = (message: string | RegExp, more: object = {}) => ({
      code: 'invalid-request',
      message: expect.stringMatching(message) as string,
      ...more,
    });
    const password = (value: string) => ({ type: 'password', value, temporary: false });
    await expect(
      withRealm((realm) => realm.users.create({ username: 'kc.unknown', nonsense: 1 } as object)),
    ).rejects.toMatchObject(refusal(/Unrecognized field "nonsense"/));
    await expect(
      withRealm((realm) => realm.users.create({ username: 'kc.unknown', credentials: [password('short')] })),
    ).rejects.toMatchObject(refusal(/minimum length 12/));
    expect(await account('kc.unknown'), 'none is made without the password asked for').toBeUndefined();
    await expect(
      withRealm((realm) => realm.users.resetPassword({ id, credential: password('kc.raw') })),
    ).rejects.toMatchObject(refusal(/minimum length 12|not be equal to the username/));
    await expect(
      withRealm((realm) => realm.users.update({ id }, { username: 'kc.other' })),
    ).rejects.toMatchObject(refusal(/does not allow this change/, { issues: [{ path: ['body', 'login'] }] }));
    const mail = { id, actions: ['UPDATE_PASSWORD'], redirectUri: 'https://localhost/' };
    await expect(withRealm((realm) => realm.users.executeActionsEmail(mail))).rejects.toMatchObject(
      refusal(/Client id missing/),
    );
    await expect(
      withRealm((realm) =>
        realm.users.executeActionsEmail({ ...mail, clientId: 'curvewell-web', actions: ['NO_SUCH_STEP'] }),
      ),
    ).rejects.toMatchObject(refusal(/invalid required actions/));
    // A role needs id and name; granting it twice has no effect.
    const roles = (await keycloak.ask('GET', `/users/${id}/role-mappings/realm`)) as RoleMapping[];
    await expect(
      withRealm((realm) =>
        realm.users.addRealmRoleMappings({
          id,
          roles: roles.map((role) => ({ id: role.id }) as RoleMapping),
        }),
      ),
    ).rejects.toMatchObject({ response: { status: 404 } });
    await withRealm((realm) => realm.users.addRealmRoleMappings({ id, roles }));
    expect(await rolesOf('kc.raw')).toEqual(['PHYSICIAN']);

    // Accepted silently: an unknown required action, an attribute outside the profile.
    const quiet = { requiredActions: ['NO_SUCH_STEP'], attributes: { shoe: ['44'] } };
    await withRealm((realm) => realm.users.create({ username: 'kc.quiet', ...quiet }));
    const made = await account('kc.quiet');
    expect(made).toMatchObject({ requiredActions: [] });
    expect(made).not.toHaveProperty('attributes');
    // An exact search finds one account, whatever others start with the login; group names may differ in case
    // only.
    const found = (search: { readonly username: string; readonly exact?: boolean }) =>
      withRealm(async (realm) => (await realm.users.find(search)).map(({ username }) => username));
    expect(await found({ username: 'KC.raw', exact: true })).toEqual(['kc.raw']);
    expect(await found({ username: 'kc_raw', exact: true })).toEqual([]);
    expect(await found({ username: 'kc.raw' })).toEqual(['kc.raw', 'kc.raw.longer']);
    for (const name of ['North', 'NORTH']) await withRealm((realm) => realm.groups.create({ name }));
    await expect(withRealm((realm) => realm.groups.create({ name: 'North' }))).rejects.toMatchObject({
      code: 'name-taken',
    });
    // An account whose address was removed gets it back, with its mail.
    await keycloak.ask('PUT', `/users/${id}`, { email: '' });
    expect((await mailTo(user)).json()).toEqual({ kind: 'mail', email: 'kc.raw@lab.example' });
    expect(await account('kc.raw')).toMatchObject({ email: 'kc.raw@lab.example' });
  });

  it('OPS-142 an incomplete account is deleted: a realm without a role', async () => {
    await keycloak.ask('DELETE', '/roles/PHYSICIAN');
    const answer = await post('kc.six', { physician: true });
    expect(answer.json()).toMatchObject({
      code: 'locked',
      message: expect.stringContaining('PHYSICIAN') as string,
    });
    expect(await account('kc.six')).toBeUndefined();
    expect(await test.db.appUser.count({ where: { login: 'kc.six' } })).toBe(0);

    // Updates a realm that was changed or that an older version created.
    expect(await updateNow()).toEqual(['role PHYSICIAN made']);
    expect(await updateNow()).toEqual([]);
    await make('kc.six', { physician: true });
    expect(await rolesOf('kc.six')).toEqual(['PHYSICIAN']);
  });

  it('OPS-144 a realm without the product’s client gets it, with the same permissions', async () => {
    const [client] = (await keycloak.ask('GET', '/clients?clientId=curvewell-accounts')) as { id: string }[];
    await keycloak.ask('DELETE', `/clients/${client?.id ?? ''}`);
    await keycloak.ask('PUT', '', { passwordPolicy: '', eventsEnabled: false });
    expect((await updateNow()).toSorted()).toEqual([
      'client curvewell-accounts made',
      'curvewell-accounts may manage users, view events',
      'realm changed: eventsEnabled, passwordPolicy',
    ]);
    expect(await updateNow()).toEqual([]);
    await make('kc.again');
  });

  it('TRUST-524 a realm of an older version is updated to report impersonated sessions', async () => {
    const [web] = (await keycloak.ask('GET', '/clients?clientId=curvewell-web')) as { id: string }[];
    const place = `/clients/${web?.id ?? ''}/protocol-mappers/models`;
    const mappers = (await keycloak.ask('GET', place)) as { id: string; name: string }[];
    const name = 'who opened the session in another name';
    const mapper = mappers.find((one) => one.name === name);
    await keycloak.ask('DELETE', `${place}/${mapper?.id ?? ''}`);
    expect(await updateNow()).toEqual([`client curvewell-web maps: ${name}`]);
    expect(await updateNow()).toEqual([]);
  });

  it('OPS-144 a realm is created without any settings, even without a mail server', async () => {
    const made = bringRealmUpToDate({
      url: keycloak.url,
      user: 'admin',
      password: 'admin',
      realm: 'bare',
      environment: {},
    });
    expect(await made).toEqual(['realm bare made']);
  });

  it('OPS-144 a missing realm is created completely', async () => {
    await keycloak.ask('DELETE', '');
    expect(await updateNow()).toEqual(['realm curvewell made']);
    expect(await updateNow()).toEqual([]);
    await make('kc.anew');
  });

  it('OPS-142 without a mail server the user is created, and the mail can be sent again', async () => {
    await keycloak.mailbox.close();
    const user = await make('kc.seven');
    expect(user.password).toEqual({ kind: 'mail-failed', email: 'kc.seven@lab.example' });
    const again = () => test.call('sales', 'POST', `/user/${user.id}/laboratory/${north}/password`);
    expect((await again()).json()).toMatchObject({ kind: 'mail-failed' });
    await keycloak.mailbox.open();
    expect((await again()).json()).toMatchObject({ kind: 'mail' });
  });

  it('OPS-142 an account that is missing in Keycloak can be disabled and deleted here, but not changed', async () => {
    const user = await make('kc.eight');
    await keycloak.ask('DELETE', `/users/${(await account('kc.eight'))?.id ?? ''}`);
    expect((await put(user, { firstname: 'Pia' })).json()).toMatchObject({ code: 'locked' });
    const now = await test.db.appUser.findUniqueOrThrow({ where: { id: user.id } });
    const disabled = await put({ ...user, revision: now.revision }, { enabled: false });
    expect(disabled.statusCode, disabled.body).toBe(200);
    const mail = await test.call('sales', 'POST', `/user/${user.id}/laboratory/${north}/password`);
    expect(mail.json()).toMatchObject({
      code: 'locked',
      message: expect.stringContaining('no longer has an account for kc.eight') as string,
    });
    const deleted = await test.call('sales', 'DELETE', `/user/${user.id}/laboratory/${north}`);
    expect(deleted.statusCode).toBe(204);
  });

  it('OPS-142 a mail that Keycloak refuses is reported; a user disabled there is enabled as here', async () => {
    const user = await make('kc.mail');
    const send = (app = test) => app.call('sales', 'POST', `/user/${user.id}/laboratory/${north}/password`);
    const id = (await account('kc.mail'))?.id ?? '';
    await keycloak.ask('PUT', `/users/${id}`, { enabled: false });
    // Disabled users get no mail.
    expect((await send()).json()).toEqual({ kind: 'mail', email: 'kc.mail@lab.example' });
    expect(await account('kc.mail')).toMatchObject({ enabled: true });
    // Nor does a mail lead to an address that is not the product's.
    const foreign = await appWith(keycloak.url, ACCOUNTS_SECRET, test, 'https://elsewhere.example');
    expect((await send(foreign)).json()).toMatchObject({ kind: 'mail-failed' });
    await foreign.close();
    expect((await send()).json()).toMatchObject({ kind: 'mail' });
  });

  it('OPS-142 a client whose permissions were removed is reported, and the command restores them', async () => {
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
      message: expect.stringContaining('does not allow the product manage accounts') as string,
    });
    expect(await test.db.appUser.count({ where: { login: 'kc.rights' } })).toBe(0);
    expect(await updateNow()).toEqual(['curvewell-accounts may manage users, view events']);
    await refused.close();
    await make('kc.rights');
  });

  it('OPS-142 a refused client and an unavailable provider are reported, and nothing is written', async () => {
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

  it('OPS-143 the product’s client may only manage users and read events of its realm', async () => {
    const signIn = await fetch(`${keycloak.url}/realms/curvewell/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'curvewell-accounts',
        client_secret: ACCOUNTS_SECRET,
      }),
    });
    const { access_token: token } = (await signIn.json()) as { access_token: string };
    const status = async (path: string) =>
      (await fetch(`${keycloak.url}/admin/realms/${path}`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    expect(await status('curvewell/users')).toBe(200);
    expect(await status('curvewell/events')).toBe(200);
    expect(await status('curvewell/admin-events')).toBe(200);
    expect(await status('curvewell/clients')).toBe(403);
    expect(await status('curvewell/roles/PHYSICIAN')).toBe(403);
    expect(await status('master/users')).toBe(403);
  });
});
