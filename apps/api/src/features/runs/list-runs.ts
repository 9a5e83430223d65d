import type { RunSort, RunSummary, SortDirection } from '@curvewell/contracts';

import type { Db } from '../../db.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { likeLiteral } from './run-search.ts';
import { runSummary, summaryInclude } from './run-summary.ts';

const SORT_COLUMN = {
  businessId: 'businessId',
  fileName: 'fileName',
  instrumentName: 'instrumentName',
  kitReactionBuffer: 'kitReactionBuffer',
  interpretationRunByName: 'interpretedByName',
  created: 'runDate',
  status: 'status',
} as const satisfies Record<RunSort, keyof Prisma.RunOrderByWithRelationInput>;

interface PageOrder {
  readonly page: number;
  readonly size: number;
  readonly sort: RunSort;
  readonly sortDirection: SortDirection;
}

/** One page of the live runs of the caller's laboratory, and how many match in all. */
export async function listRuns(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { search, ...order }: PageOrder & { readonly search: string },
): Promise<{ listObjects: RunSummary[]; numberOfObjects: number }> {
  const found = search === '' ? {} : { searchText: { contains: likeLiteral(search) } };
  const { runs, count } = await runPage(db, actor, { where: { archivedAt: null, ...found }, ...order });
  return { listObjects: runs, numberOfObjects: count };
}

/** One page of those runs of the caller's laboratory that fit a condition. */
export async function runPage(
  db: Db,
  actor: LaboratoryCaller,
  { where: condition, page, size, sort, sortDirection }: PageOrder & { readonly where: Prisma.RunWhereInput },
): Promise<{ runs: RunSummary[]; count: number }> {
  const where = { ...condition, laboratoryId: actor.laboratory.id };
  const [rows, count] = await Promise.all([
    db.run.findMany({
      where,
      include: summaryInclude,
      orderBy: [{ [SORT_COLUMN[sort]]: sortDirection }, { businessId: 'desc' }],
      skip: page * size,
      take: size,
    }),
    db.run.count({ where }),
  ]);
  return { runs: rows.map((row) => runSummary(actor, row)), count };
}

/** The runs of the caller's laboratory that hold a file with one of these hashes. */
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
