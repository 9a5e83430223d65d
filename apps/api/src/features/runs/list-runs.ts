import type { RunSummary } from '@curvewell/contracts';

import type { Db } from '../../db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { runPage, type PageOrder } from './run-page.ts';
import { likeLiteral } from './run-search.ts';

/** One page of the live runs of the caller's laboratory, and how many match in all. */
export async function listRuns(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { search, ...order }: PageOrder & { readonly search: string },
): Promise<{ listObjects: RunSummary[]; numberOfObjects: number }> {
  // The database lower-cases both sides, or they would differ for some letters.
  const found = Prisma.sql`r.search_text LIKE lower(${`%${likeLiteral(search)}%`})`;
  const conditions = search === '' ? [] : [found];
  const { runs, count } = await runPage(db, actor, { shelf: 'live', conditions, ...order });
  return { listObjects: runs, numberOfObjects: count };
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
