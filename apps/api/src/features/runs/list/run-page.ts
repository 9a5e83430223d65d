import { MAX_COUNTED_RUNS, reachOf, type RunSort, type SortDirection } from '@curvewell/contracts';
import type { RunSummary } from '@curvewell/domain';

import { AppError } from '../../../errors.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { listedOf, listedRun, SINCE, type ListedJson } from './listed-run.ts';
import { LISTED_COLUMNS, listedSummary } from './run-summary.ts';
import { SAMPLE_COUNTS } from './sample-counts.ts';

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
  /** The number of the run after which the page continues, if sorted by number. */
  readonly after?: number | undefined;
  readonly size: number;
  readonly sort: RunSort;
  readonly sortDirection: SortDirection;
}

export interface PageCommand extends PageOrder {
  /** Laboratory and number of the page's runs: `placesAlong` or `placesAmong`. */
  readonly places: Prisma.Sql;
  /** Further counts, as one JSON value. */
  readonly counted: Prisma.Sql;
}

const countsOnShelf = (actor: LaboratoryCaller, shelf: 'live' | 'archived'): Prisma.Sql => Prisma.sql`
  run_count WHERE laboratory_id = ${actor.laboratory.id}::uuid AND subject_id IS NULL AND archived = ${shelf === 'archived'}`;

/** How many runs a laboratory has in its archive, up to the bound. */
export const countArchived = (actor: LaboratoryCaller): Prisma.Sql =>
  Prisma.sql`(SELECT least(coalesce(sum(runs), 0), ${MAX_COUNTED_RUNS + 1})::int FROM ${countsOnShelf(actor, 'archived')})`;

/** The number of live runs of a laboratory in each status, as a JSON object without empty statuses. */
export const countLiveByStatus = (actor: LaboratoryCaller): Prisma.Sql => Prisma.sql`(
  SELECT coalesce(json_object_agg(c.status, c.runs), '{}')
  FROM (SELECT status, sum(runs)::int AS runs FROM ${countsOnShelf(actor, 'live')} GROUP BY status) c)`;

/**
 * A page of the runs that meet a condition, with further counts.
 *
 * One statement, which reads only the columns shown: the import report of a run is larger than everything
 * else in its row. Runs before the page are skipped along an index.
 *
 * @throws AppError `invalid-request` for a page that only the number of a run can reach, or for such a number
 *   in another order
 */
export async function runPage(
  db: Db,
  actor: LaboratoryCaller,
  { places, counted, ...page }: PageCommand,
): Promise<{ runs: RunSummary[]; counted: unknown }> {
  refusePage(page);
  const order = orderOf(page.sort, page.sortDirection);
  const [found] = await readRows<{ counted: unknown; rows: ListedJson[] }>(
    db,
    Prisma.sql`
    WITH place AS MATERIALIZED (
      ${places}
    ), page AS MATERIALIZED (
      -- LIMIT: so that the planner expects one run of each place.
      SELECT r.* FROM place CROSS JOIN LATERAL (
        SELECT r.laboratory_id, ${Prisma.raw(PAGE)} FROM run r
        WHERE r.laboratory_id = place.laboratory_id AND r.business_id = place.business_id LIMIT 1) r
    )
    SELECT
      ${counted} AS counted,
      (SELECT coalesce(json_agg(listed), '[]') FROM (
        SELECT ${listedOf(actor)}, ${SAMPLE_COUNTS} AS samples FROM page r ORDER BY ${order}
      ) listed) AS rows`,
  );
  if (found === undefined) throw new Error('a count is always answered');
  return { runs: found.rows.map((row) => listedSummary(actor, listedRun(row))), counted: found.counted };
}

/** The places of a page of the runs `r` that meet a condition, which includes the caller's laboratory (`onShelf`). */
export function placesAlong(where: Prisma.Sql, order: PageOrder): Prisma.Sql {
  const { page, size } = order;
  return Prisma.sql`
      SELECT r.laboratory_id, r.business_id FROM run r
      WHERE ${where} ${isBehind(order)} ORDER BY ${orderOf(order.sort, order.sortDirection)} LIMIT ${size} OFFSET ${page * size}`;
}

/** The places of a page by number of the runs that meet one of several conditions, each with an index in this order. */
export function placesAmong(parts: readonly Prisma.Sql[], order: PageOrder): Prisma.Sql {
  const { page, size } = order;
  const first = parts.map(
    (part) => Prisma.sql`(${placesAlong(part, { ...order, page: 0, size: (page + 1) * size })})`,
  );
  return Prisma.sql`
      SELECT r.laboratory_id, r.business_id FROM (${Prisma.join(first, ' UNION ALL ')}) r
      ORDER BY ${orderOf(order.sort, order.sortDirection)} LIMIT ${size} OFFSET ${page * size}`;
}

const isBehind = ({ after, sortDirection }: PageOrder): Prisma.Sql =>
  after === undefined
    ? Prisma.empty
    : Prisma.sql`AND r.business_id ${Prisma.raw(sortDirection === 'asc' ? '>' : '<')} ${after}`;

function refusePage({ page, after, size, sort }: Omit<PageOrder, 'sortDirection'>): void {
  const reach = reachOf(sort);
  if (page * size >= reach) {
    const way = sort === 'businessId' ? 'continue after the number of a run' : 'sort by number';
    throw invalid('page', `Pages end after ${reach.toLocaleString('en-GB')} runs. Search, or ${way}.`);
  }
  if (after !== undefined && (sort !== 'businessId' || page > 0))
    throw invalid('after', 'A list continues after a run only if it is sorted by number, from page 0.');
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid-request', message, { issues: [{ path: [field], message }] });
}

/**
 * The number comes last, in the same direction, so that an index with this order can be read from either end.
 */
function orderOf(sort: RunSort, sortDirection: SortDirection): Prisma.Sql {
  const columns = new Set([SORTED_BY[sort], SORTED_BY.businessId]);
  return Prisma.raw([...columns].map((column) => `${column} ${sortDirection}`).join(', '));
}

const PAGE = Object.values(PAGE_COLUMNS)
  .map((column) => `r.${column}`)
  .join(', ');
