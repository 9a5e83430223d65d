import { PassThrough } from 'node:stream';

import type { DeliveryFault, Run } from '@curvewell/domain';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { deliveriesOf } from '../../../test/deliveries.ts';
import { startFtpServer, type Faults, type FtpServer } from '../../../test/file-server.ts';
import { approvedRun } from '../../../test/run-factory.ts';
import { LOG_RULES } from '../../telemetry/log.ts';
import { startSftpServer } from '../../../test/sftp-server.ts';

let test: TestApp;
let server: FtpServer;
let seed = 3_000;
const { call, connect, save, runNow, deliveryOf, clear } = deliveriesOf(
  () => test,
  () => server,
);

let log = '';

beforeAll(async () => {
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  test = await createTestApp({ logger: { level: 'warn', ...LOG_RULES, stream } });
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
/** Sends a run that was approved before a file server was configured. */
async function requestDelivery({ id: runId, laboratory: { id: laboratoryId } }: Run): Promise<void> {
  await test.db.run.update({ where: { id: runId }, data: { ftpSent: null } });
  const requested = { requestedByName: 'Ingrid Lindqvist', requestedAt: new Date() };
  await test.db.delivery.upsert({
    where: { runId },
    create: { runId, laboratoryId, state: 'NOT_SENT', ...requested },
    update: { state: 'NOT_SENT' },
  });
  expect((await call('POST', '/deliveries/send-not-sent')).json()).toEqual({ runs: 1 });
}

let run: Run | undefined;

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
  run ??= await approved();
  await connect();
  await requestDelivery(run);
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

it('TRUST-574 a file server that drops a connection gives one warning with the reason', async () => {
  run ??= await approved();
  await connect();
  await requestDelivery(run);
  server.faults = { dropsFile: true };
  log = '';
  await test.work();
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'warn',
      msg: 'a server elsewhere failed',
      reason: expect.stringMatching(/^delivery: \w/) as string,
    }),
  ]);
  expect(lines[0]).not.toHaveProperty('err');
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

it('FTP-112 over SFTP a refused password or a changed host key stops deliveries, an unavailable server is retried', async () => {
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
