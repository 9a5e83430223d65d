import {
  DELIVERY_FAULTS,
  deliveryFaultSchema,
  type Delivery,
  type DeliveryFault,
  type FileTransferConnection,
  type Run,
} from '@curvewell/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import {
  connectionTo,
  PASSWORD,
  startFtpServer,
  type Faults,
  type FtpServer,
} from '../../../test/file-server.ts';
import { movedClock } from '../../../test/moved-clock.ts';
import { approvedRun } from '../../../test/run-factory.ts';
import { startSftpServer } from '../../../test/sftp-server.ts';
import { testedBy } from '../../../test/tested-connection.ts';
import { pauseAfter } from '../file-transfer/index.ts';
import { systemClock } from '../../clock.ts';

const clock = movedClock();
let test: TestApp;
let server: FtpServer;
let seed = 4_000;

beforeAll(async () => {
  test = await createTestApp({ clock, signInClock: systemClock });
});
afterAll(() => test.close());
beforeEach(async () => {
  server = await startFtpServer();
});
afterEach(async () => {
  const { id } = await connection();
  await call('DELETE', `/ftp-connection/${id}`);
  await test.db.delivery.deleteMany();
  await test.db.$executeRaw`DELETE FROM pgboss.job WHERE name = 'delivery'`;
  await server.close();
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  test.call('physician', method, url, body);
const connection = async () => (await call('GET', '/ftp-connection')).json<FileTransferConnection>();
const connect = async (more: object = {}) => {
  const set = await call(
    'POST',
    '/ftp-connection',
    connectionTo(server, { sendFilesOnApproval: true, ...more }),
  );
  expect(set.statusCode).toBe(200);
};
const approved = () => approvedRun(test, { seed: (seed += 1) });
const runNow = async ({ id }: Run) => (await call('GET', `/run/${id}`)).json<Run>();
async function deliveryOf({ id }: Run): Promise<Delivery | undefined> {
  const { content } = (await call('GET', '/deliveries')).json<{ content: Delivery[] }>();
  return content.find(({ runId }) => runId === id);
}
const trouble = () => test.db.transferTrouble.findFirstOrThrow();
const save = async (more: object = {}) => {
  const { revision } = await connection();
  const body = connectionTo(server, { sendFilesOnApproval: true, revision, ...more });
  expect((await call('PUT', '/ftp-connection', body)).statusCode).toBe(200);
};
const testConnection = async (more: object = {}) =>
  testedBy(await call('POST', '/ftp/test', connectionTo(server, { sendFilesOnApproval: true, ...more })));
const resumed = () =>
  test.db.auditEvent.findMany({ where: { action: 'fileTransfer.resume' }, orderBy: { id: 'desc' } });

/** So many approved runs of which nothing but their delivery matters. */
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
    const { id } = await test.db.run.create({
      data: { ...row, businessId: 10_000 + index, importReport: {} },
    });
    await test.db.delivery.create({
      data: { runId: id, laboratoryId, requestedByName, requestedAt, state: 'NOT_SENT' },
    });
  }
}

describe('pauses', () => {
  it('FTP-110 grow from a minute to two hours, a tenth shorter or longer', () => {
    const pauses = Array.from({ length: 9 }, (_, index) => pauseAfter(index + 1, 0.5) / 60_000);
    expect(pauses).toEqual([1, 2, 5, 15, 30, 60, 120, 120, 120]);
    expect([pauseAfter(1, 0), pauseAfter(1, 1)]).toEqual([54_000, 66_000]);
  });
});

