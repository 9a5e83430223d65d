import { jobKindSchema } from '@curvewell/domain';
import { expect, it } from 'vitest';

import { createTestDatabase } from '../../test/database.ts';
import { startWork } from './start-work.ts';

it('OPS-384 a restored copy starts no job that sends, or that moves or deletes what it may share with the real installation', async () => {
  const { db, drop } = await createTestDatabase();
  await db.$executeRaw`UPDATE installation SET restored_at = now(), backup_made_at = now()`;
  const started: string[] = [];
  const stop = await startWork({
    db,
    jobs: { work: (handlers) => Promise.resolve(void started.push(...Object.keys(handlers))) },
    handlers: Object.fromEntries(jobKindSchema.options.map((kind) => [kind, () => Promise.resolve('done')])),
    onHeld: () => undefined,
    onConfirmed: () => undefined,
    onError: () => undefined,
  });
  stop();
  await drop();
  expect(started.toSorted()).toEqual([
    'archive',
    'audit-partition',
    'demo-history',
    'forget-sessions',
    'record-check',
    'repack-results',
    'run-counts',
  ]);
});
