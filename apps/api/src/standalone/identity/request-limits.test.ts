import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startTestIdentity, type TestIdentity } from '../../../test/embedded-identity.ts';
import { systemClock } from '../../clock.ts';
import type { Device } from './device-cookie.ts';
import { createRequestLimits } from './request-limits.ts';
import { sweep } from './sweep.ts';

const MINUTE_MS = 60_000;

describe('requests of nobody', () => {
  let database: TestDatabase;
  let test: TestIdentity;

  beforeAll(async () => {
    database = await createTestDatabase();
    test = await startTestIdentity({ database, clock: systemClock });
  });
  afterAll(async () => {
    await test.close();
    await database.drop();
  });

  it('AUTH-117 a flood from many networks leaves 5,000 records, and known networks are let in all the same', async () => {
    const limits = createRequestLimits({ db: database.db, clock: systemClock });
    const ask = (address: string) => limits({ method: 'GET', target: '/auth', address, device: null });
    let begun = 0;
    for (let index = 0; index < 5_100; index++) {
      if ((await ask(`203.0.113.${index % 30}`)) === null) begun++;
    }
    expect(begun).toBe(5_000);
    expect(await ask('198.51.100.1')).toMatchObject({ status: 429 });
    await database.db.knownNetwork.create({ data: { network: '198.51.100.1', lastSignInAt: new Date() } });
    expect(await ask('198.51.100.1')).toBeNull();
  });

  it('AUTH-117 one network begins 1,000 in a quarter of an hour, and the page says how long to wait', async () => {
    const cheap = test.authorizationUrl({ client_id: 'nobody' });
    for (let asked = 0; asked < 1_000; asked += 20) {
      await Promise.all(Array.from({ length: 20 }, () => fetch(cheap, { redirect: 'manual' })));
    }
    for (const url of [test.authorizationUrl(), test.endpoint('logout')]) {
      const answer = await test.createBrowser()(url);
      expect(answer.status).toBe(429);
      expect(answer.text).toContain('from this network. Try again in');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await database.db.oidcRecord.count()).toBe(0);
  });

  it('TRUST-495 who has signed in in a browser begins again there, when others have used up the network and all', async () => {
    const limits = createRequestLimits({ db: database.db, clock: systemClock }, { ofNetwork: 20, ofAll: 30 });
    const ask = (address: string, device: Device | null = null) =>
      limits({ method: 'GET', target: '/auth', address, device });
    for (let asked = 0; asked < 40; asked++) await ask(`192.0.2.${asked % 2}`);
    expect(await ask('192.0.2.1')).toMatchObject({ status: 429 });
    for (let person = 0; person < 2_000; person++)
      expect(await ask('192.0.2.1', { account: `person ${person}`, id: 'a' })).toBeNull();
    // One person's browsers are let in 60 times, and are no key to the network after that.
    const other = { account: 'another', id: 'a' };
    for (let asked = 0; asked < 60; asked++) expect(await ask('192.0.2.1', other)).toBeNull();
    expect(await ask('192.0.2.1', { ...other, id: 'b' })).toMatchObject({ status: 429 });
  });

  it('TRUST-495 from a network in which somebody has signed in 4,000 are begun in new browsers', async () => {
    const limits = createRequestLimits({ db: database.db, clock: systemClock });
    await database.db.knownNetwork.create({ data: { network: '192.0.2.9', lastSignInAt: new Date() } });
    let begun = 0;
    for (let asked = 0; asked < 4_010; asked++)
      if ((await limits({ method: 'GET', target: '/auth', address: '192.0.2.9', device: null })) === null)
        begun++;
    expect(begun).toBe(4_000);
  });

  it('AUTH-117 what nobody finishes is forgotten after a quarter of an hour, in batches', async () => {
    const in16Minutes = { now: () => new Date(Date.now() + 16 * MINUTE_MS) };
    const rows = Array.from({ length: 2_500 }, (_, index) => ({
      ...{ model: 'Interaction', id: `old ${index}`, payload: {}, expiresAt: new Date() },
    }));
    await database.db.oidcRecord.createMany({ data: rows });
    const later = new Date(Date.now() + 60 * MINUTE_MS);
    const kept = { model: 'Interaction', id: 'kept', payload: {}, expiresAt: later };
    await database.db.oidcRecord.create({ data: kept });
    await sweep({ db: database.db, clock: in16Minutes });
    expect((await database.db.oidcRecord.findMany()).map(({ id }) => id)).toEqual(['kept']);
  });
});

it('AUTH-117 a network from which nobody has signed in for 90 days is forgotten, and no other', async () => {
  const database = await createTestDatabase();
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * MINUTE_MS);
  await database.db.knownNetwork.createMany({
    data: [
      { network: '192.0.2.1', lastSignInAt: daysAgo(91) },
      { network: '192.0.2.2', lastSignInAt: daysAgo(89) },
    ],
  });
  await sweep({ db: database.db, clock: systemClock });
  expect((await database.db.knownNetwork.findMany()).map(({ network }) => network)).toEqual(['192.0.2.2']);
  await database.drop();
});

it('AUTH-117 a session in which nobody signs in is short, and odd requests leave nothing', async () => {
  const database = await createTestDatabase();
  const test = await startTestIdentity({ database, clock: systemClock });
  const browse = test.createBrowser();
  await browse(test.endpoint('logout'));
  await browse(test.authorizationUrl());
  const rows = await database.db.oidcRecord.findMany();
  expect(rows.map(({ model }) => model).sort()).toEqual(['Interaction', 'Session']);
  for (const { expiresAt } of rows) {
    expect(expiresAt?.getTime()).toBeLessThan(Date.now() + 16 * MINUTE_MS);
  }

  const long = await browse(test.authorizationUrl({ state: 'x'.repeat(9_000) }));
  const nul = await browse(test.authorizationUrl({ state: 'a\0b' }));
  const posted = await browse(test.endpoint('auth'), { client_id: 'curvewell-web' });
  const encoded = await browse(test.authorizationUrl().replace('/auth?', '/%61uth?'));
  expect([long.status, nul.status, posted.status]).toEqual([414, 400, 405]);
  expect(encoded.status).toBe(404);
  expect(
    await test.requestTokens({ grant_type: 'authorization_code', code: 'a\0b', code_verifier: 'x' }),
  ).toMatchObject({ error: 'invalid_grant' });
  expect(await database.db.oidcRecord.count()).toBe(2);
  await test.close();
  await database.drop();
});
