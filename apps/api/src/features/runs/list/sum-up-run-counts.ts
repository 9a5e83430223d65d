import type { BackgroundDependencies } from '../../../dependencies.ts';
import { type Db, transaction } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** Half a million runs of one laboratory take about a minute, and so do a million readings of its controls. */
const RECOUNT_TIMEOUT_MS = 300_000;

/**
 * Sums up what changes of runs have added to the counts. Once a day (UTC) it also counts the runs of each laboratory one by
 * one, compares the points of its controls with their readings, and corrects what differs.
 */
export async function sumUpRunCounts({ db, clock, onError }: BackgroundDependencies): Promise<void> {
  await db.$executeRaw`SELECT fold_run_counts()`;
  const today = new Date(clock.now().toISOString().slice(0, 10));
  const due = await db.laboratory.findMany({
    where: { OR: [{ runsCountedAt: null }, { runsCountedAt: { lt: today } }] },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  for (const { id } of due) {
    const { runs, controls } = await recount(db, id);
    if (runs > 0)
      onError(new Error(`Laboratory ${id}: ${runs} counts of runs were wrong and are corrected.`));
    if (controls > 0)
      onError(new Error(`Laboratory ${id}: ${controls} points of controls were wrong and are corrected.`));
  }
}

interface Corrected {
  readonly runs: number;
  readonly controls: number;
}

/** Its runs last, because that notes that it has been counted. */
async function recount(db: Db, laboratoryId: string): Promise<Corrected> {
  const controls = await corrected(db, Prisma.sql`recount_controls(${laboratoryId}::uuid)`);
  return { controls, runs: await corrected(db, Prisma.sql`recount_runs(${laboratoryId}::uuid)`) };
}

/** Each in its own transaction, which locks the laboratory only while its runs are counted. */
function corrected(db: Db, recounted: Prisma.Sql): Promise<number> {
  return transaction({ db, timeoutMs: RECOUNT_TIMEOUT_MS }, async (tx) => {
    await tx.$executeRaw`SET LOCAL statement_timeout = '300s'`;
    const [row] = await tx.$queryRaw<{ count: number }[]>`SELECT ${recounted} AS count`;
    return row?.count ?? 0;
  });
}
