import { PgBoss } from 'pg-boss';

import { QUEUES, type JobName } from '../src/jobs/queues.ts';
import type { Works } from '../src/jobs/jobs.ts';
import { inOrigin } from '../src/telemetry/job-origin.ts';

/**
 * Does what waits in the queue, one after another, also what is due later, and what that asks for. What throws is
 * left as the queue has it.
 *
 * @returns how many jobs
 */
export async function workJobs(databaseUrl: string, works: Partial<Works>): Promise<number> {
  const boss = new PgBoss({
    ...{ connectionString: databaseUrl, max: 1, migrate: false, supervise: false, schedule: false },
    registerInstance: false,
  });
  await boss.start();
  let done = 0;
  try {
    for (let found = true; found;) {
      found = false;
      for (const name of Object.keys(QUEUES) as JobName[]) {
        const [job] = await boss.fetch(name, { ignoreStartAfter: true });
        if (job === undefined) continue;
        found = true;
        done += 1;
        await inOrigin(
          job.data as object,
          name,
          async (data) => works[name]?.(data as never, new AbortController().signal), // each queue has its own
        );
        await boss.complete(name, job.id);
      }
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  return done;
}
