import type { Clock } from '../../clock.ts';
import type { Tx } from '../../database/db.ts';

/**
 * The current time, but later than the last change of the run: a clock that was set back must not make a decision
 * older than its subject.
 */
export async function momentFor(tx: Tx, clock: Clock, runId: string): Promise<Date> {
  const now = clock.now();
  const [row] = await tx.$queryRaw<{ last: Date | null }[]>`
    SELECT greatest(i.interpreted_at, (SELECT max(d.at) FROM diagnostics_of(i.id) d WHERE d.state = 'UPDATED'),
      (SELECT max(at) FROM run_decision WHERE run_id = ${runId}::uuid)) AS last
    FROM interpretation i WHERE i.run_id = ${runId}::uuid`;
  const last = row?.last ?? null;
  return last === null || last < now ? now : new Date(last.getTime() + 1);
}
