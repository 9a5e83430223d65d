import type { Problem } from '@curvewell/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../test/create-test-app.ts';
import { memoryStore } from '../../test/memory-store.ts';
import { importedRun } from '../../test/run-factory.ts';
import { sweepBlobs } from '../blobs/sweep-blobs.ts';

const DAYS_MS = 3 * 24 * 3600 * 1000;
const OTHERS = '00000000-0000-4000-8000-000000000001/sha256';

/** A bucket in memory that two clusters use. */
const bucket = memoryStore();
const stored = bucket.objects;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ objects: bucket });
});
afterAll(() => test.close());

const sweep = () => sweepBlobs({ db: test.db, clock: { now: () => new Date(Date.now() + DAYS_MS) } });
const keyOf = (runId: string) => [...stored.keys()].find((key) => key.includes(runId));

it('OPS-541 once a laboratory was moved, only files of runs that were deleted here are removed from the store', async () => {
  stored.set(OTHERS, Buffer.from('of another cluster'));
  const [kept, deleted] = [await importedRun(test, { seed: 1 }), await importedRun(test, { seed: 2 })];
  await test.db.laboratory.updateMany({ data: { movedAt: new Date() } });
  expect((await test.call('tech', 'DELETE', `/run/${deleted.id}`)).statusCode).toBe(204);

  // A file, and the curves of two phases.
  expect(await sweep()).toBe(3);
  expect([keyOf(kept.id), keyOf(deleted.id)]).toEqual([expect.any(String), undefined]);
  expect(stored.has(OTHERS)).toBe(true);

  // OPS-656: the same applies if this is the only known cluster.
  await test.db.laboratory.updateMany({ data: { movedAt: null } });
  expect(await sweep()).toBe(0);
  expect(stored.has(OTHERS)).toBe(true);
});

it('OPS-541 lots that other clusters copy are not deleted', async () => {
  const { id, kitVersionId } = await test.db.lot.findFirstOrThrow({ where: { active: true } });
  const lot = await test.db.lot.create({
    data: { kitVersionId, name: 'UNUSED-1', active: false, expirationDate: new Date('2030-01-31') },
  });
  await test.db.$executeRaw`CREATE PUBLICATION curvewell_catalogue FOR TABLE lot`;
  const refused = await test.call('quality', 'DELETE', `/lots/${lot.id}`);
  const { code, message } = refused.json<Problem>();
  expect([refused.statusCode, code]).toEqual([409, 'in-use']);
  expect(message).toContain('another cluster');
  await test.db.$executeRaw`DROP PUBLICATION curvewell_catalogue`;
  expect((await test.call('quality', 'DELETE', `/lots/${lot.id}`)).statusCode).toBe(204);
  expect(await test.db.lot.count({ where: { id } })).toBe(1);
});
