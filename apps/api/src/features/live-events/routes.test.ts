import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { liveEventSchema, type LiveEvent } from '@curvewell/contracts';
import type { AuditAction, Laboratory } from '@curvewell/domain';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../test/create-test-app.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { transaction } from '../../database/db.ts';
import { decide, importedRun, interpretedRun, submit } from '../../../test/run-factory.ts';

let test: TestApp;
let address: string;
beforeAll(async () => {
  test = await createTestApp();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

const streams: AbortController[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.abort();
});

interface Heard {
  readonly events: LiveEvent[];
  /** Whether the server has ended the stream. */
  readonly hasEnded: () => boolean;
}

async function openStream(login: string): Promise<Response> {
  const stream = new AbortController();
  streams.push(stream);
  return fetch(`${address}/api/events`, { headers: await test.signIn(login), signal: stream.signal });
}

/** Opens a stream as a user; resolves when no event can be missed any more. */
async function listen(login: string): Promise<Heard> {
  const answer = await openStream(login);
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const events: LiveEvent[] = [];
  let ended = false;
  const read = async () => {
    for await (const text of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      for (const line of text.split('\n').filter((one) => one.startsWith('data: '))) {
        events.push(liveEventSchema.parse(JSON.parse(line.slice(6))));
      }
    }
    ended = true;
  };
  // The stream is aborted at the end of the test.
  read().catch(() => undefined);
  const heard = { events, hasEnded: () => ended };
  await expect.poll(() => events.length).toBe(1);
  expect(events).toEqual([{ kind: 'ready' }]);
  return heard;
}

const changesOf = ({ events }: Heard, runId: string) =>
  events.flatMap((event) => (event.kind === 'run' && event.runId === runId ? [event] : []));

it('API-91 all users of the laboratory get the changes of a run; the author’s own are marked', async () => {
  const [technician, physician] = [await listen('tech'), await listen('physician')];
  const run = await interpretedRun(test);
  await submit(test, run.id);
  await decide(test, run.id, { status: 'REJECTED' });
  await expect.poll(() => changesOf(physician, run.id).length).toBe(5);
  expect(changesOf(physician, run.id).map(({ change, own }) => [change, own])).toEqual([
    ['run.import', false],
    ['run.update', false],
    ['run.interpret', false],
    ['run.submit', false],
    ['run.reject', true],
  ]);
  expect(changesOf(technician, run.id).map(({ own }) => own)).toEqual([true, true, true, true, false]);
});

it('API-91 nothing of another laboratory is sent, and only the change and the run are named', async () => {
  const [south, north] = [await listen('tech.south'), await listen('tech')];
  const run = await importedRun(test, { seed: 2 });
  const ofSouth = await importedRun(test, { login: 'tech.south', seed: 3 });
  await expect.poll(() => changesOf(south, ofSouth.id)).toHaveLength(1);
  expect(changesOf(south, run.id)).toEqual([]);
  expect(changesOf(north, ofSouth.id)).toEqual([]);
  expect(changesOf(north, run.id)).toEqual([{ kind: 'run', runId: run.id, change: 'run.import', own: true }]);
});

it('API-91 a laboratory gets changes of its rules, and no other does', async () => {
  const [physician, south] = [await listen('physician'), await listen('tech.south')];
  const { laboratoryId: id } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'manager' } });
  const answer = await test.call('manager', 'GET', `/laboratory/${id}`);
  const { name, active, submitterMayApprove, rules, revision } = answer.json<Laboratory>();
  const change = { name, active, submitterMayApprove, revision, rules: { ...rules, nearBorderPercent: 5 } };
  expect((await test.call('manager', 'PUT', `/laboratory/${id}`, change)).statusCode).toBe(200);
  await expect.poll(() => physician.events).toContainEqual({ kind: 'laboratory' });
  expect(south.events).toEqual([{ kind: 'ready' }]);
});

it('API-91 rolled back changes, and actions that change nothing, are not sent', async () => {
  const heard = await listen('tech');
  const run = await interpretedRun(test, { seed: 4 });
  await test.call('tech', 'POST', `/run/export/${run.id}`, { format: 'CSV' });
  expect(await test.db.auditEvent.count({ where: { action: 'run.export', entityId: run.id } })).toBe(1);
  expect((await test.call('tech', 'PUT', `/run/${run.id}/status?status=APPROVED`)).statusCode).toBe(403);
  await submit(test, run.id);
  await expect.poll(() => changesOf(heard, run.id).at(-1)?.change).toBe('run.submit');
  expect(changesOf(heard, run.id).map(({ change }) => change)).toEqual([
    'run.import',
    'run.update',
    'run.interpret',
    'run.submit',
  ]);
});

it('API-91 an unknown action of another version of the program makes listeners reload', async () => {
  const heard = await listen('tech');
  const run = await importedRun(test, { seed: 5 });
  const laboratory = await test.db.run.findUniqueOrThrow({ where: { id: run.id } });
  const before = heard.events.filter(({ kind }) => kind === 'ready').length;
  await recordAudit(
    test.db,
    { userId: null, name: 'A newer program', laboratory: { id: laboratory.laboratoryId } },
    { action: 'run.fold' as AuditAction, entity: 'run', entityId: run.id }, // an action unknown to this version
  );
  await expect.poll(() => heard.events.filter(({ kind }) => kind === 'ready').length).toBe(before + 1);
});

