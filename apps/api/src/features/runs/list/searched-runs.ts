import { runStatusSchema, type RunStatus } from '@curvewell/domain';

import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { countUpToBound } from './count-up-to-bound.ts';
import { inStatus, onShelf, SINCE } from './listed-run.ts';
import { placesAlong, placesAmong, type PageCommand, type PageOrder } from './run-page.ts';
import { likeLiteral } from './run-search.ts';

/** A search that finds no more runs has all of them after one statement. */
const FEW = 200;

/**
 * The conditions of the indexes `run_live_text_idx` and `run_live_long_text_idx`: the first holds the texts themselves, and
 * no entry of an index can be longer.
 */
const SHORT = Prisma.sql`octet_length(r.search_text) <= 2000`;
const LONG = Prisma.sql`octet_length(r.search_text) > 2000`;

interface Found {
  readonly number: number;
  readonly status: RunStatus;
  readonly isLong: boolean;
}

interface Search {
  readonly search: string;
  readonly status: RunStatus | undefined;
  readonly order: PageOrder;
}

/**
 * What a page and the counts of a search in the live runs of the caller's laboratory are read from. A rare text is looked up
 * once, by the index of words. The runs with a common one are read along the index that holds the texts.
 */
export async function searchedRuns(
  db: Db,
  actor: LaboratoryCaller,
  { search, ...wanted }: Search,
): Promise<Pick<PageCommand, 'places' | 'counted'>> {
  const live = onShelf(actor, 'live');
  // The database lower-cases both sides, since JavaScript differs for some letters.
  const named = Prisma.sql`${live} AND r.search_text LIKE lower(${`%${likeLiteral(search)}%`})`;
  const some = (length: Prisma.Sql, isLong: boolean) => Prisma.sql`(
    SELECT r.business_id AS number, r.status, ${isLong}::boolean AS "isLong" FROM run r WHERE ${named} AND ${length}
    ORDER BY r.status, r.business_id LIMIT ${FEW + 1})`;
  const found = await readRows<Found>(db, Prisma.sql`${some(SHORT, false)} UNION ALL ${some(LONG, true)}`);
  if (found.length <= FEW) return fewRuns(live, found, wanted);
  const lengths = found.some(({ isLong }) => isLong) ? [SHORT, LONG] : [SHORT];
  return manyRuns(named, lengths, wanted);
}

type Wanted = Omit<Search, 'search'>;

/** All runs with the text are known. One that has been archived or decided since is left out. */
function fewRuns(live: Prisma.Sql, found: readonly Found[], { status, order }: Wanted) {
  const among = (runs: readonly Found[]) =>
    Prisma.sql`${live} AND r.business_id = ANY (${runs.map(({ number }) => number)}::int[])`;
  const matching = found.filter((run) => status === undefined || run.status === status);
  const counts = Map.groupBy(found, (run) => run.status);
  const byStatus = JSON.stringify(
    Object.fromEntries([...counts].map(([each, { length }]) => [each, length])),
  );
  return {
    places: placesAlong(ofStatus(among(matching), status), order),
    counted: countedAs(Prisma.sql`${byStatus}::json`, among(counts.get('WAIT_FOR_APPROVAL') ?? [])),
  };
}

/** Each status is read for itself: so the index has the order of the numbers. */
function manyRuns(named: Prisma.Sql, lengths: readonly Prisma.Sql[], { status, order }: Wanted) {
  const parts = (each: RunStatus) =>
    lengths.map((length) => Prisma.sql`${inStatus(named, each)} AND ${length}`);
  const byNumber = Prisma.sql`ORDER BY r.business_id DESC`;
  const counts = runStatusSchema.options.map((each) => {
    const ofLengths = parts(each).map((part) => countUpToBound(part, byNumber));
    return Prisma.sql`${each}::text, ${Prisma.join(ofLengths, ' + ')}`;
  });
  const statuses = status === undefined ? runStatusSchema.options : [status];
  return {
    places:
      order.sort === 'businessId'
        ? placesAmong(statuses.flatMap(parts), order)
        : placesAlong(ofStatus(named, status), order),
    counted: countedAs(Prisma.sql`json_build_object(${Prisma.join(counts)})`, named),
  };
}

const ofStatus = (where: Prisma.Sql, status: RunStatus | undefined): Prisma.Sql =>
  status === undefined ? where : inStatus(where, status);

/** The counts of a list of live runs, of which those that meet a condition may wait for approval. */
export const countedAs = (
  byStatus: Prisma.Sql,
  where: Prisma.Sql,
): Prisma.Sql => Prisma.sql`json_build_object(
  'byStatus', ${byStatus},
  'oldestWaiting', (SELECT ${Prisma.raw(SINCE)} FROM run r WHERE ${inStatus(where, 'WAIT_FOR_APPROVAL')}
    ORDER BY ${Prisma.raw(SINCE)} LIMIT 1))`;
