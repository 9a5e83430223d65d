import { recordAudit } from '../../../audit/record-audit.ts';
import { type Db, transaction } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../../actor.ts';
import { indexRuns } from './run-search.ts';

/** The key of the advisory lock that allows one rebuild at a time; an arbitrary number. */
const REINDEX_LOCK = 7_240_116;
/** Half a million runs take about a minute. */
const REINDEX_TIMEOUT_MS = 300_000;

/** Rebuilds the search index of all runs of all laboratories. @throws AppError `busy` while another rebuild runs */
export async function reindexRuns({ db }: { readonly db: Db }, actor: Caller): Promise<{ runs: number }> {
  return transaction({ db, actor, timeoutMs: REINDEX_TIMEOUT_MS }, async (tx) => {
    const [lock] = await tx.$queryRaw<
      { taken: boolean }[]
    >`SELECT pg_try_advisory_xact_lock(${REINDEX_LOCK}) AS taken`;
    if (lock?.taken !== true) throw new AppError('busy', 'The search index is already being rebuilt.');
    await tx.$executeRaw`SET LOCAL statement_timeout = '300s'`;
    const runs = await indexRuns(tx, null);
    await recordAudit(tx, actor, {
      action: 'run.reindex',
      entity: 'run',
      entityId: null,
      details: { runs },
    });
    return { runs };
  });
}
