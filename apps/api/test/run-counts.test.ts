import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runBackup, runRestore } from '../src/commands/backup-command.ts';
import { type Db, openDatabase } from '../src/database/db.ts';
import { purgeArchive } from '../src/features/archive/index.ts';
import { fillIn } from '../src/upgrade/backfills.ts';
import { SILENT } from '../src/upgrade/progress.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { createEmptyDatabase } from './database.ts';
import { brokenInvariants } from './invariants.ts';
import { addManyRuns } from './many-runs.ts';
import { approvedRun, configuration, decide, importedRun, interpretedRun, submit } from './run-factory.ts';
import { withoutRules } from './without-rules.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const listed = async () =>
  (await test.call('tech', 'GET', '/run')).json<{
    numberOfObjects: number;
    numberByStatus: Record<string, number>;
  }>();

const RUN_COUNTS = /^runs-counted$/;
const DAY_MS = 24 * 3600 * 1000;

/** How many counts differ from the runs themselves. */
async function differing(db: Db): Promise<number> {
  const [found] = await db.$queryRaw<{ corrected: number }[]>`
    SELECT sum(recount_runs(id))::int AS corrected FROM laboratory`;
  return found?.corrected ?? Number.NaN;
}

describe('OPS-474 counts need no correction', () => {
  const right = async (after: string, db: Db = test.db) => {
    const broken = await brokenInvariants(db, RUN_COUNTS);
    expect({ after, broken, differing: await differing(db) }).toEqual({ after, broken: [], differing: 0 });
  };
  const answered = async (after: string, ...request: Parameters<TestApp['call']>) => {
    const answer = await test.call(...request);
    expect({ after, code: answer.statusCode }).toEqual({ after, code: 204 });
    await test.work();
    await right(after);
  };

  it('after each step of a run, up to its deletion', async () => {
    const imported = await importedRun(test, { seed: 11 });
    await right('import');
    const body = await configuration(test.db, imported);
    await test.call('tech', 'PUT', `/run/${imported.id}`, body);
    await right('plate setup');
    await answered('deletion', 'tech', 'DELETE', `/run/${imported.id}`);

    const { id } = await interpretedRun(test, { seed: 12 });
    await right('interpretation');
    expect(await test.db.runUse.count({ where: { runId: id, isInterpreted: false } })).toBe(0);
    await submit(test, id);
    await right('submission');
    await decide(test, id, { status: 'REJECTED' });
    await right('rejection');

    for (const [seed, erased] of [
      [13, 'by hand'],
      [14, 'by its date'],
    ] as const) {
      const run = await approvedRun(test, { seed });
      await right('approval');
      const isFlagged = erased === 'by its date';
      await answered('archive', 'quality', 'POST', `/run/${run.id}/archive`, { markAsToDelete: isFlagged });
      await answered('restored archive', 'physician', 'POST', `/archive/restore/runs/${run.id}`);
      await answered('archive again', 'quality', 'POST', `/run/${run.id}/archive`, {
        markAsToDelete: isFlagged,
      });
      if (isFlagged)
        await purgeArchive({ db: test.db, clock: { now: () => new Date(Date.now() + 40 * DAY_MS) } });
      else await answered('deletion of an archive', 'super', 'DELETE', `/archive/runs/${run.id}`);
      await right(`erasure ${erased}`);
      expect(await test.db.run.count({ where: { id: run.id } })).toBe(0);
      expect(await test.db.runUse.count({ where: { runId: run.id } })).toBe(0);
    }
  });

  it('in a database that was restored from a backup, and they are the same', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'curvewell-counts-'));
    const lost = await createEmptyDatabase();
    await lost.drop();
    const config = {
      databaseApplicationUser: null,
      backup: { folder: '', recipient: null, keep: { days: 1, weeks: 0, months: 0 } },
    };
    const [file = ''] = (await runBackup(['--to', folder], { databaseUrl: test.databaseUrl, config })).split(
      '\n',
    );
    await runRestore([file], { databaseUrl: lost.url, config });
    const restored = openDatabase(lost.url);
    try {
      const counts = (db: Db) =>
        db.runCount.groupBy({
          by: ['laboratoryId', 'subjectId', 'status', 'archived'],
          _sum: { runs: true, trialRuns: true },
          orderBy: [{ laboratoryId: 'asc' }, { subjectId: 'asc' }, { status: 'asc' }, { archived: 'asc' }],
        });
      expect(await counts(restored)).toEqual(await counts(test.db));
      await right('restore of a backup', restored);
    } finally {
      await restored.$disconnect();
      await test.db.$executeRawUnsafe(`DROP DATABASE "${path.basename(lost.url)}" WITH (FORCE)`);
      await rm(folder, { recursive: true });
    }
  });

  it('in a database from before runs were counted, whose runs the upgrade counts', async () => {
    const before = await listed();
    await withoutRules(test.db, async (tx) => {
      await tx.$executeRaw`DELETE FROM run_use`;
      await tx.$executeRaw`DELETE FROM run_count`;
      await tx.$executeRaw`UPDATE laboratory SET runs_counted_at = NULL`;
    });
    expect(await listed()).not.toEqual(before);
    const owner = new pg.Client({ connectionString: test.databaseUrl });
    await owner.connect();
    await fillIn(owner, SILENT);
    await owner.end();
    expect(await listed()).toEqual(before);
    await right('upgrade');
  });

  it('while clients change the same runs, counts are summed up and runs are recounted', async () => {
    const { id: laboratoryId } = await test.db.laboratory.findFirstOrThrow({
      where: { name: 'Demo laboratory South' },
    });
    await addManyRuns(test.db, laboratoryId, { live: 12, archived: 0 });
    await withoutRules(test.db, (tx) =>
      tx.run.updateMany({ where: { laboratoryId }, data: { status: 'RUN_TO_INTERPRET' } }),
    );
    await differing(test.db);
    const runs = await test.db.run.findMany({
      where: { laboratoryId },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    const { id: lotId } = await test.db.lot.findFirstOrThrow({ orderBy: { id: 'asc' } });
    const work = Array.from({ length: CLIENTS }, (_, client) =>
      changeRuns(
        runs.map(({ id }) => id),
        { client, lotId },
      ),
    );
    const done = new AbortController();
    const finished = Promise.all(work).finally(() => {
      done.abort();
    });
    const corrected: number[] = [];
    const counting = (async () => {
      do {
        await test.db.$executeRaw`SELECT fold_run_counts()`;
        corrected.push(await differing(test.db));
      } while (!done.signal.aborted);
    })();
    await Promise.all([finished, counting]);
    expect(new Set(corrected)).toEqual(new Set([0]));
    await right('changes at once');
  });
});

