import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { TEST_PASSWORD } from '../../../test/sign-in.ts';
import { readConfig } from '../../config.ts';
import { createIdentityServices, type IdentityServices } from '../../identity-services.ts';
import { issueSetPasswordToken } from './accounts.ts';

const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  id_token: z.string(),
  expires_in: z.number(),
});

describe('the embedded identity provider', () => {
  let database: TestDatabase;
  let server: Server;
  let identity: IdentityServices;
  let base: string;
  /** Moved by the tests that wait. */
  let shiftMs = 0;
  const clock = { now: () => new Date(Date.now() + shiftMs) };

  beforeAll(async () => {
    database = await createTestDatabase();
    server = createServer((request, response) => {
      if (!identity.handle(request, response)) response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // a TCP server that listens
    base = `http://127.0.0.1:${port}`;
    const config = readConfig({ PORT: String(port), PUBLIC_URL: base });
    identity = await createIdentityServices({
      ...{ config, db: database.db, clock },
      onError: (error) => {
        throw error;
      },
    });
  });
  afterAll(async () => {
    identity.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await database.drop();
  });

  /** A browser of a few lines: it keeps cookies and does not follow redirects. */
  function createBrowser() {
    const cookies = new Map<string, string>();
    return async (url: string, form?: Record<string, string>) => {
      const answer = await fetch(new URL(url, base), {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      return {
        status: answer.status,
        location: answer.headers.get('location') ?? '',
        text: await answer.text(),
      };
    };
  }

  const endpoint = (name: string) => `${base}/realms/curvewell/protocol/openid-connect/${name}`;
  const verifier = randomBytes(32).toString('base64url');
  function authorizationUrl(changes: Record<string, string> = {}) {
    const query = new URLSearchParams({
      ...{ client_id: 'curvewell-web', response_type: 'code', scope: 'openid profile email' },
      ...{ redirect_uri: `${base}/`, state: 'a state', code_challenge_method: 'S256' },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      ...changes,
    });
    return `${endpoint('auth')}?${query.toString()}`;
  }

  async function tryPassword(login: string, password: string) {
    const browse = createBrowser();
    const { location: page } = await browse(authorizationUrl());
    const answer = await browse(page, { login, password });
    return { browse, answer };
  }

  async function signIn(login: string) {
    const { browse, answer } = await tryPassword(login, TEST_PASSWORD);
    const { location } = await browse(answer.location);
    const code = new URL(location).searchParams.get('code') ?? '';
    const tokens = await requestTokens({ grant_type: 'authorization_code', code, code_verifier: verifier });
    return { browse, tokens: tokensSchema.parse(tokens) };
  }

  async function requestTokens(form: Record<string, string>): Promise<unknown> {
    const body = new URLSearchParams({ client_id: 'curvewell-web', redirect_uri: `${base}/`, ...form });
    return (await fetch(endpoint('token'), { method: 'POST', body })).json();
  }
  const refresh = (token: string) => requestTokens({ grant_type: 'refresh_token', refresh_token: token });

  async function audited(action: string, login: string): Promise<number> {
    const { id } = await database.db.appUser.findUniqueOrThrow({ where: { login } });
    return database.db.auditEvent.count({ where: { action, entityId: id } });
  }

  it('AUTH-03 signs in with PKCE S256, and the access token says who and which roles', async () => {
    const { tokens } = await signIn('physician');
    expect(tokens.expires_in).toBe(300);
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      aud: 'curvewell-api',
      iss: `${base}/realms/curvewell`,
      preferred_username: 'physician',
      realm_access: { roles: ['PHYSICIAN'] },
    });
    const actor = await identity.actors.resolve(tokens.access_token, '127.0.0.1');
    expect(actor).toMatchObject({ login: 'physician', name: 'Ingrid Lindqvist' });
    expect(actor.permissions.has('WRITE_DIAGNOSTIC')).toBe(true);
    expect(await audited('user.signed-in', 'physician')).toBe(1);
  });

  it('AUTH-03 refuses a request without PKCE, or with a foreign address to return to', async () => {
    const browse = createBrowser();
    const plain = await browse(authorizationUrl({ code_challenge_method: 'plain' }));
    expect(plain.location).toContain('error=invalid_request');
    const foreign = await browse(authorizationUrl({ redirect_uri: 'https://elsewhere.example/' }));
    expect(foreign.status).toBe(400);
    expect(foreign.text).toContain('Authentication Failed');
  });

  it('the ID token is no access token', async () => {
    const { tokens } = await signIn('tech');
    await expect(identity.actors.resolve(tokens.id_token, '')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('AUTH-05 after logging out neither token works', async () => {
    const { browse, tokens } = await signIn('manager');
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${base}/`,
    });
    const page = await browse(`${endpoint('logout')}?${query.toString()}`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const done = await browse(`${endpoint('logout')}/confirm`, { xsrf, logout: 'yes' });
    expect(done.location).toBe(`${base}/`);

    await expect(identity.actors.resolve(tokens.access_token, '')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    await expect.poll(() => audited('user.signed-out', 'manager')).toBe(1);
  });

  it('a refresh token that is used twice ends the whole session', async () => {
    const { tokens } = await signIn('quality');
    const renewed = tokensSchema.parse(await refresh(tokens.refresh_token));
    expect(await refresh(tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    expect(await refresh(renewed.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    await expect(identity.actors.resolve(renewed.access_token, '')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect.poll(() => audited('user.token-reused', 'quality')).toBe(1);
  });

  it('wrong passwords pause the account after 5 and lock it after 10', async () => {
    for (let attempt = 1; attempt <= 4; attempt++) {
      const { answer } = await tryPassword('sales', 'wrong');
      expect(answer.text).toContain('Login or password is wrong.');
    }
    expect((await tryPassword('sales', 'wrong')).answer.text).toContain('Try again in 60 seconds.');
    const paused = await tryPassword('sales', TEST_PASSWORD);
    expect(paused.answer).toMatchObject({ status: 429 });

    for (let attempt = 6; attempt <= 10; attempt++) {
      shiftMs += 61_000;
      await tryPassword('sales', 'wrong');
    }
    shiftMs += 61_000;
    expect((await tryPassword('sales', TEST_PASSWORD)).answer.text).toContain('minutes');
    shiftMs += 15 * 60_000;
    expect((await tryPassword('sales', TEST_PASSWORD)).answer.status).toBe(303);
    expect(await audited('user.account-locked', 'sales')).toBe(6);
    shiftMs = 0;
  });

  it('an unknown login is answered like a wrong password', async () => {
    const { answer } = await tryPassword('nobody', 'wrong');
    expect(answer.text).toContain('Login or password is wrong.');
  });

  it('what was typed as a login is shown as text', async () => {
    const { answer } = await tryPassword('"><script>alert(1)</script>', 'wrong');
    expect(answer.text).not.toContain('<script>alert');
  });

  it('a one-time link lets a person choose a password, once', async () => {
    const { id } = await database.db.appUser.findUniqueOrThrow({ where: { login: 'newcomer' } });
    const token = await database.db.$transaction((tx) => issueSetPasswordToken(tx, clock, id));
    const link = `/realms/curvewell/set-password/${token}`;
    const browse = createBrowser();
    const password = 'a quiet winter morning';

    expect((await browse(link)).text).toContain('At least 12 characters');
    expect((await browse(link, { password: 'short', repeated: 'short' })).text).toContain('role="alert"');
    expect((await browse(link, { password, repeated: 'another one' })).text).toContain('not the same');
    expect(await browse(link, { password, repeated: password })).toMatchObject({ status: 303 });
    expect((await browse(link, { password, repeated: password })).status).toBe(410);
    expect((await tryPassword('newcomer', password)).answer.status).toBe(303);
  });

  it('does not start in production unless it is allowed to', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/EMBEDDED_IDENTITY/);
    expect(() => readConfig({ NODE_ENV: 'production', EMBEDDED_IDENTITY: 'allow' })).not.toThrow();
  });
});
