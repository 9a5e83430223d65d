import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startTestIdentity, type TestIdentity } from '../../../test/embedded-identity.ts';
import { TEST_PASSWORD } from '../../../test/sign-in.ts';
import { systemClock } from '../../clock.ts';
import { createSignInLimits } from './sign-in-limits.ts';

const USUAL = '198.51.100.10';
const ELSEWHERE = '203.0.113.66';

describe('limits of signing in', () => {
  let database: TestDatabase;
  let test: TestIdentity;

  beforeAll(async () => {
    database = await createTestDatabase();
    test = await start();
  });
  beforeEach(() => database.db.signInLimit.deleteMany());
  afterAll(async () => {
    await test.close();
    await database.drop();
  });

  /** Behind a proxy, so that the tests can say where somebody is. */
  const start = () =>
    startTestIdentity({
      ...{ database, clock: systemClock, environment: { TRUSTED_PROXIES: 'loopback' } },
    });

  const attempt = async (login: string, password: string, address = ELSEWHERE) =>
    (await test.tryPassword(login, password, { 'x-forwarded-for': `192.0.2.1, ${address}` })).answer;
  const signsIn = async (login: string, address: string) =>
    (await attempt(login, TEST_PASSWORD, address)).status === 303;

  /** A failed attempt, without its work. */
  const enter = (login: string, address: string) =>
    createSignInLimits({ db: database.db, clock: systemClock }).enter({ login, address });
  async function letPass(seconds: number) {
    await database.db
      .$executeRaw`UPDATE sign_in_limit SET expire = expire - make_interval(secs => ${seconds})`;
  }

  it('AUTH-114 the waits grow with the wrong passwords: a minute, a quarter of an hour, an hour', async () => {
    const waits: number[] = [];
    for (const passes of [60, 15 * 60, 60 * 60]) {
      let refusal = null;
      while (refusal === null) refusal = await enter('sales', ELSEWHERE);
      waits.push(refusal.seconds);
      const answer = await attempt('sales', TEST_PASSWORD);
      expect(answer).toMatchObject({ status: 429 });
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(refusal.seconds);
      expect(answer.text).toContain('Too many attempts. Try again in');
      await letPass(passes);
    }
    expect(waits.map((seconds) => Math.ceil(seconds / 60))).toEqual([1, 14, 44]);
    expect(await signsIn('sales', ELSEWHERE)).toBe(true);
  });

  it('AUTH-115 an unknown login is answered as a known one is: the same text, the same status, the same wait', async () => {
    const seen = [];
    for (const login of ['quality', 'nobody-at-all']) {
      const address = `203.0.113.${login.length}`;
      const answers = [await attempt(login, 'wrong', address)];
      for (let failed = 1; failed < 5; failed++) await enter(login, address);
      answers.push(await attempt(login, 'wrong', address));
      seen.push(
        answers.map(({ status, text, headers }) => ({
          ...{ status, waits: headers.has('retry-after') },
          text: withoutNonce(text).replaceAll(login, 'LOGIN'),
        })),
      );
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.map(({ status }) => status)).toEqual([200, 429]);
  });

  const withoutNonce = (text: string) =>
    text.replaceAll(/nonce="[^"]+"/g, '').replaceAll(/in \d+ (seconds|minutes)/g, '');

  it('AUTH-116 a login under attack from elsewhere still lets its owner in at the usual place', async () => {
    expect(await signsIn('physician', USUAL)).toBe(true);
    for (let from = 1; from <= 12; from++) await enter('physician', `203.0.113.${from}`);
    expect(await signsIn('physician', '203.0.113.200')).toBe(false);
    expect(await signsIn('physician', USUAL)).toBe(true);
  });

  it('AUTH-116 who fails for all logins from one address shuts nobody out at another', async () => {
    const logins = (await database.db.appUser.findMany()).map(({ login }) => login);
    for (let tries = 0; tries < 60; tries++) {
      await enter(logins[tries % logins.length] ?? '', ELSEWHERE);
    }
    expect(await attempt('tech', TEST_PASSWORD)).toMatchObject({ status: 429 });
    expect(await attempt('nobody', 'wrong')).toMatchObject({ status: 429 });
    expect(await signsIn('tech', USUAL)).toBe(true);
    expect(await signsIn('manager', '203.0.113.250')).toBe(true);
  });

  it('TRUST-370 who fails for all logins behind one address shuts nobody out who has signed in there before', async () => {
    expect(await signsIn('tech', USUAL)).toBe(true);
    for (let tries = 0; tries < 130; tries++) await enter(`nobody.${tries}`, USUAL);
    expect(await enter('nobody.else', USUAL)).not.toBeNull();
    expect(await signsIn('tech', USUAL)).toBe(true);
    // Of one login the limit stays.
    for (let failed = 0; failed < 5; failed++) await enter('tech', USUAL);
    expect(await signsIn('tech', USUAL)).toBe(false);
  });

  it('TRUST-496 who fails with a login in its own network does not shut its owner out in their own browser', async () => {
    const headers = { 'x-forwarded-for': USUAL };
    const { browse, answer } = await test.tryPassword('manager', TEST_PASSWORD, headers);
    expect(answer.status).toBe(303);
    for (let failed = 0; failed < 16; failed++) await enter('manager', USUAL);
    expect(await signsIn('manager', USUAL)).toBe(false);
    const again = async (login: string, password: string) => {
      const { location } = await browse(test.authorizationUrl({ prompt: 'login' }));
      return (await browse(location, { login, password })).status;
    };
    expect(await again('manager', TEST_PASSWORD)).toBe(303);
    // Another login is not free there, and five wrong passwords are the limit there too.
    for (let failed = 0; failed < 5; failed++) await enter('research', USUAL);
    expect(await again('research', TEST_PASSWORD)).toBe(429);
    for (let failed = 0; failed < 5; failed++) expect(await again('manager', 'wrong')).toBe(200);
    expect(await again('manager', TEST_PASSWORD)).toBe(429);
  });

  it('AUTH-114 attempts at the same time count, and another process counts on', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt('research', 'wrong')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const other = await start();
    const headers = { 'x-forwarded-for': ELSEWHERE };
    expect((await other.tryPassword('research', TEST_PASSWORD, headers)).answer.status).toBe(429);
    await other.close();
  });

  it('AUTH-114 what is refused leaves one row in the trail, with the address of who asked', async () => {
    const before = await database.db.auditEvent.count();
    await attempt('manager', 'wrong', '203.0.113.99');
    for (let failed = 1; failed < 5; failed++) await enter('manager', '203.0.113.99');
    for (let tries = 0; tries < 3; tries++) await attempt('manager', 'wrong', '203.0.113.99');
    const rows = await database.db.auditEvent.findMany({ orderBy: { id: 'asc' }, skip: before });
    expect(rows.map(({ action }) => action)).toEqual(['user.sign-in-failed', 'user.sign-in-limited']);
    for (const { address } of rows) expect(address).toBe('203.0.113.99');
  });

  it('AUTH-114 a whole IPv6 network counts as one', async () => {
    for (let host = 1; host <= 5; host++) await enter('newcomer', `2001:db8:1:2::${host}`);
    expect(await enter('newcomer', '2001:db8:1:2:ffff::1')).not.toBeNull();
    expect(await enter('newcomer', '2001:db8:1:3::1')).toBeNull();
  });
});
