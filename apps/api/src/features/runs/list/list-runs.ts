import { MAX_COUNTED_RUNS } from '@curvewell/contracts';
import { runStatusSchema, type RunStatus, type RunSummary } from '@curvewell/domain';

import type { Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { dateOf, onShelf, SINCE } from './listed-run.ts';
import { countLiveByStatus, countUpToBound, runPage, type PageOrder } from './run-page.ts';
import { likeLiteral } from './run-search.ts';

interface RunSearch extends PageOrder {
  readonly search: string;
  readonly status?: RunStatus | undefined;
}

interface Counted {
  /** Without a search, only those that some run is in. */
  readonly byStatus: Partial<Record<RunStatus, number>>;
  readonly oldestWaiting: string | null;
}

const inStatus = (where: Prisma.Sql, status: RunStatus): Prisma.Sql =>
  Prisma.sql`${where} AND r.status = ${status}::run_status`;

/** Each run is in one status, so none is counted twice. */
const sumOf = (counts: Record<RunStatus, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
const upToBound = (count: number): number => Math.min(MAX_COUNTED_RUNS + 1, count);

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
  // A word that most runs have is counted along an index: the database would read the table from its beginning.
  const byStatus =
    search === ''
      ? countLiveByStatus(actor)
      : Prisma.sql`json_build_object(${Prisma.join(
          runStatusSchema.options.map(
            (each) =>
              Prisma.sql`${each}::text, ${countUpToBound(inStatus(matching, each), Prisma.sql`ORDER BY r.business_id DESC`)}`,
          ),
        )})`;
  const { runs, counted: found } = await runPage(db, actor, {
    where,
    ...order,
    counted: Prisma.sql`json_build_object(
      'byStatus', ${byStatus},
      'oldestWaiting', (SELECT ${Prisma.raw(SINCE)} FROM run r WHERE ${inStatus(matching, 'WAIT_FOR_APPROVAL')}
        ORDER BY ${Prisma.raw(SINCE)} LIMIT 1))`,
  });
  const counted = found as Counted; // as the statement has named it
  const numberByStatus = Object.fromEntries(
    runStatusSchema.options.map((each) => [each, upToBound(counted.byStatus[each] ?? 0)]),
  ) as Record<RunStatus, number>; // of every status
  return {
    listObjects: runs,
    numberOfObjects: status === undefined ? upToBound(sumOf(numberByStatus)) : numberByStatus[status],
    numberByStatus,
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
