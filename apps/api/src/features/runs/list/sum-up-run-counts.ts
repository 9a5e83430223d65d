import { recordAudit } from '../../../audit/record-audit.ts';
import type { Clock } from '../../../clock.ts';
import { type Db, transaction } from '../../../database/db.ts';

export interface RunCountDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly onCountsCorrected: (found: { readonly laboratoryId: string; readonly corrected: number }) => void;
}

const COUNTER = { userId: null, name: 'Curvewell' } as const;
/** Half a million runs of one laboratory take about a minute. */
const RECOUNT_TIMEOUT_MS = 300_000;

/**
 * Sums up what changes of runs have added to the counts. Once a day (UTC) it also counts the runs of each laboratory one by
 * one; what differs is corrected, with an entry in the audit trail.
 *
 * @returns how many counts were corrected
 */
export async function sumUpRunCounts({
  db,
  clock,
  onCountsCorrected,
}: RunCountDependencies): Promise<number> {
  await db.$executeRaw`SELECT fold_run_counts()`;
  const today = new Date(clock.now().toISOString().slice(0, 10));
  const due = await db.laboratory.findMany({
    where: { OR: [{ runsCountedAt: null }, { runsCountedAt: { lt: today } }] },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  let all = 0;
  for (const { id } of due) {
    const corrected = await recount(db, id);
    if (corrected > 0) onCountsCorrected({ laboratoryId: id, corrected });
    all += corrected;
  }
  return all;
}

async function recount(db: Db, laboratoryId: string): Promise<number> {
  return transaction({ db, timeoutMs: RECOUNT_TIMEOUT_MS }, async (tx) => {
    await tx.$executeRaw`SET LOCAL statement_timeout = '300s'`;
    const [row] = await tx.$queryRaw<{ corrected: number }[]>`
      SELECT recount_runs(${laboratoryId}::uuid) AS corrected`;
    const corrected = row?.corrected ?? 0;
    if (corrected > 0)
      await recordAudit(
        tx,
        { ...COUNTER, laboratory: { id: laboratoryId } },
        { action: 'run.counts-corrected', entity: 'run', entityId: null, details: { corrected } },
      );
    return corrected;
  });
}
