import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startTestIdentity, type TestIdentity } from '../../../test/embedded-identity.ts';
import { TEST_PASSWORD } from '../../../test/sign-in.ts';
import { systemClock } from '../../clock.ts';

const HERE = '198.51.100.10';
const ELSEWHERE = '203.0.113.66';

describe('sign-in limits', () => {
  let database: TestDatabase;
  let test: TestIdentity;

  /** Behind a proxy, so that tests can set the client's address. */
  beforeAll(async () => {
    database = await createTestDatabase();
    test = await startTestIdentity({
      database,
      clock: systemClock,
      environment: { TRUSTED_PROXIES: 'loopback' },
    });
  });
  afterAll(async () => {
    await test.close();
    await database.drop();
  });

  const attempt = async (login: string, password: string, address: string) =>
    (await test.tryPassword(login, password, { 'x-forwarded-for': `192.0.2.1, ${address}` })).answer;
  const attempts = (count: number, login: string, address: string) =>
    Promise.all(Array.from({ length: count }, () => attempt(login, 'wrong', address)));

  it('AUTH-114 after five wrong passwords a login waits five minutes at that address, and a correct one resets the count', async () => {
    const statusOf = async (password: string, login = 'sales') =>
      (await attempt(login, password, HERE)).status;
    const statuses = async (count: number) =>
      (await attempts(count, 'sales', HERE)).map(({ status }) => status).sort();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      expect(await statuses(4)).toEqual([200, 200, 200, 200]);
      expect(await statusOf(TEST_PASSWORD)).toBe(303);
      expect(await statuses(6)).toEqual([200, 200, 200, 200, 200, 429]);
      expect(await statusOf(TEST_PASSWORD, 'Sales ')).toBe(429);
      vi.setSystemTime(Date.now() + 299_000);
      expect(await statusOf(TEST_PASSWORD)).toBe(429);
      vi.setSystemTime(Date.now() + 2_000);
      expect(await statusOf(TEST_PASSWORD)).toBe(303);
    } finally {
      vi.useRealTimers();
    }
  });

  it('AUTH-115 an unknown login gets the same text, status and delay as a known one', async () => {
    const seen = [];
    for (const login of ['quality', 'nobody-at-all']) {
      const answers = await attempts(7, login, ELSEWHERE);
      seen.push(
        answers
          .map(({ status, text, headers }) => ({
            status,
            waits: headers.has('retry-after'),
            text: withoutNonce(text).replaceAll(login, 'LOGIN'),
          }))
          .sort((one, other) => one.status - other.status),
      );
    }
    expect(seen[0]).toEqual(seen[1]);
    // Concurrent attempts count as well.
    expect(seen[0]?.map(({ status }) => status)).toEqual([...Array<number>(5).fill(200), 429, 429]);
    expect(seen[0]?.[6]?.text).toContain('Too many attempts. Try again in');
  });

  const withoutNonce = (text: string) =>
    text.replaceAll(/nonce="[^"]+"/g, '').replaceAll(/in \d+ (seconds|minutes)/g, 'in');

  it('AUTH-116 TRUST-370 failed sign-ins lock out neither the owner of a login elsewhere nor others behind the same address', async () => {
    const before = await database.db.auditEvent.count();
    expect((await attempts(8, 'physician', ELSEWHERE)).filter(({ status }) => status === 429)).toHaveLength(
      3,
    );
    expect((await attempt('physician', TEST_PASSWORD, ELSEWHERE)).status).toBe(429);
    expect((await attempt('physician', TEST_PASSWORD, HERE)).status).toBe(303);
    expect((await attempt('tech', TEST_PASSWORD, ELSEWHERE)).status).toBe(303);

    const rows = await database.db.auditEvent.findMany({ orderBy: { id: 'asc' }, skip: before });
    const count = (action: string) => rows.filter((row) => row.action === action).length;
    expect([count('user.sign-in-failed'), count('user.sign-in-limited')]).toEqual([5, 1]);
    expect(rows[0]?.address).toBe(ELSEWHERE);
  });
});
