import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startTestIdentity, type TestIdentity } from '../../../test/embedded-identity.ts';
import { TEST_PASSWORD } from '../../../test/sign-in.ts';
import { embeddedAccounts } from './accounts.ts';

describe('the embedded identity provider', () => {
  let database: TestDatabase;
  let test: TestIdentity;
  /** Added to the clock. */
  let shiftMs = 0;
  const clock = { now: () => new Date(Date.now() + shiftMs) };

  beforeAll(async () => {
    database = await createTestDatabase();
    test = await startTestIdentity({ database, clock });
  });
  afterAll(async () => {
    await test.close();
    await database.drop();
  });

  async function linkFor(userId: string) {
    const owner = { userId, subject: null, login: '' };
    const account = { login: '', firstname: '', lastname: '', email: '', enabled: true, roles: [] };
    const accounts = embeddedAccounts({ db: database.db, clock }, 'realm');
    const offer = await accounts.offerPassword(owner, account, null);
    if (offer.kind !== 'link') throw new Error('the embedded provider makes links');
    return { token: offer.link.split('/').at(-1) ?? '', expiresAt: new Date(offer.expiresAt) };
  }

  async function audited(action: string, login: string): Promise<number> {
    const { id } = await database.db.appUser.findUniqueOrThrow({ where: { login } });
    return database.db.auditEvent.count({ where: { action, entityId: id } });
  }

  it('AUTH-03 signs in with PKCE S256, and the access token has the user and roles', async () => {
    const { tokens } = await test.signIn('physician');
    expect(tokens.expires_in).toBe(300);
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      aud: 'curvewell-api',
      iss: `${test.base}/realms/curvewell`,
      preferred_username: 'physician',
      realm_access: { roles: ['PHYSICIAN'] },
    });
    const actor = await test.identity.actors.resolve(tokens.access_token, '127.0.0.1');
    expect(actor).toMatchObject({ login: 'physician', name: 'Ingrid Lindqvist' });
    expect(actor.permissions.has('WRITE_DIAGNOSTIC')).toBe(true);
    expect(await audited('user.signed-in', 'physician')).toBe(1);
  });

  it.each(['constructor', 'toString', '__proto__', 'valueOf'])(
    'AUTH-119 a path that is no page (%s) is not found, and returns no header of the request',
    async (name) => {
      const headers = { 'x-mine': 'secret' };
      const response = await fetch(`${test.base}/realms/curvewell/${name}`, { headers, redirect: 'manual' });
      expect(response.status).toBe(404);
      expect(response.headers.get('x-mine')).toBeNull();
    },
  );

  it('AUTH-119 the page after signing out may not be framed, and loads nothing from elsewhere', async () => {
    const response = await fetch(`${test.endpoint('logout')}/success`);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await response.text()).toContain('You are signed out.');
  });

  it('AUTH-03 refuses a request without PKCE, or with a foreign redirect address', async () => {
    const browse = test.createBrowser();
    const plain = await browse(test.authorizationUrl({ code_challenge_method: 'plain' }));
    expect(plain.location).toContain('error=invalid_request');
    const foreign = await browse(test.authorizationUrl({ redirect_uri: 'https://elsewhere.example/' }));
    expect(foreign.status).toBe(400);
    expect(foreign.text).toContain('Authentication Failed');
  });

  it('the ID token is not accepted as access token', async () => {
    const { tokens } = await test.signIn('tech');
    await expect(test.identity.actors.resolve(tokens.id_token, '')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('AUTH-05 after signing out neither token works', async () => {
    const { browse, tokens } = await test.signIn('manager');
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${test.base}/`,
    });
    const page = await browse(`${test.endpoint('logout')}?${query.toString()}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const done = await browse(`${test.endpoint('logout')}/confirm`, { xsrf, logout: 'yes' });
    expect(done.location).toBe(`${test.base}/`);

    await expect(test.identity.actors.resolve(tokens.access_token, '')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await test.refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    await expect.poll(() => audited('user.signed-out', 'manager')).toBe(1);
  });

  it('using a refresh token twice ends the whole session', async () => {
    const { tokens } = await test.signIn('quality');
    const renewed = (await test.refresh(tokens.refresh_token)) as typeof tokens;
    expect(await test.refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    expect(await test.refresh(renewed.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    await expect(test.identity.actors.resolve(renewed.access_token, '')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect.poll(() => audited('user.token-reused', 'quality')).toBe(1);
  });

  it('the entered login is shown as text', async () => {
    const { answer } = await test.tryPassword('"><script>alert(1)</script>', 'wrong');
    expect(answer.text).not.toContain('<script>alert');
  });

  it('AUTH-115 a disabled user with the right password gets the answer to a wrong one', async () => {
    const where = { login: 'sales' };
    await database.db.appUser.update({ where, data: { enabled: false } });
    const { answer } = await test.tryPassword('sales', TEST_PASSWORD);
    expect([answer.status, answer.text.includes('Login or password is wrong.')]).toEqual([200, true]);
    await database.db.appUser.update({ where, data: { enabled: true } });
    expect((await test.tryPassword('sales', TEST_PASSWORD)).answer.status).toBe(303);
  });

  it('LAB-146 a one-time link sets a password once, and the sign-in that follows has the login filled in', async () => {
    const { id } = await database.db.appUser.findUniqueOrThrow({ where: { login: 'newcomer' } });
    const { token } = await linkFor(id);
    const link = `/realms/curvewell/set-password/${token}`;
    const browse = test.createBrowser();
    const password = 'a quiet winter morning';

    expect((await browse(link)).text).toContain('At least 12 characters');
    expect((await browse(link, { password: 'short' })).text).toContain('role="alert"');
    expect(await browse(link, { password })).toMatchObject({ status: 303 });
    const { location } = await browse(test.authorizationUrl());
    expect((await browse(location)).text).toContain('name="login" value="newcomer"');
    expect((await browse(link, { password })).status).toBe(410);
    expect((await test.tryPassword('newcomer', password)).answer.status).toBe(303);
  });

  it('LAB-106 the link expires with time, a newer link, or the user; only its hash is stored', async () => {
    const { id } = await database.db.appUser.findUniqueOrThrow({ where: { login: 'tech.south' } });
    const statusOf = async (token: string) =>
      (await test.createBrowser()(`/realms/curvewell/set-password/${token}`)).status;
    const older = await linkFor(id);
    const { token, expiresAt } = await linkFor(id);
    expect([await statusOf(older.token), await statusOf(token)]).toEqual([410, 200]);
    const kept = await database.db.$queryRaw`
      SELECT a::text FROM standalone.identity_account a WHERE user_id = ${id}::uuid`;
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(JSON.stringify(kept)).not.toContain(Buffer.from(token).toString('hex'));

    shiftMs = expiresAt.getTime() - Date.now() + 1000;
    expect(await statusOf(token)).toBe(410);
    shiftMs = 0;
    await database.db.appUser.update({ where: { id }, data: { enabled: false } });
    expect(await statusOf(token)).toBe(410);
    await database.db.appUser.update({ where: { id }, data: { enabled: true } });
    expect(await statusOf(token)).toBe(200);
  });

  it('AUTH-118 of two concurrent uses of a one-time link exactly one succeeds, and existing sessions end', async () => {
    const { tokens } = await test.signIn('research');
    const { id } = await database.db.appUser.findUniqueOrThrow({ where: { login: 'research' } });
    const { token } = await linkFor(id);
    const link = `/realms/curvewell/set-password/${token}`;
    const passwords = ['a quiet winter morning', 'a loud summer evening'];
    const answers = await Promise.all(passwords.map((password) => test.createBrowser()(link, { password })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    const won = passwords[answers.findIndex(({ status }) => status === 303)] ?? '';
    expect((await test.tryPassword('research', won)).answer.status).toBe(303);
    expect(await audited('user.password-chosen', 'research')).toBe(1);
    await expect(test.identity.actors.resolve(tokens.access_token, '')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('AUTH-119 requests with a foreign or altered redirect address, without PKCE or silent are refused', async () => {
    const browse = test.createBrowser();
    const foreign = [
      'http://127.0.0.1/',
      `${test.base}/x`,
      `${test.base}/?a`,
      `${test.base}/#a`,
      `${test.base}@evil/`,
    ];
    for (const redirect_uri of [...foreign, `${test.base}/ `, 'javascript:alert(1)']) {
      const answer = await browse(test.authorizationUrl({ redirect_uri }));
      expect([answer.status, answer.location]).toEqual([400, '']);
    }
    const without = test.authorizationUrl().replace(/&code_challenge(_method)?=[^&]+/g, '');
    expect((await browse(without)).location).toContain('error=invalid_request');
    const silent = await browse(test.authorizationUrl({ prompt: 'none' }));
    expect(silent.location).toMatch(/[?]error=login_required.*&state=a\+state/);

    const { browse: own, tokens } = await test.signIn('manager');
    for (const hint of [{}, { id_token_hint: tokens.id_token }, { client_id: 'curvewell-web' }]) {
      const query = new URLSearchParams({ ...hint, post_logout_redirect_uri: 'https://elsewhere.example/' });
      const page = await own(`${test.endpoint('logout')}?${query.toString()}`);
      expect(`${page.location}${page.text}`).not.toContain('elsewhere');
      expect(page.location).toBe('');
    }
  });
});
