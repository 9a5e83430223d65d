import { auditCalls } from '@curvewell/contracts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { deleteExpiredReadings } from '../src/features/audit/index.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { interpretedRun } from './run-factory.ts';

let test: TestApp;
let runId = '';
let north = '';
beforeAll(async () => {
  test = await createTestApp();
  ({ id: runId } = await interpretedRun(test, { seed: 360 }));
  const run = await test.db.run.findUniqueOrThrow({ where: { id: runId } });
  north = run.laboratoryId;
  await test.db.readLog.deleteMany();
});
afterAll(() => test.close());

const rows = () => test.db.readLog.findMany({ orderBy: { id: 'asc' } });
async function readings(query: string, by = 'quality') {
  const answer = await test.call(by, 'GET', `/audit/readings?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return auditCalls.readings.answer.parse(answer.json());
}
const ask = async (login: string, path: string, sid = 'morning') => {
  const token = await test.issuer.tokenFor(test.db, login, { claims: { sid } });
  const answer = await test.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode, answer.body).toBe(200);
};

it('TRUST-360 opening a run, its chart, history and record, and searching, are logged once for each session', async () => {
  for (const path of ['', '/chart', '/history', '/record', '', '/chart'])
    await ask('physician', `/run/${runId}${path}`);
  await ask('physician', '/run?search=S-2');
  await ask('physician', '/run');
  await vi.waitFor(async () => {
    expect((await rows()).map(({ what }) => what).toSorted()).toEqual(
      ['chart', 'history', 'record', 'run', 'search'].toSorted(),
    );
  });
  expect((await rows()).every(({ laboratoryId }) => laboratoryId === north)).toBe(true);
  await ask('physician', `/run/${runId}`, 'evening');
  await vi.waitFor(async () => {
    expect(await rows()).toHaveLength(6);
  });
});

it('TRUST-360 refused requests are not logged', async () => {
  const before = (await rows()).length;
  expect((await test.call('tech.south', 'GET', `/run/${runId}`)).statusCode).toBe(404);
  expect(await rows()).toHaveLength(before);
});

it('TRUST-361 users who viewed a sample are found by its name, in the user’s own laboratory', async () => {
  const found = await readings('text=s-2');
  expect(found.count).toBe(6);
  expect(found.rows.find(({ what }) => what === 'search')).toMatchObject({ subject: 'S-2', run: null });
  expect(found.rows.find(({ what }) => what === 'record')).toMatchObject({
    userName: 'Ingrid Lindqvist',
    subject: null,
    run: { id: runId },
  });
  expect((await readings('text=S-9')).count).toBe(0);
  expect((await readings(`text=S-2&laboratoryId=${north}&size=1`)).rows).toHaveLength(1);
  const south = await test.db.laboratory.findFirstOrThrow({ where: { name: 'Demo laboratory South' } });
  expect((await readings(`laboratoryId=${south.id}`)).count).toBe(0);
  expect((await test.call('physician', 'GET', '/audit/readings')).statusCode).toBe(403);
});

it('TRUST-362 entries are deleted after the configured number of days, independent of the audit trail', async () => {
  const now = new Date();
  const clock = { now: () => new Date(now.getTime() + 30 * 24 * 3600 * 1000) };
  expect(await deleteExpiredReadings({ db: test.db, clock, readLogDays: 31 })).toBe(0);
  const entries = await test.db.auditEvent.findMany({ select: { id: true } });
  expect(await deleteExpiredReadings({ db: test.db, clock, readLogDays: 29 })).toBe(6);
  expect(await rows()).toEqual([]);
  expect(await test.db.auditEvent.findMany({ select: { id: true } })).toEqual(
    expect.arrayContaining(entries),
  );
});
