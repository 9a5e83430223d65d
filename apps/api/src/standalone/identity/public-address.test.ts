import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startTestIdentity, type TestIdentity } from '../../../test/embedded-identity.ts';
import { systemClock } from '../../clock.ts';
import { readConfig } from '../../settings/config.ts';

type Headers = Readonly<Record<string, string>>;

/** Sends a request with the given headers, including Host. */
async function ask(url: string, headers: Headers) {
  return new Promise<{ body: string; location: string; cookies: readonly string[] }>((resolve, reject) => {
    send(url, { headers }, (answer) => {
      const { location = '', 'set-cookie': cookies = [] } = answer.headers;
      text(answer).then((body) => {
        resolve({ body, location, cookies });
      }, reject);
    })
      .once('error', reject)
      .end();
  });
}

describe('the public address', () => {
  let database: TestDatabase;
  let plain: TestIdentity;
  let behindTls: TestIdentity;

  beforeAll(async () => {
    database = await createTestDatabase();
    const options = { database, clock: systemClock };
    [plain, behindTls] = await Promise.all([
      startTestIdentity(options),
      startTestIdentity({
        ...options,
        environment: { PUBLIC_URL: 'https://curvewell.example', TRUSTED_PROXIES: '127.0.0.1' },
      }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([plain.close(), behindTls.close()]);
    await database.drop();
  });

  const FOREIGN: Headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  };

  it('AUTH-111 no Host header of a request appears in an address', async () => {
    const discovery = `${plain.base}/realms/curvewell/.well-known/openid-configuration`;
    const usual = await ask(discovery, {});
    expect(usual.body).toContain(`"token_endpoint":"${plain.base}/realms/`);
    expect(await ask(discovery, FOREIGN)).toMatchObject({ body: usual.body });

    const start = await ask(plain.authorizationUrl(), FOREIGN);
    expect(start.location).toMatch(/^\/realms\/curvewell\/login\//);
    const logOut = await ask(plain.endpoint('logout'), FOREIGN);
    expect(logOut.body).toContain(`action="${plain.base}/realms/`);
    expect(JSON.stringify([start, logOut])).not.toContain('evil');

    const tls = await ask(`${behindTls.base}/realms/curvewell/.well-known/openid-configuration`, FOREIGN);
    expect(tls.body).toContain('"token_endpoint":"https://curvewell.example/realms/');
    expect(tls.body).not.toMatch(/evil|127\.0\.0\.1/);
  });

  it('AUTH-112 cookies are hidden from scripts and limited to this site and, behind TLS, to TLS', async () => {
    const redirect = { redirect_uri: 'https://curvewell.example/' };
    for (const [test, changes, secure] of [
      [plain, {}, false],
      [behindTls, redirect, true],
    ] as const) {
      const { cookies } = await ask(test.authorizationUrl(changes), {});
      expect(cookies.length).toBeGreaterThan(0);
      for (const cookie of cookies) {
        expect(cookie).toMatch(/; ?httponly/i);
        expect(cookie).toMatch(/; ?samesite=(lax|strict)/i);
        expect(/; ?secure/i.test(cookie)).toBe(secure);
      }
    }
  });

  async function auditedAddress(test: TestIdentity, login: string, headers: Headers): Promise<unknown> {
    await test.tryPassword(login, 'wrong', headers);
    const [last] = await database.db.auditEvent.findMany({
      where: { action: 'user.sign-in-failed', details: { path: ['login'], equals: login } },
    });
    return last;
  }

  it('AUTH-113 only a trusted proxy may state the client’s address', async () => {
    const forwarded = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' };
    expect(await auditedAddress(plain, 'nobody-1', forwarded)).toMatchObject({ address: '127.0.0.1' });
    const { trustProxy } = readConfig({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8' });
    expect([trustProxy('10.1.2.3', 0), trustProxy('127.0.0.1', 0), trustProxy('192.0.2.1', 0)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(() => readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, proxy.example' })).toThrow(
      /TRUSTED_PROXIES|proxy\.example/,
    );
    expect(readConfig({ PUBLIC_URL: 'https://curvewell.example' }).trustProxy('127.0.0.1', 0)).toBe(false);
  });
});
