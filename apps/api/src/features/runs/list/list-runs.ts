import { MAX_COUNTED_RUNS } from '@curvewell/contracts';
import { runStatusSchema, type RunStatus, type RunSummary } from '@curvewell/domain';

import type { Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { dateOf, onShelf, SINCE } from './listed-run.ts';
import { countUpToBound, runPage, type PageOrder } from './run-page.ts';
import { likeLiteral } from './run-search.ts';

interface RunSearch extends PageOrder {
  readonly search: string;
  readonly status?: RunStatus | undefined;
}

interface Counted {
  readonly byStatus: Record<RunStatus, number>;
  readonly oldestWaiting: string | null;
}

const inStatus = (where: Prisma.Sql, status: RunStatus): Prisma.Sql =>
  Prisma.sql`${where} AND r.status = ${status}::run_status`;

/** Statuses are exclusive, so no run is counted twice. */
const sumUpToBound = (counts: Counted['byStatus']): number =>
  Math.min(
    MAX_COUNTED_RUNS + 1,
    Object.values(counts).reduce((sum, count) => sum + count, 0),
  );

/** A page of the live runs of the caller's laboratory, with the total count and the count of each status. */
export async function listRuns(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { search, status, ...order }: RunSearch,
): Promise<{
  listObjects: RunSummary[];
  numberOfObjects: number;
  numberByStatus: Record<RunStatus, number>;
  oldestWaiting: string | null;
}> {
  const live = onShelf(actor, 'live');
  // The database lower-cases both sides, since JavaScript differs for some letters.
  const named = Prisma.sql`${live} AND r.search_text LIKE lower(${`%${likeLiteral(search)}%`})`;
  const matching = search === '' ? live : named;
  const where = status === undefined ? matching : inStatus(matching, status);
  // Orders the count of a common word, so that the database uses an index instead of a table scan.
  const counting = search === '' ? Prisma.empty : Prisma.sql`ORDER BY r.business_id DESC`;
  const { runs, counted: found } = await runPage(db, actor, {
    where,
    ...order,
    counted: Prisma.sql`json_build_object(
      'byStatus', json_build_object(${Prisma.join(
        runStatusSchema.options.map(
          (each) => Prisma.sql`${each}::text, ${countUpToBound(inStatus(matching, each), counting)}`,
        ),
      )}),
      'oldestWaiting', (SELECT ${Prisma.raw(SINCE)} FROM run r WHERE ${inStatus(matching, 'WAIT_FOR_APPROVAL')}
        ORDER BY ${Prisma.raw(SINCE)} LIMIT 1))`,
  });
  const counted = found as Counted; // as the statement has named it
  return {
    listObjects: runs,
    numberOfObjects: status === undefined ? sumUpToBound(counted.byStatus) : counted.byStatus[status],
    numberByStatus: counted.byStatus,
    oldestWaiting: dateOf(counted.oldestWaiting)?.toISOString() ?? null,
  };
}

/** The runs of the caller's laboratory that have a file with one of these hashes. */
export async function runsWithFiles(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  hashes: readonly string[],
) {
  const files = await db.runFile.findMany({
    where: { laboratoryId: actor.laboratory.id, sha256: { in: [...hashes] } },
    select: {
      sha256: true,
      run: { select: { id: true, businessId: true, importedAt: true, archivedAt: true } },
    },
    orderBy: { run: { businessId: 'desc' } },
    take: 100,
  });
  return files.map(({ sha256, run }) => ({
    sha256,
    runId: run.id,
    businessId: run.businessId,
    runImportDate: run.importedAt.toISOString(),
    isArchived: run.archivedAt !== null,
  }));
}
