import type { Job, Run } from '@curvewell/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { IS_NIGHT } from '../../../test/often.ts';
import { deliveriesOf } from '../../../test/deliveries.ts';
import { filesOf } from '../../../test/delivered-files.ts';
import { PASSWORD, startFtpServer, type FtpServer } from '../../../test/file-server.ts';
import { movedClock } from '../../../test/moved-clock.ts';
import { approvedRun } from '../../../test/run-factory.ts';
import { testedBy } from '../../../test/tested-connection.ts';
import { systemClock } from '../../clock.ts';
import { exportHeads } from '../audit/index.ts';
import { withoutRules } from '../../../test/without-rules.ts';
import { UNOBSERVED } from '../../../test/unobserved.ts';

const clock = movedClock();
let test: TestApp;
let server: FtpServer;
let seed = 4_000;
const { call, settings, connection, connect, save, runNow, deliveryOf, clear } = deliveriesOf(
  () => test,
  () => server,
);

beforeAll(async () => {
  test = await createTestApp({ clock, signInClock: systemClock });
});
afterAll(() => test.close());
beforeEach(async () => {
  server = await startFtpServer();
});
afterEach(async () => {
  await clear();
  await server.close();
});

const approved = () => approvedRun(test, { seed: (seed += 1) });
const trouble = () => test.db.transferTrouble.findFirstOrThrow();
const testConnection = async (more: object = {}) => testedBy(await call('POST', '/ftp/test', settings(more)));
const resumed = () =>
  test.db.auditEvent.findMany({ where: { action: 'fileTransfer.resume' }, orderBy: { id: 'desc' } });

/** Creates approved runs; only their deliveries matter. */
async function waitingRuns(count: number, like: Run): Promise<void> {
  const {
    id: _,
    importReport: __,
    fitAnswer: ___,
    ...row
  } = await test.db.run.findUniqueOrThrow({ where: { id: like.id } });
  const { laboratoryId, requestedByName, requestedAt } = await test.db.delivery.findUniqueOrThrow({
    where: { runId: like.id },
  });
  for (let index = 0; index < count; index++) {
    const data = { ...row, businessId: 10_000 + index, importReport: {} };
    const { id } = await withoutRules(test.db, (tx) => tx.run.create({ data }));
    await test.db.delivery.create({
      data: { runId: id, laboratoryId, requestedByName, requestedAt, state: 'NOT_SENT' },
    });
  }
}

