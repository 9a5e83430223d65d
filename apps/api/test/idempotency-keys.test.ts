import { request, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

import { IDEMPOTENCY_HEADER } from '@curvewell/contracts';
import type { Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { deleteExpiredIdempotencyKeys } from '../src/http/requests/idempotency-keys.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { often } from './often.ts';
import { cfxFile, configuration, importedRun, interpretedRun, uploadOf } from './run-factory.ts';

let test: TestApp;
let run: Run;
let now = 0;
const clock = { now: () => new Date(now) };
const DAY_MS = 24 * 3600 * 1000;
/** Number of cut connections; each request is then repeated twenty times. */
const CUTS = often({ byDay: 5, byNight: 50 });

beforeAll(async () => {
  test = await createTestApp();
  run = await importedRun(test);
  await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());

interface Comment {
  readonly key: string;
  readonly value?: string;
  readonly login?: string;
}

const commented = async ({ key, value = 'Looked at.', login = 'tech' }: Comment) =>
  test.app.inject({
    method: 'POST',
    url: `/api/run/${run.id}/comment`,
    payload: { value },
    headers: { ...(await test.signIn(login)), [IDEMPOTENCY_HEADER]: key },
  });
const TEMPLATE_WELL = {
  position: 'A1',
  channel: null,
  sampleType: 'BLOOD',
  kitVersion: null,
  reactionBuffer: null,
  expectedDiagnostic: null,
};
const post = (url: string, payload?: object) => ({
  method: 'POST' as const,
  url: `/api${url}`,
  ...(payload !== undefined && { payload }),
});
const commentsOf = (value: string) => test.db.comment.count({ where: { runId: run.id, value } });
const wellIdsOf = ({ analyses }: Run) =>
  analyses.flatMap(({ wells }) => Object.values(wells).map(({ id }) => id));
const codeOf = (answer: { readonly body: string }) => (JSON.parse(answer.body) as { code?: string }).code;

/** Adds a comment and disconnects as soon as it is committed, so that the response is lost. */
async function commentAndHangUp(key: string, value: string): Promise<void> {
  const { port } = test.app.server.address() as AddressInfo; // a listening TCP server
  const body = JSON.stringify({ value });
  const sent: ClientRequest = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: `/api/run/${run.id}/comment`,
    headers: {
      ...(await test.signIn('tech')),
      'content-type': 'application/json',
      'content-length': body.length,
      [IDEMPOTENCY_HEADER]: key,
    },
  });
  sent.on('error', () => undefined);
  sent.end(body);
  await expect.poll(() => commentsOf(value), { interval: 2 }).toBe(1);
  sent.destroy();
}

it('OPS-180 a request repeated after its response was lost is carried out once, with the same response', async () => {
  for (let cut = 0; cut < CUTS; cut++) {
    const [key, value] = [`cut-${cut}`, `Cut ${cut}`];
    await commentAndHangUp(key, value);
    const answers = await Promise.all(Array.from({ length: 20 }, () => commented({ key, value })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await commentsOf(value)).toBe(1);
  }
  const entries = await test.db.auditEvent.count({ where: { entityId: run.id, action: 'run.comment' } });
  expect(entries).toBe(CUTS);
});

it('TRUST-50 the response is stored in the transaction of the change, so a later crash does not lose it', async () => {
  const own = await test.signIn('physician');
  const waiting = await interpretedRun(test, { seed: 92 });
  const plate = await importedRun(test, { seed: 93 });
  const saved = await test.call('tech', 'PUT', `/run/${plate.id}`, await configuration(test.db, plate));
  expect(saved.statusCode).toBe(200);
  const [wellId = ''] = wellIdsOf(waiting);
  const upload = await uploadOf(test, { login: 'physician', files: [await cfxFile({ seed: 94 })] });
  const requests = [
    upload,
    post(`/run/${plate.id}/interpret`),
    post(`/run/${waiting.id}/comment`, { value: 'Of the run' }),
    post(`/run/${waiting.id}/well/${wellId}/comment`, { value: 'Of a well' }),
    post(`/run/${waiting.id}/wells/comment?wellIds=${wellId}`, { value: 'Of wells' }),
    post('/template-well', { name: 'Kept', plateType: 'RECTANGULAR_96', wells: [TEMPLATE_WELL] }),
  ];
  for (const [index, one] of requests.entries()) {
    const key = `within-${index}`;
    const headers = { ...('headers' in one ? one.headers : {}), ...own, [IDEMPOTENCY_HEADER]: key };
    const answer = await test.app.inject({ ...one, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    // Compares the ids of the transactions that last wrote the rows.
    const kept = await test.db.$queryRaw<{ answer: string; isOfChange: boolean }[]>`
      SELECT k.answer, k.xmin = e.xmin AS "isOfChange" FROM kept_answer k
        JOIN audit_event e ON e.request_id = k.request_id AND e.entity <> 'user' WHERE k.key = ${key}`;
    expect(kept, one.url).toEqual([{ answer: answer.body, isOfChange: true }]);
  }
});

it('OPS-181 of concurrent requests with one key one is carried out, and all get its response', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => commented({ key: 'at-once', value: 'At once' })),
  );
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await commentsOf('At once')).toBe(1);
});

