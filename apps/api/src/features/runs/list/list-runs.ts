import { MAX_COUNTED_RUNS } from '@curvewell/contracts';
import { runStatusSchema, type RunStatus, type RunSummary } from '@curvewell/domain';

import type { Db } from '../../../database/db.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { dateOf, inStatus, onShelf } from './listed-run.ts';
import { countLiveByStatus, placesAlong, runPage, type PageCommand, type PageOrder } from './run-page.ts';
import { countedAs, searchedRuns } from './searched-runs.ts';

interface RunSearch extends PageOrder {
  readonly search: string;
  readonly status?: RunStatus | undefined;
}

interface Counted {
  /** Without a search, only statuses that have runs. */
  readonly byStatus: Partial<Record<RunStatus, number>>;
  readonly oldestWaiting: string | null;
}

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
  const parts =
    search === '' ? liveRuns(actor, status, order) : await searchedRuns(db, actor, { search, status, order });
  const { runs, counted: found } = await runPage(db, actor, { ...order, ...parts });
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

function liveRuns(
  actor: LaboratoryCaller,
  status: RunStatus | undefined,
  order: PageOrder,
): Pick<PageCommand, 'places' | 'counted'> {
  const live = onShelf(actor, 'live');
  return {
    places: placesAlong(status === undefined ? live : inStatus(live, status), order),
    counted: countedAs(countLiveByStatus(actor), live),
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