describe('an unavailable server', () => {
  it('FTP-113 runs are sent when the server is back after a night, even if the process was restarted', async () => {
    await connect();
    const run = await approved();
    server.faults = { isBusy: true };
    for (let tries = 1; tries <= 5; tries++) {
      await test.work();
      expect(await deliveryOf(run)).toMatchObject({ state: 'WAITING', tries });
      expect(await test.work()).toBe(0);
      clock.addHours(2.5);
    }
    server.faults = {};
    // A restarted process on the same database has lost all state in memory.
    const restarted = await createTestApp({ clock, signInClock: systemClock, beside: test });
    expect(await restarted.work()).toBe(1);
    expect(await deliveryOf(run)).toMatchObject({ state: 'SENT', tries: 6 });
    expect((await trouble()).fault).toBeNull();
    await restarted.close();
  });

  it.runIf(IS_NIGHT)(
    'FTP-125 a run that is requested again days later replaces leftovers on the server',
    async () => {
      await connect({ sentParts: ['FILES', 'REPORT'] });
      const run = await approved();
      server.faults = { denies: 'rename' };
      await test.work();
      expect(await deliveryOf(run)).toMatchObject({ state: 'NOT_SENT' });
      expect([...server.files.keys()].some((path) => path.endsWith('.part'))).toBe(true);
      server.faults = {};
      clock.addHours(72);
      expect((await call('POST', '/deliveries/send-not-sent')).json()).toEqual({ runs: 1 });
      await test.work();
      const { there, sent } = await filesOf(test, server, run);
      expect(there).toEqual(sent);
      expect(Object.keys(sent)).toHaveLength(2);
    },
  );

  it.runIf(IS_NIGHT)(
    'FTP-114 after seven days attempts stop and the run shows that; sending again restarts the seven days',
    async () => {
      await connect();
      const run = await approved();
      server.faults = { isBusy: true };
      await test.work();
      clock.addHours(7 * 24 - 1);
      await test.work();
      expect(await deliveryOf(run)).toMatchObject({ state: 'WAITING', tries: 2 });
      clock.addHours(2.5);
      await test.work();
      expect(await deliveryOf(run)).toMatchObject({ state: 'NOT_SENT', fault: 'busy', tries: 3 });
      await call('POST', '/deliveries/send-not-sent');
      await test.work();
      expect(await deliveryOf(run)).toMatchObject({ state: 'WAITING', tries: 1 });
    },
  );

  it.runIf(IS_NIGHT)(
    'FTP-115 of 41 waiting runs one is attempted in each interval; once it is sent, all are',
    async () => {
      await connect();
      const first = await approved();
      // The waiting runs are copies, which nobody has signed.
      await test.db.laboratory.updateMany({ data: { rules: { changedRunsLeave: true } } });
      await waitingRuns(40, first);
      server.faults = { isBusy: true };
      await call('POST', '/deliveries/send-not-sent');
      await test.work();
      for (let pause = 0; pause < 3; pause++) {
        clock.addHours(2.5);
        const before = server.connections;
        await test.work();
        expect(server.connections - before).toBe(1);
      }
      expect(await test.db.delivery.count({ where: { state: 'WAITING', fault: 'busy' } })).toBe(41);
      server.faults = {};
      clock.addHours(2.5);
      await test.work();
      expect(await test.db.delivery.count({ where: { state: 'SENT' } })).toBe(41);
    },
    120_000,
  );

  it('FTP-115 a run that another worker starts meanwhile waits without a connection', async () => {
    await connect();
    const [one, two] = [await approved(), await approved()];
    server.faults = { isBusy: true };
    await test.work();
    clock.addHours(1);
    // The state during the attempt of the other one.
    await test.db.transferTrouble.updateMany({
      data: { nextTryAt: new Date(clock.now().getTime() + 60_000) },
    });
    const before = server.connections;
    await test.work();
    expect(server.connections).toBe(before);
    for (const run of [one, two])
      expect(await deliveryOf(run)).toMatchObject({ state: 'WAITING', fault: 'busy' });
  });
});