it('API-91 a stream ends soon after its listener loses access', async () => {
  const heard = await listen('research');
  await test.db.appUser.update({ where: { login: 'research' }, data: { enabled: false } });
  // How soon: live-rights.test.ts, by its own clock.
  await expect.poll(heard.hasEnded).toBe(true);
  expect((await openStream('research')).status).toBe(403);
});

it('API-91 a user can have a few streams; a closed one frees its place', async () => {
  const answers = [];
  for (let count = 0; count < 7; count += 1) answers.push(await openStream('quality'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429]);
  expect(await answers[6]?.json()).toMatchObject({ code: 'too-many-requests' });
  streams[0]?.abort();
  await expect.poll(async () => (await openStream('quality')).status).toBe(200);
});

it('API-91 HEAD opens no stream', async () => {
  const headers = await test.signIn('sales');
  for (let count = 0; count < 6; count += 1) {
    expect((await fetch(`${address}/api/events`, { method: 'HEAD', headers })).status).toBe(404);
  }
  expect((await openStream('sales')).status).toBe(200);
});

it('OPS-562 a transaction notifies each laboratory once, on its own channel, that a process leaves with its last stream', async () => {
  const { laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  const channel = `events_${laboratoryId?.replaceAll('-', '')}`;
  const listener = new pg.Client({ connectionString: test.databaseUrl });
  await listener.connect();
  const notified: string[] = [];
  listener.on('notification', ({ payload = '' }) => notified.push(payload.replaceAll(/\s/g, '')));
  await listener.query(`LISTEN ${channel}`);
  const [run, south] = [
    await importedRun(test, { seed: 6 }),
    await importedRun(test, { login: 'tech.south', seed: 7 }),
  ];
  await expect.poll(() => notified.join()).toContain(`"${run.id}","run.import"`);
  notified.length = 0;

  const record = (actions: readonly AuditAction[]) =>
    transaction({ db: test.db }, async (tx) => {
      for (const { id, laboratory } of [run, south])
        for (const action of actions)
          await recordAudit(
            tx,
            { userId: null, name: 'A job', laboratory: { id: laboratory.id } },
            { action, entity: 'run', entityId: id },
          );
    });
  await record(['run.archive', 'run.restore']);
  await expect
    .poll(() => notified)
    .toEqual([
      JSON.stringify([
        [null, run.id, 'run.archive'],
        [null, run.id, 'run.restore'],
      ]),
    ]);
  const heard = await listen('tech');
  await record(Array.from({ length: 200 }, () => 'run.send'));
  await expect.poll(() => notified.at(-1)).toBe('');
  await expect.poll(() => heard.events).toEqual([{ kind: 'ready' }, { kind: 'ready' }]);
  await listener.end();

  for (const stream of streams.splice(0)) stream.abort();
  const left = () =>
    test.db.$queryRaw`SELECT query FROM pg_stat_activity
      WHERE application_name = 'curvewell events' AND datname = current_database()`;
  await expect.poll(left).toEqual([{ query: `UNLISTEN ${channel}` }]);
});

it('OPS-605 an entry notifies once, also if a process of release 0.2.0 writes it and its head itself', async () => {
  const { laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  const run = await importedRun(test, { seed: 8 });
  const owner = new pg.Client({ connectionString: test.databaseUrl });
  await owner.connect();
  const heard = await listen('tech');
  await owner.query('BEGIN');
  await owner.query(
    `INSERT INTO audit_event (laboratory_id, number, actor_name, action, entity, entity_id, previous_hash, hash)
     SELECT chain, number + 1, 'Earlier', 'run.archive', 'run', $2, hash, hash FROM audit_head WHERE chain = $1`,
    [laboratoryId, run.id],
  );
  await owner.query('UPDATE audit_head SET number = number + 1 WHERE chain = $1', [laboratoryId]);
  await owner.query('COMMIT');
  await owner.end();
  await recordAudit(
    test.db,
    { userId: null, name: 'Now', laboratory: { id: run.laboratory.id } },
    { action: 'run.restore', entity: 'run', entityId: run.id },
  );
  await expect.poll(() => changesOf(heard, run.id).at(-1)?.change).toBe('run.restore');
  expect(changesOf(heard, run.id).map(({ change }) => change)).toEqual(['run.archive', 'run.restore']);
});

it('API-91 a lost database connection is restored, and listeners are asked to reload', async () => {
  const heard = await listen('tech');
  const admin = new pg.Client({ connectionString: test.databaseUrl });
  await admin.connect();
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'curvewell events' AND datname = current_database()`,
  );
  await admin.end();
  await expect.poll(() => heard.events).toEqual([{ kind: 'ready' }, { kind: 'ready' }]);
  const run = await importedRun(test, { seed: 5 });
  await expect.poll(() => changesOf(heard, run.id)).toHaveLength(1);
});

it('API-91 a stopping server ends its streams and unused connections at once', async () => {
  const other = await createTestApp();
  const otherAddress = await other.app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${otherAddress}/api/events`, { headers: await other.signIn('tech') });
  // And an idle connection, such as a browser opens in advance.
  await once(connect(Number(new URL(otherAddress).port), '127.0.0.1'), 'connect');
  const ended = Promise.all([other.close(), answer.text()]).then(() => 'ended');
  // Otherwise the server waits for its streams, and Node keeps an unused connection for a minute.
  const late = sleep(30_000, 'still open', { ref: false });
  expect(await Promise.race([ended, late])).toBe('ended');
});
