import type { DeliveryLogLine, FileTransferConnection, Run } from '@curvewell/domain';
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { deliveriesOf } from '../../../test/deliveries.ts';
import { connectionTo, startFtpServer, type FileServer } from '../../../test/file-server.ts';
import { movedClock } from '../../../test/moved-clock.ts';
import { approvedRun, decide, interpretedRun, submit } from '../../../test/run-factory.ts';
import { systemClock } from '../../clock.ts';

const clock = movedClock();
let test: TestApp;
let server: FileServer;
let seed = 700;

beforeAll(async () => {
  test = await createTestApp({ clock, signInClock: systemClock });
  server = await startFtpServer();
});
afterAll(async () => {
  await server.close();
  await test.close();
});
afterEach(async () => {
  server.faults = {};
  const connection = (await call('GET', '/ftp-connection')).json<FileTransferConnection | null>();
  if (connection !== null) await call('DELETE', `/ftp-connection/${connection.id}`);
});

const { call, runNow, deliveryOf } = deliveriesOf(
  () => test,
  () => server,
);
const connect = (more: object = {}) => call('POST', '/ftp-connection', connectionTo(server, more));

const approved = () => approvedRun(test, { seed: (seed += 1) });
const send = ({ id }: Run, login = 'physician') => test.call(login, 'POST', `/ftp/send/run/${id}`);
const logOf = async ({ id }: Run) => (await call('GET', `/deliveries/${id}/log`)).json<DeliveryLogLine[]>();
const sha256 = (content: Buffer | undefined) =>
  createHash('sha256')
    .update(content ?? '')
    .digest('hex');

it('FTP-20 ENTITY-40 with sendFilesOnApproval an approved run is sent: its files byte for byte, and its report', async () => {
  await connect({ sendFilesOnApproval: true });
  const run = await approved();
  expect(run.ftpSent).toBeNull();
  expect(await deliveryOf(run)).toMatchObject({ state: 'WAITING', tries: 0 });
  await test.work();
  expect((await runNow(run)).ftpSent).toBe(true);
  const delivery = await deliveryOf(run);
  expect(delivery).toMatchObject({ state: 'SENT', tries: 1, businessId: run.businessId });
  const originals = await test.db.runFile.findMany({ where: { runId: run.id } });
  expect(delivery?.files.map(({ name }) => name.split('.').at(-1))).toEqual(['xlsx', 'pdf']);
  expect(delivery?.files[0]?.sha256).toBe(originals[0]?.sha256);
  const folder = `/results/${run.businessId}/`;
  const there = [...server.files].filter(([path]) => path.startsWith(folder));
  expect(there.map(([path, content]) => [path.slice(folder.length), sha256(content)]).sort()).toEqual(
    delivery?.files.map(({ name, sha256: hash }) => [name, hash]).sort(),
  );
});

it('RESULT-06 RESULT-09 the parts that the laboratory selected are sent: results for other systems, as final', async () => {
  await connect({ sendFilesOnApproval: true, sentParts: ['LIS_CSV', 'FHIR', 'RDML'] });
  const run = await approved();
  await test.work();
  const delivery = await deliveryOf(run);
  const endings = delivery?.files.map(({ name }) => /\.(lis\.csv|fhir\.json|rdml)$/.exec(name)?.[1]);
  expect(endings).toEqual(['lis.csv', 'fhir.json', 'rdml']);
  const sent = (index: number) =>
    server.files.get(`/results/${run.businessId}/${delivery?.files[index]?.name ?? ''}`)?.toString('utf8') ??
    '';
  expect(sent(0)).toContain(',final,');
  expect(sent(1)).toContain('"status": "final"');
  expect((await connect({ sentParts: [] })).statusCode).toBe(400);
});

it('FTP-22 FTP-23 API-69 an approved run is sent on request, and then shown as sent', async () => {
  const run = await approved();
  expect(run.permissions.canSendFiles).toBe(false);
  await connect();
  expect((await runNow(run)).permissions.canSendFiles).toBe(true);
  const sending = send(run);
  await expect.poll(() => deliveryOf(run)).toBeDefined();
  await test.work();
  expect((await sending).json()).toEqual({ ftpSent: true });
  expect(await runNow(run)).toMatchObject({ ftpSent: true, permissions: { canSendFiles: false } });
  expect((await send(run)).statusCode).toBe(409);
});

it('AUTH-15 AUTH-19 only physicians of the laboratory send, and only approved runs', async () => {
  await connect();
  const run = await interpretedRun(test, { seed: (seed += 1) });
  expect((await send(run)).statusCode).toBe(409);
  expect((await send(run, 'tech')).statusCode).toBe(403);
  expect((await send(run, 'physician.south')).statusCode).toBe(404);
  expect(await test.db.delivery.count({ where: { runId: run.id } })).toBe(0);
});

