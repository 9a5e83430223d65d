import type { Clock } from '../../clock.ts';
import type { Tx } from '../../database/db.ts';

/**
 * The current time, but later than the last change of the run: a clock that was set back must not make a decision
 * older than its subject.
 */
export async function momentFor(tx: Tx, clock: Clock, runId: string): Promise<Date> {
  const now = clock.now();
  const [row] = await tx.$queryRaw<{ last: Date | null }[]>`
    SELECT greatest(max(d.at), (SELECT max(at) FROM run_decision WHERE run_id = ${runId}::uuid)) AS last
    FROM interpretation i JOIN interpreted_well w ON w.interpretation_id = i.id
      JOIN interpreted_well_diagnostic d ON d.interpreted_well_id = w.id
    WHERE i.run_id = ${runId}::uuid`;
  const last = row?.last ?? null;
  return last === null || last < now ? now : new Date(last.getTime() + 1);
}
