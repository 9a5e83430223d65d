import type { ArchiveSearchCriterion } from '@curvewell/contracts';
import type { RunSummary } from '@curvewell/domain';

import type { Db } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import {
  countArchived,
  countUpToBound,
  likeLiteral,
  onShelf,
  placesAlong,
  runPage,
  type PageOrder,
} from '../runs/index.ts';

interface ArchiveSearch extends PageOrder {
  readonly searchCriteria: readonly ArchiveSearchCriterion[];
}

type TextCriterion = Exclude<ArchiveSearchCriterion, { field: 'created' }>;

/** A page of the archived runs of the caller's laboratory that match every criterion. */
export async function searchArchive(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { searchCriteria, ...order }: ArchiveSearch,
): Promise<{ values: RunSummary[]; count: number }> {
  const conditions = await Promise.all(searchCriteria.map((criterion) => conditionOf(db, actor, criterion)));
  const where = Prisma.join([onShelf(actor, 'archived'), ...conditions], ' AND ');
  const { runs, counted } = await runPage(db, actor, {
    places: placesAlong(where, order),
    // A word in most names is counted in the order of the runs, along an index that holds their files.
    counted:
      conditions.length > 0 ? countUpToBound(where, countedAlong(searchCriteria)) : countArchived(actor),
    ...order,
  });
  return { values: runs, count: counted as number }; // as both count
}

/**
 * The index contains only names of files. For other conditions no order is given, so that the planner uses
 * their indexes.
 */
const countedAlong = (criteria: readonly ArchiveSearchCriterion[]): Prisma.Sql =>
  criteria.every(({ field }) => field === 'fileName')
    ? Prisma.sql`ORDER BY r.business_id DESC`
    : Prisma.empty;

async function conditionOf(
  db: Db,
  actor: LaboratoryCaller,
  criterion: ArchiveSearchCriterion,
): Promise<Prisma.Sql> {
  if (criterion.field === 'created') return dayCondition(criterion);
  const { field } = criterion;
  return field === 'fileName'
    ? fileCondition(db, actor, criterion)
    : wordCondition(db, actor, {
        column: Prisma.sql`r.${WORD_COLUMN[field]}`,
        pattern: patternOf(criterion),
      });
}

/** From the start of a day (UTC), or to its end. */
function dayCondition({ operator, value }: Exclude<ArchiveSearchCriterion, TextCriterion>): Prisma.Sql {
  const midnight = Prisma.sql`${`${value}T00:00:00Z`}::timestamptz`;
  return operator === 'GTE'
    ? Prisma.sql`r.run_date >= ${midnight}`
    : Prisma.sql`r.run_date < ${midnight} + interval '1 day'`;
}

function patternOf({ operator, value }: TextCriterion): string {
  const literal = likeLiteral(value);
  return operator === 'EQUALS' ? literal : `%${literal}%`;
}

/** Shorter texts cannot use the trigram index. */
const INDEXED_LENGTH = 3;
/** When more runs match, a page fills quickly by scanning runs in order. */
const FEW = 2_000;

/** For a short part of a file name, scans the index of names and not the runs. */
async function fileCondition(db: Db, actor: LaboratoryCaller, criterion: TextCriterion): Promise<Prisma.Sql> {
  const condition = Prisma.sql`r.file_name ILIKE ${patternOf(criterion)}`;
  if (criterion.value.length >= INDEXED_LENGTH) return condition;
  const found = await db.$queryRaw<{ number: number }[]>`
    SELECT r.business_id AS number FROM run r WHERE ${onShelf(actor, 'archived')} AND ${condition} LIMIT ${FEW + 1}`;
  if (found.length > FEW) return condition;
  return Prisma.sql`r.business_id = ANY(${found.map(({ number }) => number)}::int[])`;
}

const WORD_COLUMN = {
  instrumentName: Prisma.raw('instrument_name'),
  kitReactionBuffer: Prisma.raw('kit_reaction_buffer'),
  operator: Prisma.raw('interpreted_by_name'),
} as const;

/**
 * Instruments, kits and operators have few distinct values. The matching values are found first with an index skip
 * scan, then their runs.
 */
async function wordCondition(
  db: Db,
  actor: LaboratoryCaller,
  { column, pattern }: { readonly column: Prisma.Sql; readonly pattern: string },
): Promise<Prisma.Sql> {
  const archived = onShelf(actor, 'archived');
  const words = await db.$queryRaw<{ word: string }[]>`
    WITH RECURSIVE step(word) AS (
      (SELECT ${column} FROM run r WHERE ${archived} ORDER BY ${column} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${column} FROM run r WHERE ${archived} AND ${column} > step.word ORDER BY ${column} LIMIT 1)
      FROM step WHERE step.word IS NOT NULL
    )
    SELECT word FROM step WHERE word ILIKE ${pattern}`;
  return Prisma.sql`${column} = ANY(${words.map(({ word }) => word)}::text[])`;
}
