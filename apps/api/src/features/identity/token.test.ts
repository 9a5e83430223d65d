import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { createRemoteJWKSet, errors, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import type { TestIssuer } from '../../../test/sign-in.ts';
import { systemClock } from '../../clock.ts';
import { createTokenCheck } from './remembered-tokens.ts';
import { verifyToken } from './token.ts';

describe('tokens', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  const now = () => Math.floor(Date.now() / 1000);
  /** Creating a kit requires WRITE_KIT_CONFIG_ADMIN. */
  async function statusOf(token: string | null, method: 'GET' | 'POST' = 'GET'): Promise<number> {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const { statusCode } = await test.app.inject({ method, url: '/api/kit', headers });
    return statusCode;
  }
  const changed = (changes: Parameters<TestApp['issuer']['tokenFor']>[2]) =>
    test.issuer.tokenFor(test.db, 'research', changes);

  it('a valid token is accepted', async () => {
    expect(await statusOf(await changed({}))).not.toBe(401);
  });

  it('AUTH-07 a call without a token is refused', async () => {
    expect(await statusOf(null)).toBe(401);
  });

  it('clocks may differ by up to a minute', async () => {
    expect(await statusOf(await changed({ expiresIn: -55 }))).not.toBe(401);
    expect(await statusOf(await changed({ expiresIn: -65 }))).toBe(401);
    expect(await statusOf(await changed({ claims: { nbf: now() + 55 } }))).not.toBe(401);
  });

  it('the result of a token check is cached; its expiry takes effect at once, a withdrawn key within 30 s', async () => {
    let [after, lookups, isWithdrawn] = [0, 0, false];
    const keys: TestIssuer['keys'] = (...of) => {
      lookups += 1;
      if (isWithdrawn) throw new errors.JWKSNoMatchingKey();
      return test.issuer.keys(...of);
    };
    const clock = { now: () => new Date(Date.now() + after * 1000) };
    const check = createTokenCheck({ ...test.issuer, keys, clock });
    const [long, short] = [await changed({}), await changed({ expiresIn: 5 })];
    for (const token of [long, short, long, short]) await check(token);
    expect(lookups).toBe(2);

    isWithdrawn = true;
    after = 29;
    await check(long);
    after = 31;
    await expect(check(long)).rejects.toMatchObject({ reason: 'invalid' });

    isWithdrawn = false;
    after = 60;
    await check(short);
    after = 67;
    await expect(check(short)).rejects.toMatchObject({ reason: 'expired' });
  });

  it('invalid tokens of every kind are refused', async () => {
    const valid = await changed({});
    const wrong = [
      await changed({ claims: { nbf: now() + 120 } }),
      await changed({ claims: { iss: 'http://localhost/realms/other' } }),
      await changed({ claims: { aud: 'curvewell-web' } }),
      await changed({ claims: { typ: 'ID' }, header: { typ: 'JWT' } }),
      `${valid.slice(0, -4)}AAAA`,
      new UnsecuredJWT({ sub: 'x', preferred_username: 'research' }).setIssuer(test.issuer.issuer).encode(),
      await new SignJWT({ preferred_username: 'research', typ: 'Bearer' })
        .setProtectedHeader({ alg: 'HS256', kid: 'test' })
        .setIssuer(test.issuer.issuer)
        .setAudience(test.issuer.audience)
        .setSubject('x')
        .setIssuedAt()
        .setExpirationTime('5 min')
        .sign(createSecretKey(Buffer.alloc(32, 1))),
      'no token at all',
    ];
    for (const token of wrong) expect(await statusOf(token)).toBe(401);
  });

  it('AUTH-101 a provider that does not publish its keys is unavailable, and the token stays undecided', async () => {
    const silent = createServer((socket) => socket.destroy());
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo; // a TCP server has a port
    const keys = createRemoteJWKSet(new URL(`http://127.0.0.1:${port}/certs`));
    const rules = { ...test.issuer, keys, clock: systemClock };
    const token = await changed({});
    await expect(verifyToken(rules, token)).rejects.toMatchObject({ code: 'identity-unavailable' });
    silent.close();
  });

  it('a disabled user is refused, and a revoked role has no effect', async () => {
    const token = await changed({});
    await test.db.appUser.update({ where: { login: 'research' }, data: { enabled: false } });
    expect(await statusOf(token)).toBe(403);
    await test.db.appUser.update({ where: { login: 'research' }, data: { enabled: true } });

    expect(await statusOf(token, 'POST')).not.toBe(403);
    await test.db.appUser.update({ where: { login: 'research' }, data: { rdAdmin: false } });
    expect(await statusOf(token, 'POST')).toBe(403);
  });

  it('a user known only to the provider is accepted without a laboratory, and audited', async () => {
    const claims = {
      sub: 'a new subject',
      preferred_username: 'Stranger',
      email: 's@example.org',
      sid: 'first',
    };
    const headers = { authorization: `Bearer ${await changed({ claims })}` };
    const me = await test.app.inject({ url: '/api/me', headers });
    expect(me.json()).toMatchObject({ preferredUsername: 'stranger', laboratoryState: 'none' });
    const { id } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'stranger' } });
    const trail = await test.db.auditEvent.findMany({ where: { entityId: id }, orderBy: { id: 'asc' } });
    expect(trail.map(({ action }) => action)).toEqual(['user.first-seen', 'user.signed-in']);
  });

  it('a session of an external provider is audited once', async () => {
    const token = await test.issuer.tokenFor(test.db, 'quality', { claims: { sid: 'one session' } });
    await statusOf(token);
    await statusOf(token);
    const { id } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'quality' } });
    expect(await test.db.auditEvent.count({ where: { action: 'user.signed-in', entityId: id } })).toBe(1);
  });
});
