import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../test/create-test-app.ts';
import { memoryStore } from '../../test/memory-store.ts';
import { cfxFile, importedRun, importFiles } from '../../test/run-factory.ts';
import { deleteWithoutEntry } from '../../test/without-rules.ts';
import { sweepBlobs } from './sweep-blobs.ts';

const DAYS_MS = 3 * 24 * 3600 * 1000;

/** A bucket in memory. */
const bucket = memoryStore();
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ objects: bucket });
});
afterAll(() => test.close());

const sweep = ({ db }: TestApp) => sweepBlobs({ db, clock: { now: () => new Date(Date.now() + DAYS_MS) } });
const keysOf = (runId: string) => [...bucket.objects.keys()].filter((key) => key.includes(runId));

it('OPS-656 a second installation with the same bucket removes nothing of the first', async () => {
  const run = await importedRun(test, { seed: 1 });
  const second = await createTestApp({ objects: memoryStore(bucket.objects) });
  try {
    expect(await sweep(second)).toBe(0);
    expect(keysOf(run.id)).toHaveLength(3);
  } finally {
    await second.close();
  }
});

it('OPS-656 an older copy of the database removes nothing of later runs, and a deleted run leaves', async () => {
  const [later, deleted] = [await importedRun(test, { seed: 2 }), await importedRun(test, { seed: 3 })];
  await deleteWithoutEntry(test.db, [later.id]);
  expect((await test.call('tech', 'DELETE', `/run/${deleted.id}`)).statusCode).toBe(204);
  expect(await sweep(test)).toBe(3);
  expect([keysOf(later.id).length, keysOf(deleted.id)]).toEqual([3, []]);
});

it('OPS-656 a refused import removes the objects that it has stored', async () => {
  const before = bucket.objects.size;
  // The laboratory begins to move while its file is stored.
  const moving = (moveState: string | null) => test.db.laboratory.updateMany({ data: { moveState } });
  bucket.instead.put = async () => {
    await moving('moving');
  };
  const answer = await importFiles(test, { files: [await cfxFile({ seed: 4 })] });
  bucket.instead.put = null;
  await moving(null);
  expect(answer.json()).toMatchObject({ code: 'moving' });
  expect(bucket.objects.size).toBe(before);
});