it('OPS-182 a key belongs to one request of one user: other content is refused, another user’s key is separate', async () => {
  expect((await commented({ key: 'k', value: 'One' })).statusCode).toBe(200);
  const other = await commented({ key: 'k', value: 'Two' });
  expect([other.statusCode, codeOf(other)]).toEqual([422, 'key-reused']);
  expect((await commented({ key: 'k', value: 'One', login: 'physician' })).statusCode).toBe(200);
  expect([await commentsOf('One'), await commentsOf('Two')]).toEqual([2, 0]);
  expect((await commented({ key: 'not a key', value: 'Three' })).statusCode).toBe(400);
});

it('OPS-183 a refused request changed nothing, and its key may be used again', async () => {
  expect((await commented({ key: 'refused', value: '' })).statusCode).toBe(400);
  expect((await commented({ key: 'refused', value: 'Now' })).statusCode).toBe(200);
});

it('OPS-180 files sent twice with one key become one run', async () => {
  const upload = await uploadOf(test, { files: [await cfxFile({ seed: 91 })] });
  const send = () =>
    test.app.inject({ ...upload, headers: { ...upload.headers, [IDEMPOTENCY_HEADER]: 'import' } });
  const before = await test.db.run.count();
  const [first, second] = await Promise.all([send(), send()]);
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect(second.json<Run>().id).toBe(first.json<Run>().id);
  expect(await test.db.run.count()).toBe(before + 1);
});

it('OPS-184 a response with a secret is not stored: a replay says that the request was done', async () => {
  const { laboratoryId } = await test.db.appUser.findUniqueOrThrow({ where: { login: 'tech' } });
  const make = async () =>
    test.app.inject({
      method: 'POST',
      url: `/api/user/laboratory/${laboratoryId ?? ''}`,
      headers: { ...(await test.signIn('super')), [IDEMPOTENCY_HEADER]: 'user' },
      payload: { login: 'made.once', firstname: 'M', lastname: 'O', email: 'made.once@example.org' },
    });
  const { password } = (await make()).json<{ password: { link: string } }>();
  expect(password.link).toMatch(/^http/);
  const again = await make();
  expect([again.statusCode, codeOf(again)]).toEqual([409, 'answer-lost']);
  expect(await test.db.idempotencyKey.count({ where: { answer: { contains: password.link } } })).toBe(0);
});

it('OPS-185 after a day a key is free, and its response is deleted', async () => {
  const { idempotencyKey } = test.db;
  await idempotencyKey.updateMany({
    where: { key: 'k' },
    data: { at: new Date(Date.now() - DAY_MS - 1_000) },
  });
  expect((await commented({ key: 'k', value: 'Two' })).statusCode).toBe(200);
  expect(await commentsOf('Two')).toBe(1);
  now = Date.now() + DAY_MS + 60_000;
  expect(await idempotencyKey.count()).toBeGreaterThan(0);
  await deleteExpiredIdempotencyKeys({ db: test.db, clock });
  expect(await idempotencyKey.count()).toBe(0);
});