const CLIENTS = 6;
const CHANGES = 40;

/** Changes two runs a transaction, as decisions, archives and plate setups do, and rolls some back. */
async function changeRuns(
  runs: readonly string[],
  { client, lotId }: { readonly client: number; readonly lotId: string },
): Promise<void> {
  const connection = new pg.Client({ connectionString: test.databaseUrl });
  await connection.connect();
  try {
    for (let change = 0; change < CHANGES; change++) {
      const at = (client * 5 + change * 7) % (runs.length - 1);
      await connection.query('BEGIN');
      // In the order of their ids, as whatever changes several runs does.
      for (const id of runs.slice(at, at + 2)) {
        await connection.query(STEPS[change % STEPS.length] ?? '', [id]);
        await connection.query(
          `WITH kit AS (SELECT id, laboratory_id FROM run_kit WHERE run_id = $1 LIMIT 1), gone AS (
             DELETE FROM run_kit_lot WHERE lot_id = $2 AND run_kit_id IN (SELECT id FROM kit) RETURNING 1)
           INSERT INTO run_kit_lot (run_kit_id, laboratory_id, lot_id, "order")
           SELECT id, laboratory_id, $2, 9 FROM kit WHERE NOT EXISTS (SELECT FROM gone)`,
          [id, lotId],
        );
      }
      await connection.query(change % 9 === 0 ? 'ROLLBACK' : 'COMMIT');
    }
  } finally {
    await connection.end();
  }
}

/** Each writes the revision, and so what is counted is compared. */
const STEPS = [
  `UPDATE run SET revision = revision + 1 WHERE id = $1`,
  `UPDATE run SET revision = revision + 1, status = CASE status WHEN 'RUN_TO_INTERPRET' THEN 'WAIT_FOR_APPROVAL'
     ELSE 'RUN_TO_INTERPRET' END::run_status, run_date = run_date + interval '1 day' WHERE id = $1`,
  `UPDATE run SET revision = revision + 1, archived_at = CASE WHEN archived_at IS NULL THEN now() END WHERE id = $1`,
];
