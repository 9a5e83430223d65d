import { Writable } from 'node:stream';

import { jobCalls } from '@curvewell/contracts';
import { deliveredFileSchema, type Job, type Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { connectionTo, startFtpServer } from '../../../test/file-server.ts';
import { approvedRun } from '../../../test/run-factory.ts';
import { LOG_RULES } from '../../telemetry/log.ts';

let test: TestApp;
const log: string[] = [];
const lines = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    log.push(chunk.toString());
    done();
  },
});
beforeAll(async () => {
  test = await createTestApp({ logger: { level: 'info', stream: lines, ...LOG_RULES } });
});
afterAll(() => test.close());

async function look(query = '') {
  const answer = await test.call('super', 'GET', `/jobs${query}`);
  expect(answer.statusCode).toBe(200);
  // Jobs must not disclose who requested them.
  expect(answer.body).not.toMatch(/Ingrid|Lindqvist|requestedBy/);
  return jobCalls.list.answer.parse(answer.json());
}
const jobsOf = async ({ id }: Run) => (await look()).jobs.filter(({ run }) => run?.id === id);
const again = (job: Job | undefined, login = 'super') =>
  test.call(login, 'POST', `/jobs/${job?.kind}/${job?.id}/restart`);

it('API-270 API-271 OPS-151 OPS-152 a failed archiving is listed, and succeeds when it is restarted', async () => {
  const run = await approvedRun(test, { seed: 1 });
  await test.db.$executeRawUnsafe(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'Ingrid Lindqvist'; END $$`);
  await test.db.$executeRawUnsafe(
    'CREATE TRIGGER broken BEFORE UPDATE OF archived_at ON run FOR EACH ROW EXECUTE FUNCTION fail()',
  );
  await test.call('physician', 'POST', `/run/${run.id}/archive`, { markAsToDelete: false });
  expect(await jobsOf(run)).toMatchObject([
    { kind: 'archive', state: 'waiting', tries: 0, error: null, run: { businessId: run.businessId } },
  ]);
  await test.work();
  const [failed] = await jobsOf(run);
  expect(failed).toMatchObject({
    kind: 'archive',
    state: 'failed',
    tries: 5,
    laboratory: { name: run.laboratory.name },
    error: 'An error occurred in the program. For the cause, see the log of this installation.',
  });
  const { counts, found, laboratories } = await look();
  expect(counts.find(({ kind }) => kind === 'archive')).toMatchObject({
    failed: 1,
    dailyAt: null,
    isHourly: false,
  });
  expect(found.failed).toBe(1);
  expect(laboratories).toEqual([run.laboratory]);
  // SHELL-284: filters of type and laboratory apply to the list and its numbers, not to the counts by type.
  expect((await look(`?kind=archive&laboratoryId=${run.laboratory.id}`)).jobs).toEqual([failed]);
  for (const query of ['?kind=purge', `?laboratoryId=${run.id}`])
    expect(await look(query)).toMatchObject({
      jobs: [],
      found: { failed: 0, running: 0, waiting: 0, done: 0 },
      counts,
      laboratories,
    });

  expect((await again(failed, 'quality')).statusCode).toBe(403);
  await test.db.$executeRawUnsafe('DROP TRIGGER broken ON run');
  expect((await again(failed)).statusCode).toBe(204);
  expect(await jobsOf(run)).toMatchObject([{ state: 'waiting' }]);
  expect((await again(failed)).statusCode).toBe(404);
  await test.work();
  const [done] = await jobsOf(run);
  expect(done).toMatchObject({ state: 'done', error: null });
  expect((await again(done)).statusCode).toBe(409);
  const archived = await test.db.run.findUniqueOrThrow({ where: { id: run.id } });
  expect(archived.archivedByName).toBe('Ingrid Lindqvist');
  const entries = await test.db.auditEvent.findMany({ where: { action: 'job.again' } });
  expect(entries).toMatchObject([{ entityId: failed?.id, details: { kind: 'archive', runId: run.id } }]);
});

it('OPS-152 a failure that was requested again is not listed as one', async () => {
  const server = await startFtpServer();
  await test.call('physician', 'POST', '/ftp-connection', connectionTo(server, { sentParts: ['FILES'] }));
  server.faults = { denies: 'sign-in' };
  const run = await approvedRun(test, { seed: 2 });
  const sent = test.call('physician', 'POST', `/ftp/send/run/${run.id}`);
  await expect.poll(() => jobsOf(run)).toHaveLength(1);
  await test.work();
  await sent;
  const [failed, ...others] = await jobsOf(run);
  expect(others).toEqual([]);
  expect(failed).toMatchObject({ kind: 'delivery', state: 'failed', tries: 1 });
  expect(failed?.error).toMatch(/^Not sent: password refused\./);

  expect((await again(failed)).statusCode).toBe(204);
  expect(await jobsOf(run)).toMatchObject([{ state: 'waiting', tries: 0 }]);
  await test.work();
  expect(await jobsOf(run)).toMatchObject([{ state: 'failed', tries: 1 }]);

  server.faults = { isBusy: true };
  expect((await again((await jobsOf(run))[0])).statusCode).toBe(204);
  await test.work();
  const [waiting, ...more] = await jobsOf(run);
  expect([waiting, more]).toMatchObject([{ state: 'waiting', tries: 1 }, []]);
  expect(waiting?.error).toMatch(/^Not sent: server busy\./);
  expect(waiting?.dueAt).not.toBeNull();
  await server.close();
});

it('OPS-151 daily jobs are listed with their time', async () => {
  const { counts } = await look();
  expect(counts.find(({ kind }) => kind === 'purge')).toEqual({
    kind: 'purge',
    failed: 0,
    running: 0,
    waiting: 0,
    done: 0,
    dailyAt: '00:05',
    isHourly: false,
  });
});

it('TRUST-633 TRUST-634 neither the log nor the list of jobs has the file name that a server repeats; the laboratory sees it', async () => {
  const server = await startFtpServer();
  await test.db.fileTransferConnection.deleteMany();
  await test.db.delivery.deleteMany();
  await test.call('physician', 'POST', '/ftp-connection', connectionTo(server, { sentParts: ['FILES'] }));
  server.faults = { denies: 'write', namesFile: true };
  const run = await approvedRun(test, { seed: 3 });
  const sent = test.call('physician', 'POST', `/ftp/send/run/${run.id}`);
  await expect.poll(() => jobsOf(run)).toHaveLength(1);
  await test.work();
  await sent;
  const { files } = await test.db.delivery.findUniqueOrThrow({ where: { runId: run.id } });
  const [file = { name: '' }] = z.array(deliveredFileSchema).parse(files);
  const [failed] = await jobsOf(run);
  expect(failed?.error).toBe(
    'Not sent: no permission to write. The laboratory’s log of the delivery has the details.',
  );
  expect(JSON.stringify(await look())).not.toContain(file.name);

  expect(log.join('')).toContain('"reason":"delivery, write (550): ');
  expect(log.join('')).not.toContain(file.name);
  const own = await test.call('physician', 'GET', `/deliveries/${run.id}/log`);
  expect(own.body).toContain(file.name);
  await server.close();
});