describe('each fault', () => {
  it('FTP-111 either mends itself or needs a person', () => {
    const needPerson = deliveryFaultSchema.options.filter(
      (fault) => DELIVERY_FAULTS[fault].mends === 'person',
    );
    expect(needPerson).toEqual([
      ...['inward', 'key-changed', 'certificate', 'no-tls', 'no-sftp', 'private-key', 'password-refused'],
      ...['key-refused', 'directory-missing', 'directory-denied', 'write-denied', 'rename-denied'],
      ...['no-connection', 'no-secret'],
    ]);
  });

  it.each<[DeliveryFault, 'WAITING' | 'NOT_SENT', Faults]>([
    ['busy', 'WAITING', { isBusy: true }],
    ['interrupted', 'WAITING', { stands: 'rename' }],
    ['interrupted', 'WAITING', { dropsFile: true }],
    ['unreachable', 'WAITING', { stands: 'greeting' }],
    ['full', 'WAITING', { isFull: true }],
    ['wrong-size', 'WAITING', { lies: true }],
    ['password-refused', 'NOT_SENT', { denies: 'sign-in' }],
    ['directory-missing', 'NOT_SENT', { denies: 'directory' }],
    ['write-denied', 'NOT_SENT', { denies: 'write' }],
    ['rename-denied', 'NOT_SENT', { denies: 'rename' }],
  ])('FTP-112 %s: the run is then %s', async (fault, state, faults) => {
    await connect();
    const run = await approved();
    server.faults = faults;
    expect(await test.work()).toBe(1);
    const delivery = await deliveryOf(run);
    expect(delivery).toMatchObject({ state, fault, tries: 1 });
    expect(delivery?.nextTryAt === null).toBe(state === 'NOT_SENT');
    expect(await runNow(run)).toMatchObject({
      ftpSent: state === 'NOT_SENT' ? false : null,
      delivery: { state, fault, nextTryAt: delivery?.nextTryAt ?? null },
    });
  });

  it('FTP-112 a server without encryption and one with another certificate stop', async () => {
    await connect({ tls: true });
    const run = await approved();
    server.faults = { denies: 'tls' };
    await test.work();
    expect(await deliveryOf(run)).toMatchObject({ state: 'NOT_SENT', fault: 'no-tls' });
    server.faults = {};
    await save({ tls: true });
    await test.work();
    expect(await deliveryOf(run)).toMatchObject({ state: 'SENT', fault: null });
    server.changeCertificate();
    const next = await approved();
    await test.work();
    expect(await deliveryOf(next)).toMatchObject({ state: 'NOT_SENT', fault: 'key-changed' });
  });

  it('FTP-112 over SFTP a refused password and another host key stop, a server that is away is waited for', async () => {
    const sftp = await startSftpServer();
    await connect({ protocol: 'SFTP', port: sftp.port });
    const run = await approved();
    await sftp.close();
    await test.work();
    expect(await deliveryOf(run)).toMatchObject({ state: 'WAITING', fault: 'unreachable' });
    const other = await startSftpServer();
    await save({ protocol: 'SFTP', port: other.port });
    other.faults = { denies: 'sign-in' };
    await test.work();
    expect(await deliveryOf(run)).toMatchObject({ state: 'NOT_SENT', fault: 'password-refused' });
    other.faults = {};
    await save({ protocol: 'SFTP', port: other.port });
    await test.work();
    other.changeHostKey();
    const next = await approved();
    await test.work();
    expect(await deliveryOf(next)).toMatchObject({ state: 'NOT_SENT', fault: 'key-changed' });
    await other.close();
  });
});

describe('a server that is away', () => {
  it('FTP-113 a night of it, also over a restart, loses nothing: the run is sent when it is back', async () => {
    await connect();
    const run = await approved();
    server.faults = { isBusy: true };
    for (let tries = 1; tries <= 12; tries++) {
      await test.work();
      expect(await deliveryOf(run)).toMatchObject({ state: 'WAITING', tries });
      expect(await test.work()).toBe(0);
      clock.addHours(2.5);
    }
    server.faults = {};
    // What the process knew is gone: another one on the same database goes on.
    const restarted = await createTestApp({ clock, signInClock: systemClock, beside: test });
    expect(await restarted.work()).toBe(1);
    expect(await deliveryOf(run)).toMatchObject({ state: 'SENT', tries: 13 });
    expect((await trouble()).fault).toBeNull();
    await restarted.close();
  });

  it('FTP-114 after seven days it is no longer tried, and says so; sending again begins the days again', async () => {
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
  });

  it('FTP-115 with 200 runs that wait one is tried in each pause; once it is sent, all are', async () => {
    // Nothing but the file that the first has.
    await connect({ sentParts: ['FILES'] });
    const first = await approved();
    await waitingRuns(200, first);
    server.faults = { isBusy: true };
    await call('POST', '/deliveries/send-not-sent');
    await test.work();
    for (let pause = 0; pause < 3; pause++) {
      clock.addHours(2.5);
      const before = server.connections;
      await test.work();
      expect(server.connections - before).toBe(1);
    }
    expect(await test.db.delivery.count({ where: { state: 'WAITING', fault: 'busy' } })).toBe(201);
    server.faults = {};
    clock.addHours(2.5);
    await test.work();
    expect(await test.db.delivery.count({ where: { state: 'SENT' } })).toBe(201);
  }, 120_000);

  it('FTP-115 a run that another worker takes up meanwhile waits without a connection', async () => {
    await connect();
    const [one, two] = [await approved(), await approved()];
    server.faults = { isBusy: true };
    await test.work();
    clock.addHours(1);
    // As it is while the other one is being tried.
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

describe('a connection that a person has to mend', () => {
  it('FTP-116 stops all runs after one try, and a new one without any', async () => {
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
    expect(tried?.happened).toMatch(/530 Login incorrect.*whether the username curvewell and the password/);
    const failed = { action: 'run.send-failed', entityId: { in: [...runs, late].map(({ id }) => id) } };
    expect(await test.db.auditEvent.count({ where: failed })).toBe(4);
  });

  it('FTP-117 a good test of the stored connection sends everything, and is on record', async () => {
    await connect();
    const runs = [await approved(), await approved()];
    server.faults = { denies: 'sign-in' };
    await test.work();
    expect((await testConnection()).works).toBe(false);
    expect(await test.work()).toBe(0);
    server.faults = {};
    // Another directory is not what runs are sent to.
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

  it('FTP-117 a saved change sends everything, beginning with one run', async () => {
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

  it('FTP-118 Send again of one run is tried at once, and when it is sent the others follow', async () => {
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