describe('a connection that a person must fix', () => {
  it('FTP-116 stops all runs after one attempt, and new ones without any', async () => {
    await connect();
    const runs = [await approved(), await approved(), await approved()];
    server.faults = { denies: 'sign-in' };
    await test.work();
    const late = await approved();
    await test.work();
    expect(server.connections).toBe(1);
    for (const run of [...runs, late]) {
      expect(await deliveryOf(run)).toMatchObject({ state: 'NOT_SENT', fault: 'password-refused' });
      expect((await runNow(run)).ftpSent).toBe(false);
    }
    const [tried] = await test.db.delivery.findMany({ where: { tries: 1 } });
    expect(tried?.happened).toMatch(/530 Login incorrect.*Check the username curvewell and the password/);
    const failed = { action: 'run.send-failed', entityId: { in: [...runs, late].map(({ id }) => id) } };
    expect(await test.db.auditEvent.count({ where: failed })).toBe(4);
  });

  it('FTP-21 the response to an approval says that the run is not sent, and a fixed connection sends it', async () => {
    await connect();
    const tried = await approved();
    server.faults = { denies: 'sign-in' };
    await test.work();
    const run = await approved();
    expect(run).toMatchObject({ status: 'APPROVED', ftpSent: false });
    expect(await deliveryOf(run)).toMatchObject({
      state: 'NOT_SENT',
      fault: 'password-refused',
      happened: 'Not attempted: password refused.',
      tries: 0,
    });
    const failed = { action: 'run.send-failed', entityId: run.id };
    expect(await test.db.auditEvent.count({ where: failed })).toBe(1);
    server.faults = {};
    await testConnection();
    await test.work();
    for (const one of [tried, run]) expect((await runNow(one)).ftpSent).toBe(true);
    expect((await approved()).ftpSent).toBeNull();
  });

  it.runIf(IS_NIGHT)('FTP-116 also stops the heads of the audit trail, with the reason', async () => {
    await connect();
    await approved();
    server.faults = { denies: 'sign-in' };
    await test.work();
    const { db, signer } = test;
    const { jobs, headFiles } = test.app;
    await exportHeads({ db, clock, jobs, signer, headPlaces: [headFiles], ...UNOBSERVED });
    await test.work();
    expect(server.connections).toBe(1);
    const answer = await test.call('super', 'GET', '/jobs');
    const failed = answer.json<{ jobs: Job[] }>().jobs.find(({ kind }) => kind === 'audit-head');
    expect(failed?.error).toBe('Sending is stopped: password refused.');
  });

  it('FTP-117 a successful test of the stored connection sends everything, and is audited', async () => {
    await connect();
    const runs = [await approved(), await approved()];
    server.faults = { denies: 'sign-in' };
    await test.work();
    expect((await testConnection()).works).toBe(false);
    expect(await test.work()).toBe(0);
    server.faults = {};
    // A test with another directory must not resume deliveries.
    expect((await testConnection({ directory: '/' })).works).toBe(true);
    expect(await test.work()).toBe(0);
    expect((await testConnection({ password: PASSWORD })).works).toBe(true);
    await test.work();
    for (const run of runs) expect(await deliveryOf(run)).toMatchObject({ state: 'SENT', fault: null });
    expect((await resumed())[0]).toMatchObject({
      actorName: 'Ingrid Lindqvist',
      details: { because: 'test', fault: 'password-refused', waiting: 0, stopped: 2 },
    });
  });

  it.runIf(IS_NIGHT)('FTP-117 saving a change sends everything, starting with one run', async () => {
    await connect();
    const runs = [await approved(), await approved(), await approved()];
    server.faults = { denies: 'sign-in' };
    await test.work();
    await save({ username: 'other' });
    const before = server.connections;
    await test.work();
    expect(server.connections - before).toBe(1);
    expect(await test.db.delivery.count({ where: { state: 'NOT_SENT', fault: 'password-refused' } })).toBe(3);
    server.faults = {};
    await save();
    await test.work();
    for (const run of runs) expect(await deliveryOf(run)).toMatchObject({ state: 'SENT' });
    expect((await resumed())[0]).toMatchObject({ details: { because: 'sent' } });
    expect((await resumed())[1]).toMatchObject({ details: { because: 'save', stopped: 3 } });
  });

  it.runIf(IS_NIGHT)('FTP-117 a connection that replaces a deleted one sends everything, too', async () => {
    await connect();
    const run = await approved();
    server.faults = { denies: 'sign-in' };
    await test.work();
    await call('DELETE', `/ftp-connection/${(await connection()).id}`);
    server.faults = {};
    await connect();
    await test.work();
    expect(await deliveryOf(run)).toMatchObject({ state: 'SENT' });
  });

  it('FTP-118 Send again attempts one run at once, and once it is sent the others follow', async () => {
    await connect();
    const [one, two] = [await approved(), await approved()];
    server.faults = { denies: 'rename' };
    await test.work();
    server.faults = {};
    const sending = call('POST', `/ftp/send/run/${two.id}`);
    await expect.poll(async () => (await deliveryOf(two))?.state).toBe('WAITING');
    await test.work();
    expect((await sending).json()).toEqual({ ftpSent: true });
    expect(await deliveryOf(one)).toMatchObject({ state: 'SENT' });
  });
});
