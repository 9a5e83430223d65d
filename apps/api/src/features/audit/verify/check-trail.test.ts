import type { Job } from '@curvewell/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { NO_LABORATORY } from '../../../audit/audit-chain.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function check() {
  await test.db.$transaction((tx) => test.app.jobs.ask(tx, 'record-check', { data: {} }));
  await test.work();
  const { jobs } = (await test.call('super', 'GET', '/jobs')).json<{ jobs: Job[] }>();
  const noted = await test.db.installation.findUniqueOrThrow({ where: { id: 1 } });
  return { noted, failed: jobs.filter(({ state }) => state === 'failed') };
}

it('OPS-383 AUDIT-30 the nightly check records that all audit trails are intact, and fails when one is not', async () => {
  const before = await check();
  expect(before.noted).toMatchObject({ trailUnbroken: true, trailCheckedAt: expect.any(Date) as Date });
  expect(before.failed).toEqual([]);
  const heads = await test.db.auditHead.findMany({ select: { chain: true } });
  const checkpoints = await test.db.chainCheckpoint.findMany();
  expect(checkpoints).toEqual(
    expect.arrayContaining(
      heads.map((head) => expect.objectContaining({ chain: head.chain, fault: null }) as object),
    ),
  );

  // Simulates a user who may disable triggers.
  await test.db.$transaction([
    test.db.$executeRaw`SET LOCAL session_replication_role = replica`,
    test.db
      .$executeRaw`UPDATE audit_event SET actor_name = 'Somebody' WHERE number = 1 AND laboratory_id IS NULL`,
  ]);
  const after = await check();
  expect(after.noted.trailUnbroken).toBe(false);
  const broken = await test.db.chainCheckpoint.findMany({ where: { chain: NO_LABORATORY } });
  expect(broken).toMatchObject([{ number: 0n, fault: { kind: 'changed', number: 1 } }]);
  expect(after.failed).toMatchObject([
    {
      kind: 'record-check',
      error: expect.stringMatching(/^The audit trail of the installation is broken: /) as string,
    },
  ]);
});
