import { gzipSync } from 'node:zlib';

import type { RecordState, Run } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { keyOf } from '../src/blobs/blobs.ts';
import { checkRecords, checkSignatures } from '../src/features/decisions/index.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { memoryStore } from './memory-store.ts';
import { approvedRun, decide, interpretedRun, submit } from './run-factory.ts';
import { unzip } from './zip-parts.ts';

const store = memoryStore();
let test: TestApp;
/** Another process, which has kept no object. */
let other: TestApp;
let run: Run;
let key: string;
beforeAll(async () => {
  test = await createTestApp({ objects: store });
  other = await createTestApp({ objects: memoryStore(store.objects), beside: test });
  run = await approvedRun(test, { seed: 1 });
  key = keyOf({ runId: run.id, sha256: (await rowOf(run)).wellsSha256 ?? '' });
});
afterAll(async () => {
  await other.close();
  await test.close();
});

const rowOf = ({ id: runId }: Run) => test.db.decisionRecord.findFirstOrThrow({ where: { runId } });
const checked = async (app: TestApp, again: boolean) =>
  (await app.call('physician', 'GET', `/run/${run.id}/record?again=${again}`)).json<RecordState>();
const exported = () => other.call('physician', 'POST', `/run/export/${run.id}/record`);

it('OPS-645 the wells of a signed record are in the object store, and the portable record has all of it', async () => {
  expect(store.objects.has(key)).toBe(true);
  expect((await rowOf(run)).content.length).toBeLessThan(5_000);
  expect(await checked(other, true)).toMatchObject({ state: 'unchanged', differences: [] });
  const answer = await exported();
  expect(answer.statusCode, answer.body).toBe(200);
  const parts = await unzip(answer.rawPayload);
  const record = JSON.parse(parts.get('record.json')?.toString() ?? '') as { wells: unknown[] };
  expect(record.wells).toHaveLength(4);
});

it.each<[string, (kept: Buffer) => Buffer | null]>([
  ['is missing', () => null],
  ['is altered', (kept) => Buffer.concat([kept.subarray(0, -9), Buffer.alloc(9)])],
])('OPS-646 a signed record whose end %s is reported, and never exported', async (_, change) => {
  const kept = store.objects.get(key) ?? Buffer.alloc(0);
  const changed = change(kept);
  if (changed === null) store.objects.delete(key);
  else store.objects.set(key, changed);
  const again = await createTestApp({ objects: memoryStore(store.objects), beside: test });
  const answer = await again.call('physician', 'POST', `/run/export/${run.id}/record`);
  expect([answer.statusCode, answer.body]).toEqual([
    503,
    expect.stringContaining('end of the signed record'),
  ]);
  const state = await checked(again, true);
  expect(state.state).toBe('changed');
  expect(state.differences).toContainEqual(
    expect.objectContaining({ what: 'Record as it was signed', found: null }),
  );
  store.objects.set(key, kept);
  expect((await checked(again, true)).state).toBe('unchanged');
  await again.close();
});

it('OPS-647 no decision names an object that the store has not confirmed', async () => {
  const waiting = await interpretedRun(test, { seed: 2 });
  await submit(test, waiting.id);
  store.instead.put = () => Promise.reject(new Error('no space'));
  for (const status of ['APPROVED', 'REJECTED']) {
    const refused = await decide(test, waiting.id, { status });
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
  }
  store.instead.put = null;
  expect(await test.db.decisionRecord.count({ where: { runId: waiting.id } })).toBe(0);
  expect((await decide(test, waiting.id, { status: 'REJECTED' })).statusCode).toBe(200);
  expect((await rowOf(waiting)).wellsSha256).not.toBeNull();
});

it('OPS-648 signatures are verified without the object store, which counts the records that it has not read', async () => {
  const { count, invalidRunId, notRead } = await checkSignatures(test.db, { runId: run.id });
  expect({ count, invalidRunId, notRead }).toEqual({ count: 1, invalidRunId: null, notRead: 1 });
});

