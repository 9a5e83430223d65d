import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { recordAudit } from '../src/audit/record-audit.ts';
import { requirePreparedDatabase } from '../src/upgrade/prepare-database.ts';
import { fillIn } from '../src/upgrade/backfills.ts';
import { SILENT } from '../src/upgrade/progress.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { importedRun, interpretedRun } from './run-factory.ts';
import { withoutRules } from './without-rules.ts';

let test: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  test = await createTestApp();
  owner = new pg.Client({ connectionString: test.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

/** A run as stored by a previous release. */
async function formerRun(algorithmVersion: string) {
  await test.db.lot.updateMany({ data: { active: true } });
  const { id } = await interpretedRun(test);
  await test.db.interpretation.updateMany({ where: { runId: id }, data: { algorithmVersion } });
  const { lotId } = await test.db.well.findFirstOrThrow({ where: { runId: id, lotId: { not: null } } });
  if (lotId === null) throw new Error('the well has a lot');
  await test.db.lot.updateMany({ where: { id: lotId }, data: { active: false } });
  const trialLots = async () => {
    await fillIn(owner, SILENT);
    return (await test.db.run.findUniqueOrThrow({ where: { id } })).trialLotIds;
  };
  return { id, lotId, trialLots };
}

it('OPS-393 undecided runs that an earlier release interpreted on inactive lots are trial runs', async () => {
  const now = await formerRun('1.1.0');
  expect(await now.trialLots()).toEqual([]);
  const decided = await formerRun('1.0.0');
  await withoutRules(test.db, (tx) =>
    tx.run.update({ where: { id: decided.id }, data: { status: 'APPROVED' } }),
  );
  expect(await decided.trialLots()).toEqual([]);
  const former = await formerRun('1.0.0');
  await expect(requirePreparedDatabase(test.databaseUrl)).rejects.toThrow(
    /^The upgrade of the database was not finished/,
  );
  expect(await former.trialLots()).toEqual([former.lotId]);
  await requirePreparedDatabase(test.databaseUrl);
});

it('OPS-393 a lot that was deactivated later makes no trial runs', async () => {
  const { lotId, trialLots } = await formerRun('1.0.0');
  const actor = { userId: null, name: 'Tara Holm', laboratory: null };
  await recordAudit(test.db, actor, {
    action: 'lot.update',
    entity: 'lot',
    entityId: lotId,
    details: { from: { active: true }, to: { active: false } },
  });
  expect(await trialLots()).toEqual([]);
});

it('OPS-393 runs that an earlier release imports concurrently are filled in, too', async () => {
  const { id } = await importedRun(test);
  const source = async () => (await test.db.run.findUniqueOrThrow({ where: { id } })).runDateSource;
  const before = await source();
  await test.db.run.update({ where: { id }, data: { runDateSource: 'UNKNOWN' } });
  await fillIn(owner, SILENT);
  expect(await source()).toBe(before);
});
