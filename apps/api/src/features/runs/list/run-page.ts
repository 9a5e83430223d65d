import { MAX_COUNTED_RUNS, type RunSort, type SortDirection } from '@curvewell/contracts';
import type { RunSummary } from '@curvewell/domain';

import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { LISTED, listedRun, SINCE, type ListedJson } from './listed-run.ts';
import { LISTED_COLUMNS, listedSummary } from './run-summary.ts';

/** The columns of a page: listed ones, and those to sort by. */
const PAGE_COLUMNS = {
  ...LISTED_COLUMNS,
  kitReactionBuffer: 'kit_reaction_buffer',
  submittedAt: 'submitted_at',
  decidedAt: 'decided_at',
} as const;

/** Sort key for undecided runs: those waiting for approval come last. */
const UNDECIDED = "CASE r.status WHEN 'WAIT_FOR_APPROVAL' THEN 2 WHEN 'RUN_TO_INTERPRET' THEN 1 ELSE 0 END";

/** The sort orders, each with an index. */
const SORTED_BY = {
  businessId: 'r.business_id',
  fileName: 'r.file_name',
  instrumentName: 'r.instrument_name',
  kitReactionBuffer: 'r.kit_reaction_buffer',
  interpretationRunByName: 'r.interpreted_by_name',
  created: 'r.run_date',
  status: 'r.status',
  plateId: 'r.plate_id',
  since: SINCE,
  undecided: UNDECIDED,
} as const satisfies Record<RunSort, string>;

export interface PageOrder {
  readonly page: number;
  readonly size: number;
  readonly sort: RunSort;
  readonly sortDirection: SortDirection;
}

interface PageCommand extends PageOrder {
  /** A condition on the run `r` that includes the caller's laboratory (`onShelf`). */
  readonly where: Prisma.Sql;
  /** Further counts, as one JSON value. */
  readonly counted: Prisma.Sql;
}

/**
 * Counts the runs `r` that meet a condition, up to a limit, since an exact count is the slow part of a
 * search.
 */
export const countUpToBound = (where: Prisma.Sql, order = Prisma.empty): Prisma.Sql =>
  Prisma.sql`(SELECT count(*)::int FROM (SELECT FROM run r WHERE ${where} ${order} LIMIT ${MAX_COUNTED_RUNS + 1}) c)`;

/**
 * A page of the runs that meet a condition, with further counts.
 *
 * Reads only the listed columns: the import report is larger than the rest of a run.
 */
export async function runPage(
  db: Db,
  actor: LaboratoryCaller,
  { where, counted, page, size, sort, sortDirection }: PageCommand,
): Promise<{ runs: RunSummary[]; counted: unknown }> {
  const order = orderOf(sort, sortDirection);
  const [found] = await readRows<{ counted: unknown; rows: ListedJson[] }>(
    db,
    Prisma.sql`
    WITH page AS MATERIALIZED (
      SELECT r.laboratory_id, ${Prisma.raw(PAGE)} FROM run r
      WHERE ${where} ORDER BY ${order} LIMIT ${size} OFFSET ${page * size}
    )
    SELECT
      ${counted} AS counted,
      (SELECT coalesce(json_agg(listed), '[]') FROM (
        SELECT ${LISTED} FROM page r ORDER BY ${order}
      ) listed) AS rows`,
  );
  if (found === undefined) throw new Error('a count is always answered');
  return { runs: found.rows.map((row) => listedSummary(actor, listedRun(row))), counted: found.counted };
}

/** The run number comes last in the same direction, so that an index provides the order both ways. */
function orderOf(sort: RunSort, sortDirection: SortDirection): Prisma.Sql {
  const columns = new Set([SORTED_BY[sort], SORTED_BY.businessId]);
  return Prisma.raw([...columns].map((column) => `${column} ${sortDirection}`).join(', '));
}

const PAGE = Object.values(PAGE_COLUMNS)
  .map((column) => `r.${column}`)
  .join(', ');
