import { jobKindSchema } from '@curvewell/contracts';
import { PgBoss } from 'pg-boss';

import { doJob, type Works } from '../src/jobs/jobs.ts';

/**
 * Does what waits in the queue, one after another, also what is due later, and what that asks for.
 *
 * @returns how many tries
 */
export async function workJobs(databaseUrl: string, works: Works): Promise<number> {
  const boss = new PgBoss({
    ...{ connectionString: databaseUrl, max: 1, migrate: false, supervise: false, schedule: false },
    registerInstance: false,
  });
  await boss.start();
  let done = 0;
  const one = { onError: () => undefined, stopping: new AbortController().signal };
  try {
    for (let found = true; found;) {
      found = false;
      for (const kind of jobKindSchema.options) {
        if (works[kind] === undefined) continue;
        const [job] = await boss.fetch<object>(kind, { ignoreStartAfter: true, includeMetadata: true });
        if (job === undefined) continue;
        found = true;
        done += 1;
        const { status, output } = await doJob(works, { ...job, signal: one.stopping }, one);
        if (status === 'completed') await boss.complete(kind, job.id, output);
        else {
          // What is given up has no more tries.
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
