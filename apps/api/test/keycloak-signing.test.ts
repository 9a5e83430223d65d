import { setTimeout as sleep } from 'node:timers/promises';

import type { Method } from '@curvewell/contracts';
import { allConfirmed, recordStateSchema, type RunCheck } from '@curvewell/domain';
import { createRemoteJWKSet, decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { keycloakAccounts } from '../src/keycloak/accounts.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import {
  impersonate,
  oneTimePassword,
  signInAt,
  type Cookies,
  type KeycloakTokens,
} from './keycloak-sign-in.ts';
import { ACCOUNTS_SECRET, isWithKeycloak, startKeycloak, type RealKeycloak } from './keycloak-server.ts';
import { interpretedRun, submit } from './run-factory.ts';
import { addStepUp } from './step-up-flow.ts';

const PUBLIC_URL = 'https://localhost';
const PASSWORD = 'a quiet winter morning';
const TOTP_SECRET = 'twenty bytes of test';

/** Physicians sign with tokens of a real Keycloak. */
describe.skipIf(!isWithKeycloak())('signatures at a real Keycloak', { timeout: 300_000 }, () => {
  let keycloak: RealKeycloak;
  /** The app that creates runs. */
  let test: TestApp;
  let signing: TestApp;
  let seed = 5_200;
  /** How far the product's clock is ahead. */
  let laterMs = 0;
  const clock = { now: () => new Date(Date.now() + laterMs) };

  beforeAll(async () => {
    keycloak = await startKeycloak(PUBLIC_URL);
    test = await createTestApp();
    signing = await appWith(null);
    for (const login of ['physician', 'quality', 'tech']) await makeAccount(login);
  }, 700_000);
  afterAll(async () => {
    await signing.close();
    await test.close();
    await keycloak.stop();
  });
  beforeEach(() => rules({}));

  const rules = (demands: object) =>
    test.db.laboratory.updateMany({ where: { name: 'Demo laboratory North' }, data: { rules: demands } });
  const appWith = (signingAcr: string | null) => {
    const issuer = `${keycloak.url}/realms/curvewell`;
    const client = { clientId: 'curvewell-accounts', clientSecret: ACCOUNTS_SECRET };
    return createTestApp({
      beside: test,
      clock,
      signInClock: { now: () => new Date() },
      signingAcr,
      provider: {
        issuer,
        audience: 'curvewell-api',
        keys: createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`)),
      },
      identityAdmin: keycloakAccounts({
        url: keycloak.url,
        realm: 'curvewell',
        webClientId: 'curvewell-web',
        publicUrl: PUBLIC_URL,
        ...client,
      }),
    });
  };
  const ROLES: Readonly<Record<string, string>> = { physician: 'PHYSICIAN', quality: 'QA_ADMIN' };
  async function makeAccount(login: string): Promise<void> {
    await keycloak.ask('POST', '/users', {
      username: login,
      email: `${login}@lab.example`,
      enabled: true,
      emailVerified: true,
      firstName: 'Demo',
      lastName: login,
      credentials: [{ type: 'password', value: PASSWORD, temporary: false }],
    });
    const roles = (await keycloak.ask('GET', '/roles')) as { name: string }[];
    const given = roles.filter(({ name }) => name === ROLES[login]);
    await keycloak.ask('POST', `/users/${await idOf(login)}/role-mappings/realm`, given);
  }
  async function idOf(login: string): Promise<string> {
    const found = (await keycloak.ask('GET', `/users?exact=true&username=${login}`)) as { id: string }[];
    return found[0]?.id ?? '';
  }
  const signIn = (
    login: string,
    {
      cookies = new Map<string, string>(),
      parameters = {},
      forms = [{ username: login, password: PASSWORD }],
    }: {
      cookies?: Cookies;
      parameters?: Readonly<Record<string, string>>;
      forms?: readonly Readonly<Record<string, string>>[];
    } = {},
  ) => signInAt({ url: keycloak.url, publicUrl: PUBLIC_URL, cookies, parameters, forms });
  const call = (token: string, method: Method, url: string, payload?: object, app = signing) =>
    app.app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload !== undefined && { payload }),
    });
  async function waiting(): Promise<string> {
    const run = await interpretedRun(test, { seed: (seed += 1) });
    await submit(test, run.id);
    return run.id;
  }
  async function approve({ access_token: token }: KeycloakTokens, runId: string, app = signing) {
    const shown = await call(token, 'GET', `/run/${runId}/check?decision=approve`, undefined, app);
    if (shown.statusCode !== 200) return shown;
    const check = shown.json<RunCheck>();
    const body = { shown: check.digest, ...allConfirmed(check) };
    return call(token, 'PUT', `/run/${runId}/status?status=APPROVED`, body, app);
  }
  async function signed(tokens: KeycloakTokens) {
    const runId = await waiting();
    const answer = await approve(tokens, runId);
    expect(answer.statusCode, answer.body).toBe(200);
    const record = await test.call('tech', 'GET', `/run/${runId}/record`);
    const { state, signature } = recordStateSchema.parse(record.json());
    expect(state).toBe('unchanged');
    const { accountChanges = [], providerEvents } = signature?.statement ?? {};
    return {
      providerEvents,
      accountChanges: accountChanges.map(({ what, byOther }) => `${what}${byOther ? ' by other' : ''}`),
    };
  }
  const clientId = async (name: string) =>
    ((await keycloak.ask('GET', `/clients?clientId=${name}`)) as { id: string }[])[0]?.id ?? '';

  it('TRUST-523 a signature lists changes made in Keycloak by its administrators and by the user', async () => {
    const id = await idOf('quality');
    const tokens = await signIn('quality');
    // The account was created in Keycloak today.
    expect(await signed(tokens)).toEqual({ providerEvents: 'read', accountChanges: ['account by other'] });

    await keycloak.ask('PUT', `/users/${id}/reset-password`, {
      type: 'password',
      value: `${PASSWORD} again`,
      temporary: false,
    });
    // The console sends the whole user, so the address is unchanged.
    await keycloak.ask('PUT', `/users/${id}`, { firstName: 'Eva', email: 'quality@lab.example' });
    expect((await signed(tokens)).accountChanges).toEqual(['password by other', 'account by other']);

    await sleep(1_100);
    await keycloak.ask('PUT', `/users/${id}`, { email: 'elsewhere@lab.example' });
    await keycloak.ask('PUT', `/users/${id}`, {
      email: 'quality@lab.example',
      requiredActions: ['UPDATE_PASSWORD'],
    });
    const chosen = { 'password-new': PASSWORD.toUpperCase(), 'password-confirm': PASSWORD.toUpperCase() };
    const again = await signIn('quality', {
      forms: [{ username: 'quality', password: `${PASSWORD} again` }, chosen],
    });
    const { accountChanges } = await signed(again);
    expect(accountChanges).toEqual(['password', 'email by other', 'password by other', 'account by other']);
  });

  it('TRUST-523 a change that the product makes in Keycloak is listed once', async () => {
    const { id, laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'physician' } });
    const tokens = await signIn('physician');
    await signed(tokens);
    const url = `/user/${id}/laboratory/${laboratoryId ?? ''}`;
    const super_ = await createTestApp({ beside: test, identityAdmin: accounts() });
    await super_.call('manager', 'PUT', `${url}/hold`, { revision: await revisionOf('physician') });
    const shown = (await super_.call('manager', 'GET', url)).json<Record<string, unknown>>();
    const { lastname, firstname, enabled, salesAdmin, qaAdmin, rdAdmin, physician, revision } = shown;
    const boxes = { salesAdmin, qaAdmin, rdAdmin, physician };
    const body = { lastname, firstname, enabled, revision, ...boxes, email: 'doctor@lab.example' };
    const changed = await super_.call('manager', 'PUT', url, body);
    expect(changed.statusCode, changed.body).toBe(200);
    await test.db.appUser.update({ where: { id }, data: { wayByIds: [] } });
    await super_.close();
    const { accountChanges } = await signed(tokens);
    expect(accountChanges).toEqual(['email by other', 'account by other']);
  });

  const accounts = () =>
    keycloakAccounts({
      url: keycloak.url,
      realm: 'curvewell',
      webClientId: 'curvewell-web',
      publicUrl: PUBLIC_URL,
      clientId: 'curvewell-accounts',
      clientSecret: ACCOUNTS_SECRET,
    });
  const revisionOf = async (login: string) =>
    (await test.db.appUser.findUniqueOrThrow({ where: { login } })).revision;

  it('TRUST-523 changes are unknown for a realm whose events the product may not read, or that stores too few', async () => {
    const tokens = await signIn('physician');
    const notKnown = { providerEvents: 'not-known', accountChanges: ['email by other'] };
    const events = (await keycloak.ask('GET', '/events/config')) as { enabledEventTypes: string[] };
    const without = events.enabledEventTypes.filter((type) => type !== 'UPDATE_EMAIL');
    for (const few of [
      { adminEventsEnabled: false },
      { adminEventsDetailsEnabled: false },
      { eventsExpiration: 3600 },
      { enabledEventTypes: without },
    ]) {
      await keycloak.ask('PUT', '/events/config', { ...events, ...few });
      expect(await signed(tokens), JSON.stringify(few)).toEqual(notKnown);
    }
    await keycloak.ask('PUT', '/events/config', events);

    const service = (await keycloak.ask(
      'GET',
      `/clients/${await clientId('curvewell-accounts')}/service-account-user`,
    )) as { id: string };
    const mapping = `/users/${service.id}/role-mappings/clients/${await clientId('realm-management')}`;
    const rights = (await keycloak.ask('GET', mapping)) as { name: string }[];
    const reading = rights.filter(({ name }) => name === 'view-events');
    await keycloak.ask('DELETE', mapping, reading);
    // The token contains the permissions until it expires.
    const beside = await appWith(null);
    const runId = await waiting();
    expect((await approve(tokens, runId, beside)).statusCode).toBe(200);
    await beside.close();
    const row = await test.db.signature.findFirstOrThrow({ where: { runId } });
    expect(row.providerEvents).toBe('not-known');
    await keycloak.ask('POST', mapping, reading);
  });

  it('TRUST-524 a session that a Keycloak administrator opens in a physician’s name is always refused, and audited', async () => {
    const cookies = await impersonate(keycloak.url, await idOf('physician'));
    const tokens = await signIn('physician', { cookies, forms: [] });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      preferred_username: 'physician',
      impersonator: 'admin',
    });
    const runId = await waiting();
    const refused = await approve(tokens, runId);
    expect(refused.json()).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('in the name of somebody else') as string,
    });
    expect((await call(tokens.access_token, 'GET', '/me')).statusCode).toBe(403);
    const { id } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'physician' } });
    const entries = await test.db.auditEvent.findMany({
      where: { entityId: id, action: 'user.impersonated' },
    });
    expect(entries).toMatchObject([{ details: { login: 'physician', by: 'admin' } }]);
    expect(await test.db.signature.count({ where: { runId } })).toBe(0);

    // The user's next signature records it.
    const own = await signed(await signIn('physician'));
    expect(own.accountChanges).toContain('impersonation by other');
  });

  it('TRUST-524 where the realm’s client does not report it, its events do, and nothing is signed', async () => {
    const web = await clientId('curvewell-web');
    const mappers = (await keycloak.ask('GET', `/clients/${web}/protocol-mappers/models`)) as {
      id: string;
      name: string;
    }[];
    const one = mappers.find(({ name }) => name.startsWith('who opened'));
    await keycloak.ask('DELETE', `/clients/${web}/protocol-mappers/models/${one?.id ?? ''}`);
    const cookies = await impersonate(keycloak.url, await idOf('physician'));
    const tokens = await signIn('physician', { cookies, forms: [] });
    expect(decodeJwt(tokens.access_token)).not.toHaveProperty('impersonator');
    const runId = await waiting();
    expect((await approve(tokens, runId)).json()).toMatchObject({ code: 'forbidden' });
    const reject = `/run/${runId}/status?status=REJECTED`;
    expect((await call(tokens.access_token, 'PUT', reject, { reason: 'Controls failed' })).statusCode).toBe(
      403,
    );
    await keycloak.ask('POST', `/clients/${web}/protocol-mappers/models`, one);
  });

  it('TRUST-526 a decision needs a new sign-in: an old one is refused, even in an extended session', async () => {
    await rules({ signInAgain: true });
    const cookies: Cookies = new Map();
    const first = await signIn('physician', { cookies });
    const runId = await waiting();
    laterMs = 6 * 60_000;
    expect((await approve(first, runId)).json()).toMatchObject({ code: 'sign-in-again' });
    // The session cookie gives a new token of the same sign-in.
    const silent = await signIn('physician', { cookies, forms: [] });
    expect(decodeJwt(silent.access_token)['auth_time']).toBe(decodeJwt(first.access_token)['auth_time']);
    expect((await approve(silent, runId)).json()).toMatchObject({ code: 'sign-in-again' });
    laterMs = 0;
    await sleep(1_100);
    const again = await signIn('physician', {
      cookies,
      parameters: { prompt: 'login', max_age: '0' },
      forms: [{ username: 'physician', password: PASSWORD }],
    });
    expect(decodeJwt(again.access_token)['auth_time']).not.toBe(decodeJwt(first.access_token)['auth_time']);
    expect((await approve(again, runId)).statusCode).toBe(200);
  });

  it('TRUST-526 another user’s new sign-in does not count, and neither does an ID token', async () => {
    await rules({ signInAgain: true });
    const own = await signIn('physician');
    const runId = await waiting();
    const other = await signIn('tech');
    laterMs = 6 * 60_000;
    expect((await approve(own, runId)).json()).toMatchObject({ code: 'sign-in-again' });
    laterMs = 0;
    expect((await approve(other, runId)).json()).toMatchObject({ code: 'forbidden' });
    const asId = { ...own, access_token: own.id_token };
    expect((await approve(asId, runId)).statusCode).toBe(401);
    // A token for another client of the realm is refused.
    await keycloak.ask('POST', '/clients', {
      clientId: 'other-product',
      publicClient: true,
      directAccessGrantsEnabled: true,
    });
    const grant = await fetch(`${keycloak.url}/realms/curvewell/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'other-product',
        username: 'physician',
        password: PASSWORD,
        scope: 'openid',
      }),
    });
    expect((await approve((await grant.json()) as KeycloakTokens, runId)).statusCode).toBe(401);
    expect(await test.db.signature.count({ where: { runId } })).toBe(0);
  });

  it('TRUST-526 a decision needs the configured acr: a password alone is refused, with a one-time password it is signed', async () => {
    await rules({ signInAgain: true });
    await addStepUp(keycloak.ask);
    await keycloak.ask('POST', '/users', {
      username: 'doctor',
      email: 'two@lab.example',
      enabled: true,
      emailVerified: true,
      firstName: 'Two',
      lastName: 'Factors',
      credentials: [
        { type: 'password', value: PASSWORD, temporary: false },
        {
          type: 'otp',
          secretData: JSON.stringify({ value: TOTP_SECRET }),
          credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }),
        },
      ],
    });
    const roles = (await keycloak.ask('GET', '/roles')) as { name: string }[];
    const physician = roles.filter(({ name }) => name === 'PHYSICIAN');
    await keycloak.ask('POST', `/users/${await idOf('doctor')}/role-mappings/realm`, physician);
    const { laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'physician' } });
    await test.db.appUser.create({
      data: {
        login: 'doctor',
        firstname: 'Two',
        lastname: 'Factors',
        email: 'two@lab.example',
        physician: true,
        laboratoryId,
      },
    });
    const strict = await appWith('2');
    const runId = await waiting();
    const cookies: Cookies = new Map();
    const typed = { username: 'doctor', password: PASSWORD };
    const weak = await signIn('doctor', { cookies, forms: [typed] });
    expect(decodeJwt(weak.access_token)['acr']).toBe('1');
    const refused = await approve(weak, runId, strict);
    expect(refused.json()).toMatchObject({
      code: 'sign-in-again',
      message: expect.stringContaining('(2)') as string,
    });
    // The request that the page makes.
    const strong = await signIn('doctor', {
      cookies,
      parameters: { prompt: 'login', max_age: '0', acr_values: '2' },
      forms: [typed, { otp: oneTimePassword(TOTP_SECRET, new Date()) }],
    });
    expect(decodeJwt(strong.access_token)['acr']).toBe('2');
    const answer = await approve(strong, runId, strict);
    expect(answer.statusCode, answer.body).toBe(200);
    await strict.close();
  });
});