it('OPS-649 a record in the former format, stored completely in its row, can be read with an object store', async () => {
  const { wellsSha256, ...row } = await rowOf(run);
  const content = Buffer.concat([row.content, store.objects.get(key) ?? Buffer.alloc(0)]);
  await test.db.$executeRawUnsafe('ALTER TABLE decision_record DISABLE TRIGGER USER');
  const where = { decisionId: row.decisionId };
  await test.db.decisionRecord.update({ where, data: { content, wellsSha256: null } });
  expect(await checked(other, true)).toMatchObject({ state: 'unchanged', differences: [] });
  expect(await checkSignatures(test.db, { runId: run.id })).toMatchObject({ invalidRunId: null, notRead: 0 });
  await test.db.decisionRecord.update({ where, data: { content: row.content, wellsSha256 } });
  await test.db.$executeRawUnsafe('ALTER TABLE decision_record ENABLE TRIGGER USER');
});

/** Changes a protected row as the owner of the database can. */
async function asOwner(table: string, change: string): Promise<void> {
  await test.db.$executeRawUnsafe(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await test.db.$executeRawUnsafe(change);
  await test.db.$executeRawUnsafe(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

it.each(['no gzip file', 'an empty one'])(
  'OPS-646 a page reports an altered start of a record, which the database has, without reading the object store: %s',
  async (changed) => {
    const { decisionId, content } = await rowOf(run);
    const set = (hex: string) =>
      asOwner(
        'decision_record',
        `UPDATE decision_record SET content = decode('${hex}', 'hex') WHERE decision_id = '${decisionId}'`,
      );
    await set(changed === 'an empty one' ? gzipSync('').toString('hex') : '00');
    const away = await createTestApp({ objects: memoryStore(store.objects), beside: test });
    const state = await checked(away, false);
    await set(Buffer.from(content).toString('hex'));
    expect(state.state).toBe('changed');
    expect(state.differences).toContainEqual(expect.objectContaining({ what: 'Record as it was signed' }));
    expect((await checked(away, true)).state).toBe('unchanged');
    await away.close();
  },
);

it('OPS-650 a run that differs from its record is shown as changed, and an export is refused, while the object store is unavailable', async () => {
  const name = (await test.db.run.findUniqueOrThrow({ where: { id: run.id } })).name;
  await asOwner('run', `UPDATE run SET name = 'other' WHERE id = '${run.id}'`);
  const lost = memoryStore(store.objects);
  lost.instead.get = () => Promise.reject(new Error('away'));
  const away = await createTestApp({ objects: lost, beside: test });
  const state = await checked(away, false);
  const answer = await away.call('physician', 'POST', `/run/export/${run.id}/record`);
  const again = await away.call('physician', 'GET', `/run/${run.id}/record?again=true`);
  await asOwner('run', `UPDATE run SET name = '${name}' WHERE id = '${run.id}'`);
  expect(state.state).toBe('changed');
  expect(state.differences.map(({ what }) => what)).toEqual(['Record']);
  for (const { statusCode, body } of [answer, again])
    expect([statusCode, body]).toEqual([503, expect.stringContaining('signed records cannot be reached')]);
  expect((await checked(other, true)).state).toBe('unchanged');
  await away.close();
});

it('OPS-651 a run whose results cannot be read does not prevent the nightly check of others', async () => {
  const broken = await approvedRun(test, { seed: 3 });
  const { id, results } = await test.db.interpretation.findFirstOrThrow({ where: { runId: broken.id } });
  const set = (value: unknown) =>
    asOwner(
      'interpretation',
      `UPDATE interpretation SET results = '${JSON.stringify(value)}'::jsonb WHERE id = '${id}'`,
    );
  // Checked before all others.
  await test.db.recordCheck.deleteMany({ where: { runId: broken.id } });
  await test.db.recordCheck.updateMany({ data: { isUnchanged: false } });
  await set({ version: 2, colors: [], wells: { 'no id': { color: null } } });
  const night = () => checkRecords({ db: test.db, clock: test.app.clock, signer: test.signer });
  await expect(night()).rejects.toThrow(`The record of run ${broken.id} cannot be checked.`);
  const checks = await test.db.recordCheck.findMany({ where: { runId: { in: [broken.id, run.id] } } });
  expect(checks.map(({ runId, isUnchanged }) => [runId, isUnchanged])).toEqual([[run.id, true]]);
  await set(results);
  await night();
});
