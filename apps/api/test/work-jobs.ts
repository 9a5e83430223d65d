import { jobKindSchema, type JobKind } from '@curvewell/domain';
import { PgBoss } from 'pg-boss';

import type { Clock } from '../src/clock.ts';
import { runJob, type JobHandlers } from '../src/jobs/jobs.ts';

/** Later attempts of these have a due time and continue for days. */
const TIMED: readonly JobKind[] = ['delivery', 'delivery-notice'];
/** Every decision requests these. */
const BESIDE: readonly JobKind[] = ['audit-heads'];
/** Moves the first job that is due by the test's clock to the front of the queue. */
const FIRST_DUE = `UPDATE pgboss.job SET priority = 1 WHERE name = $1 AND id = (
    SELECT id FROM pgboss.job
    WHERE name = $1 AND (state = 'retry' OR state = 'created' AND start_after <= $2)
    ORDER BY created_on, id LIMIT 1)
  RETURNING id`;

/**
 * Runs waiting jobs one after another, including those due later and those that they request. Deliveries run
 * when they are due by the clock.
 *
 * @returns the number of attempts, without the jobs of every decision
 */
export async function workJobs(databaseUrl: string, handlers: JobHandlers, clock: Clock): Promise<number> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 1,
    migrate: false,
    supervise: false,
    schedule: false,
    registerInstance: false,
  });
  await boss.start();
  let done = 0;
  const one = { onError: () => undefined, stopping: new AbortController().signal };
  try {
    for (let found = true; found;) {
      found = false;
      for (const kind of jobKindSchema.options) {
        if (handlers[kind] === undefined) continue;
        if (TIMED.includes(kind)) {
          const due = await boss.getDb().executeSql(FIRST_DUE, [kind, clock.now()]);
          if (due.rows.length === 0) continue;
        }
        const [job] = await boss.fetch<object>(kind, { ignoreStartAfter: true, includeMetadata: true });
        if (job === undefined) continue;
        found = true;
        if (!BESIDE.includes(kind)) done += 1;
        const { status, output } = await runJob(handlers, { ...job, signal: one.stopping }, one);
        if (status === 'completed') await boss.complete(kind, job.id, output);
        else {
          // An abandoned job has no further attempts.
          if (status === 'deadletter')
            await boss
              .getDb()
              .executeSql('UPDATE pgboss.job SET retry_limit = retry_count WHERE id = $1', [job.id]);
          await boss.fail(kind, job.id, output);
        }
      }
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  return done;
}
