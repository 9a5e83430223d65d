import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ChainState, Run } from '@curvewell/domain';

import { createTestApp, type TestApp } from '../../../../test/create-test-app.ts';
import { decide, importedRun, interpretedRun, submit } from '../../../../test/run-factory.ts';
import { withoutRules } from '../../../../test/without-rules.ts';
import type { Tx } from '../../../database/db.ts';
import { reconcileRuns } from './reconcile-runs.ts';

let test: TestApp;
let approved: Run;
let deleted: Run;
let last: Run;
let north = '';

beforeAll(async () => {
  test = await createTestApp();
  const runs: Run[] = [];
  for (const status of ['APPROVED', 'APPROVED', 'REJECTED']) {
    const run = await interpretedRun(test, { seed: 41 + runs.length });
    await submit(test, run.id);
    await decide(test, run.id, { status });
    runs.push(run);
  }
  [approved, deleted] = [runs[0], runs[1]] as [Run, Run]; // two of three
  last = await importedRun(test, { seed: 45 });
  north = last.laboratory.id;
  // In a laboratory that is not for demonstration, gaps in the numbers are faults.
  await test.db.laboratory.update({ where: { id: north }, data: { demonstration: false } });
  await test.db.runCounter.update({
    where: { laboratoryId: north },
    data: { lastBusinessId: last.businessId },
  });
});
afterAll(() => test.close());

class Undone extends Error {}

/** The fault that is found after the owner of the database has run statements, which are rolled back. */
async function foundAfter(...statements: string[]): Promise<string | null> {
  let found: string | null = null;
  const work = withoutRules(test.db, async (tx) => {
    for (const statement of statements)
      await tx.$executeRawUnsafe(
        statement.replaceAll(':run', `'${approved.id}'`).replaceAll(':last', `'${last.id}'`),
      );
    found = await inSmallBatches(tx);
    throw new Undone();
  });
  await expect(work).rejects.toThrow(Undone);
  return found;
}

async function inSmallBatches(tx: Tx | TestApp['db']): Promise<string | null> {
  const { number } = await tx.auditHead.findUniqueOrThrow({ where: { chain: north } });
  const fault = await reconcileRuns(tx, north, { lastEntry: Number(number), batch: 2 });
  return fault?.text ?? null;
}

describe('TRUST-383 runs and the audit trail', () => {
  it('match, also after the product has deleted and archived runs', async () => {
    expect(await inSmallBatches(test.db)).toBeNull();
    expect((await test.call('manager', 'DELETE', `/run/${deleted.id}`)).statusCode).toBe(204);
    expect(await inSmallBatches(test.db)).toBeNull();
  });

  it.each([
    [
      'an approved run deleted with all that hangs on it',
      /^The run of .*xlsx in entry \d+ no longer exists, and no entry records its deletion\.$/,
      [
        'DELETE FROM signature WHERE run_id = :run',
        'DELETE FROM decision_record WHERE run_id = :run',
        'DELETE FROM run_decision WHERE run_id = :run',
        'DELETE FROM run WHERE id = :run',
      ],
    ],
    ['the newest run deleted', /^The run of .* no longer exists/, ['DELETE FROM run WHERE id = :last']],
    ['a run of which only the signature is left', /no longer exists/, ['DELETE FROM run WHERE id = :run']],
    [
      'a signature deleted',
      /^The signature of run \d+ in entry \d+ no longer exists\.$/,
      ['DELETE FROM signature WHERE run_id = :run'],
    ],
    [
      'a signature of no run',
      /^The signature of .* belongs to a run that no longer exists/,
      [
        `UPDATE audit_event SET entity = 'lot' WHERE entity_id = :run::text`,
        'UPDATE signature SET run_id = gen_random_uuid() WHERE run_id = :run',
      ],
    ],
    [
      'a run without its import',
      /^Run \d+ exists, and no entry records its import\.$/,
      [`UPDATE audit_event SET action = 'run.seen' WHERE entity_id = :last::text AND action = 'run.import'`],
    ],
    [
      'an imported run made an approved one',
      /^Run \d+ is approved, and no entry records it\.$/,
      [`UPDATE run SET status = 'APPROVED' WHERE id = :last`],
    ],
    [
      'an approved run made a rejected one',
      /^Run \d+ is rejected, and no entry records it\.$/,
      [`UPDATE run SET status = 'REJECTED' WHERE id = :run`],
    ],
    [
      'a run and all its entries taken out',
      /^Run \d+ does not exist, and no entry records its deletion\.$/,
      ['DELETE FROM run WHERE id = :last', 'DELETE FROM audit_event WHERE entity_id = :last::text'],
    ],
    [
      'an entry of something that is no run',
      /no longer exists/,
      [`UPDATE audit_event SET entity_id = 'x' WHERE entity_id = :last::text AND action = 'run.import'`],
    ],
  ])('mismatch: %s', async (_, text, statements) => {
    expect(await foundAfter(...statements)).toMatch(text);
  });

  it('are compared when the trail is verified', async () => {
    const states = async () => (await test.call('quality', 'GET', '/audit/verify')).json<ChainState[]>();
    expect((await states()).map(({ fault }) => fault)).toEqual((await states()).map(() => null));
    await withoutRules(test.db, (tx) => tx.run.delete({ where: { id: last.id } }));
    expect((await states()).flatMap(({ fault }) => fault ?? [])).toMatchObject([
      { kind: 'run', text: expect.stringMatching(/^The run of .* no longer exists/) as string },
    ]);
  });
});