it('FTP-24 a run that cannot be sent is marked as not sent, and its log shows every attempt', async () => {
  await connect({ sendFilesOnApproval: true });
  const run = await approved();
  server.faults = { isFull: true };
  await test.work();
  clock.addHours(1);
  server.faults = { denies: 'rename' };
  await test.work();
  expect(await runNow(run)).toMatchObject({ status: 'APPROVED', ftpSent: false });
  expect(await deliveryOf(run)).toMatchObject({
    state: 'NOT_SENT',
    tries: 2,
    nextTryAt: null,
    happened: expect.stringMatching(/^550 Permission denied\. .* may write but not rename here\./) as string,
  });
  const log = await logOf(run);
  expect(log.filter(({ ok }) => !ok).map(({ try: count, step }) => [count, step])).toEqual([
    [1, 'write'],
    [2, 'rename'],
  ]);
  expect(log.filter(({ try: count }) => count === 2).map(({ step }) => step)).toEqual([
    'resolve',
    'connect',
    'sign-in',
    'directory',
    'write',
    'write',
    'rename',
  ]);
  const failed = { entityId: run.id, action: 'run.send-failed' };
  expect(await test.db.auditEvent.count({ where: failed })).toBe(1);

  server.faults = {};
  expect((await call('POST', '/deliveries/send-not-sent')).json()).toEqual({ runs: 1 });
  expect(await test.work()).toBe(1);
  expect((await runNow(run)).ftpSent).toBe(true);
});

it('API-200 API-201 API-202 deliveries are visible to their laboratory only, and counted by state', async () => {
  await connect({ sendFilesOnApproval: true });
  const run = await approved();
  const counts = async () => (await call('GET', '/deliveries?filter=waiting')).json<object>();
  expect(await counts()).toMatchObject({ waiting: 1, totalElements: 1, content: [{ runId: run.id }] });
  const south = (url: string) => test.call('physician.south', 'GET', url);
  expect((await south('/deliveries')).json()).toMatchObject({ totalElements: 0, content: [] });
  expect((await south(`/deliveries/${run.id}/log`)).statusCode).toBe(404);
  const foreign = await test.call('physician.south', 'POST', '/deliveries/send-not-sent');
  expect(foreign.statusCode).toBe(409);
  await test.work();
  expect(await counts()).toMatchObject({ waiting: 0, content: [] });
  expect((await logOf(run)).map(({ try: count, step, ok }) => [count, step, ok])).toEqual(
    expect.arrayContaining([
      [1, 'connect', true],
      [1, 'sign-in', true],
      [1, 'write', true],
      [1, 'rename', true],
    ]),
  );
});

it('FTP-15 deleting the configuration marks waiting deliveries as not sent', async () => {
  await connect({ sendFilesOnApproval: true });
  const run = await approved();
  const { id } = (await call('GET', '/ftp-connection')).json<FileTransferConnection>();
  await call('DELETE', `/ftp-connection/${id}`);
  expect(await runNow(run)).toMatchObject({ ftpSent: false });
  await test.work();
  expect(await deliveryOf(run)).toMatchObject({ state: 'NOT_SENT', tries: 0 });
});

it('an approval that is rolled back requests no delivery', async () => {
  await connect({ sendFilesOnApproval: true });
  await test.db.$executeRawUnsafe(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW.action = 'run.send-request' THEN RAISE EXCEPTION 'late'; END IF; RETURN NEW; END $$`);
  await test.db.$executeRawUnsafe(
    'CREATE TRIGGER broken BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION fail()',
  );
  const run = await interpretedRun(test, { seed: (seed += 1) });
  await submit(test, run.id);
  expect((await decide(test, run.id)).statusCode).toBe(500);
  await test.db.$executeRawUnsafe('DROP TRIGGER broken ON audit_event');
  expect((await runNow(run)).status).toBe('WAIT_FOR_APPROVAL');
  expect(await test.work()).toBe(0);
});

it('a delivery interrupted by a crash is repeated, and arrives once', async () => {
  await connect({ sendFilesOnApproval: true });
  const run = await approved();
  // The state that a process leaves when it is killed in the middle of a file.
  await test.db.delivery.updateMany({ where: { runId: run.id }, data: { state: 'SENDING', tries: 1 } });
  const before = server.arrivals.length;
  await test.work();
  expect(await deliveryOf(run)).toMatchObject({ state: 'SENT', tries: 1 });
  expect((await logOf(run))[0]).toMatchObject({
    step: 'begin',
    message: expect.stringContaining('interrupted') as string,
  });
  const arrived = server.arrivals.slice(before);
  const names = (await deliveryOf(run))?.files.map(({ name }) => `/results/${run.businessId}/${name}`);
  expect(arrived).toEqual(names);
  expect(
    [...server.files.keys()].filter((path) => path.endsWith('.part') && path.includes(`/${run.businessId}/`)),
  ).toEqual([]);
});

it('a run that crashes the process on each attempt waits as after a failed attempt', async () => {
  await connect({ sendFilesOnApproval: true });
  const run = await approved();
  await test.db.delivery.updateMany({ where: { runId: run.id }, data: { state: 'SENDING', tries: 1 } });
  const {
    id: deliveryId,
    laboratoryId,
    turn,
  } = await test.db.delivery.findUniqueOrThrow({
    where: { runId: run.id },
  });
  const cutOff = { deliveryId, laboratoryId, turn, try: 1, step: 'begin', ok: true };
  const message = 'the previous attempt was interrupted; starting again';
  await test.db.deliveryLog.createMany({
    data: [1, 2, 3].map(() => ({ ...cutOff, message, at: new Date() })),
  });
  await test.work();
  expect(await logOf(run)).toContainEqual(
    expect.objectContaining({
      try: 1,
      ok: false,
      message: expect.stringContaining('ended 4 times') as string,
    }),
  );
  expect(await deliveryOf(run)).toMatchObject({ state: 'WAITING', fault: 'cut-off' });
  // The next attempt is handled like any other.
  clock.addHours(1);
  await test.work();
  expect(await deliveryOf(run)).toMatchObject({ state: 'SENT', tries: 2 });
});
