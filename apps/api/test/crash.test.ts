import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestDatabase, type TestDatabase } from './database.ts';
import { brokenInvariants } from './invariants.ts';
import { often } from './often.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const WORKER = fileURLToPath(new URL('crash-worker.ts', import.meta.url));
/** Delays after which the process is killed, spread over import, save and interpretation. */
const KILLED_AFTER_MS = often({
  byDay: [420, 1000],
  byNight: [20, 420, 700, 1000, 250, 560, 850, 1200],
});

function startWorker(): ChildProcess {
  return spawn(process.execPath, ['--no-deprecation', WORKER, database.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function working(worker: ChildProcess): Promise<void> {
  if (worker.stdout === null) throw new Error('the worker has an output');
  await once(worker.stdout, 'data');
}

/** Runs that are neither complete nor absent, by fault. */
async function halfRuns(): Promise<unknown[]> {
  return database.db.$queryRaw`
    SELECT r.id, 'imported in part' AS wrong FROM run r
      WHERE (SELECT count(*) FROM run_file f WHERE f.run_id = r.id) <> 1
         OR (SELECT count(*) FROM run_curves c WHERE c.run_id = r.id) <> 2
         OR (SELECT count(*) FROM well w WHERE w.run_id = r.id) <> 4
         OR (SELECT count(*) FROM audit_event a WHERE a.entity_id = r.id::text AND a.action = 'run.import') <> 1
    UNION ALL
    SELECT r.id, 'interpreted in part' FROM run r LEFT JOIN interpretation i ON i.run_id = r.id
      WHERE (r.interpreted_by_id IS NULL) <> (i.id IS NULL)
         OR (i.id IS NOT NULL AND (
              (SELECT count(*) FROM results_of(i.id)) <> 4
           OR (SELECT count(*) FROM interpreted_slopes s WHERE s.interpretation_id = i.id) <> 2
           OR (SELECT count(*) FROM interpretation_chart c WHERE c.interpretation_id = i.id) <> 1
           OR (SELECT count(*) FROM well w WHERE w.run_id = i.run_id AND w.result IS NOT NULL) <> 4
           OR (SELECT count(*) FROM diagnostics_of(i.id) d WHERE d.state = 'INITIAL') <> 4))`;
}

it('a process killed at any moment of an import or interpretation leaves no partial run', async () => {
  for (const delay of KILLED_AFTER_MS) {
    const worker = startWorker();
    await working(worker);
    await sleep(delay);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    expect(await halfRuns(), `killed after ${delay} ms`).toEqual([]);
    expect(await brokenInvariants(database.db), `killed after ${delay} ms`).toEqual([]);
  }

  // The next process continues normally.
  const worker = startWorker();
  await working(worker);
  const before = await database.db.run.count();
  while (
    (await database.db.run.count({ where: { interpretedById: { not: null } } })) === 0 ||
    (await database.db.run.count()) === before
  ) {
    await sleep(100);
  }
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  expect(await halfRuns()).toEqual([]);
  expect(await brokenInvariants(database.db)).toEqual([]);
}, 120_000);
