import { MAX_COUNTED_RUNS, type RunSort, type RunSummary, type SortDirection } from '@curvewell/contracts';

import { readRows, type Db } from '../../db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { LISTED, listedRun, onShelf, type ListedJson, type Shelf } from './listed-run.ts';
import { LISTED_COLUMNS, listedSummary } from './run-summary.ts';

/** What is read of a run: what is shown, and what else is sorted by. */
const PAGE_COLUMNS = { ...LISTED_COLUMNS, kitReactionBuffer: 'kit_reaction_buffer' } as const;

/** What a list is sorted by. */
const SORT_COLUMN = {
  businessId: 'businessId',
  fileName: 'fileName',
  instrumentName: 'instrumentName',
  kitReactionBuffer: 'kitReactionBuffer',
  interpretationRunByName: 'interpretedByName',
  created: 'runDate',
  status: 'status',
} as const satisfies Record<RunSort, keyof typeof PAGE_COLUMNS>;

export interface PageOrder {
  readonly page: number;
  readonly size: number;
  readonly sort: RunSort;
  readonly sortDirection: SortDirection;
}

interface PageCommand extends PageOrder {
  readonly shelf: Shelf;
  /** On the run `r`; all must hold. */
  readonly conditions: readonly Prisma.Sql[];
}

/**
 * One page of those runs on a shelf of the caller's laboratory that meet the conditions, and how many there are.
 *
 * One statement that reads the columns shown and no others: a run's import report is larger than
 * all else of it. It counts up to a bound, since counting is what a search would take its time for.
 */
export async function runPage(
  db: Db,
  actor: LaboratoryCaller,
  { shelf, conditions, page, size, sort, sortDirection }: PageCommand,
): Promise<{ runs: RunSummary[]; count: number }> {
  const where = Prisma.join([onShelf(actor, shelf), ...conditions], ' AND ');
  const order = orderOf(sort, sortDirection);
  const [found] = await readRows<{ count: number; rows: ListedJson[] }>(
    db,
    Prisma.sql`
    WITH page AS MATERIALIZED (
      SELECT r.laboratory_id, ${Prisma.raw(PAGE)} FROM run r
      WHERE ${where} ORDER BY ${order} LIMIT ${size} OFFSET ${page * size}
    )
    SELECT
      (SELECT count(*)::int FROM (SELECT FROM run r WHERE ${where} LIMIT ${MAX_COUNTED_RUNS + 1}) c) AS count,
      (SELECT coalesce(json_agg(listed), '[]') FROM (
        SELECT ${LISTED} FROM page r ORDER BY ${order}
      ) listed) AS rows`,
  );
  if (found === undefined) throw new Error('a count is always answered');
  return { runs: found.rows.map((row) => listedSummary(actor, listedRun(row))), count: found.count };
}

/** The number stands last and runs the same way: so an index has the order, read from either end. */
function orderOf(sort: RunSort, sortDirection: SortDirection): Prisma.Sql {
  const columns = new Set([PAGE_COLUMNS[SORT_COLUMN[sort]], PAGE_COLUMNS.businessId]);
  return Prisma.raw([...columns].map((column) => `r.${column} ${sortDirection}`).join(', '));
}

const PAGE = Object.values(PAGE_COLUMNS)
  .map((column) => `r.${column}`)
  .join(', ');
