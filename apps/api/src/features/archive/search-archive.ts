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
  runPage,
  type PageOrder,
} from '../runs/index.ts';

interface ArchiveSearch extends PageOrder {
  readonly searchCriteria: readonly ArchiveSearchCriterion[];
}

type TextCriterion = Exclude<ArchiveSearchCriterion, { field: 'created' }>;

/** One page of the archived runs of the caller's laboratory that meet every criterion. */
export async function searchArchive(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { searchCriteria, ...order }: ArchiveSearch,
): Promise<{ values: RunSummary[]; count: number }> {
  const conditions = await Promise.all(searchCriteria.map((criterion) => conditionOf(db, actor, criterion)));
  const where = Prisma.join([onShelf(actor, 'archived'), ...conditions], ' AND ');
  const { runs, counted } = await runPage(db, actor, {
    where,
    counted: conditions.length > 0 ? countUpToBound(where) : countArchived(actor),
    ...order,
  });
  return { values: runs, count: counted as number }; // as both count
}

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

/** From the beginning of a day (UTC) on, or to its end. */
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

/** Shorter texts than this have no entry in an index of three letters each. */
const INDEXED_LENGTH = 3;
/** More runs than this are so common that a page of them is soon together by looking at one after another. */
const FEW = 2_000;

/** A short part of a file's name: the names alone are looked through, which an index has, and not the runs. */
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
 * What many runs have in common – an instrument, a kit, an operator – is one of a few words: those
 * that fit are found first, by stepping through an index from each to the next, and then their runs.
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
