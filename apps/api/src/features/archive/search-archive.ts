import type { ArchiveSearchCriterion, RunSort, RunSummary, SortDirection } from '@curvewell/contracts';

import type { Db } from '../../db.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { likeLiteral, runPage } from '../runs/index.ts';

interface ArchiveSearch {
  readonly searchCriteria: readonly ArchiveSearchCriterion[];
  readonly page: number;
  readonly size: number;
  readonly sort: RunSort;
  readonly sortDirection: SortDirection;
}

const TEXT_COLUMN = {
  fileName: 'fileName',
  instrumentName: 'instrumentName',
  kitReactionBuffer: 'kitReactionBuffer',
  operator: 'interpretedByName',
} as const satisfies Record<string, keyof Prisma.RunWhereInput>;

/** One page of the archived runs of the caller's laboratory that meet every criterion. */
export async function searchArchive(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { searchCriteria, ...order }: ArchiveSearch,
): Promise<{ values: RunSummary[]; count: number }> {
  const where = { archivedAt: { not: null }, AND: searchCriteria.map(condition) };
  const { runs, count } = await runPage(db, actor, { where, ...order });
  return { values: runs, count };
}

function condition(criterion: ArchiveSearchCriterion): Prisma.RunWhereInput {
  if (criterion.field === 'created') {
    const day = `${criterion.value}T`;
    return criterion.operator === 'GTE'
      ? { runDate: { gte: new Date(`${day}00:00:00Z`) } }
      : { runDate: { lte: new Date(`${day}23:59:59.999Z`) } };
  }
  const value = likeLiteral(criterion.value);
  const column = TEXT_COLUMN[criterion.field];
  return criterion.operator === 'EQUALS'
    ? { [column]: { equals: value, mode: 'insensitive' } }
    : { [column]: { contains: value, mode: 'insensitive' } };
}
