import type { Clock } from '../../clock.ts';
import type { Tx } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** When results or decisions of a run last changed; null: it is not interpreted. */
export const lastMoment = (runId: string): Prisma.Sql => Prisma.sql`
    SELECT greatest(i.interpreted_at, (SELECT max(d.at) FROM diagnostics_of(i.id) d WHERE d.state = 'UPDATED'),
      (SELECT max(at) FROM run_decision WHERE run_id = ${runId}::uuid))
    FROM interpretation i WHERE i.run_id = ${runId}::uuid`;

/**
 * The current time, but later than the last change of the run: a clock that was set back must not make a decision
 * older than its subject.
 */
export function momentAfter(last: Date | null, clock: Clock): Date {
  const now = clock.now();
  return last === null || last < now ? now : new Date(last.getTime() + 1);
}

/** The same for a run. */
export async function momentFor(tx: Tx, clock: Clock, runId: string): Promise<Date> {
  const [row] = await tx.$queryRaw<{ last: Date | null }[]>`SELECT (${lastMoment(runId)}) AS last`;
  return momentAfter(row?.last ?? null, clock);
}
