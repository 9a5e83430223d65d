import { MIN_LETTERS, type AuditFilter } from '@curvewell/contracts';
import { actionsOfGroup } from '@curvewell/domain';

import { readRows, type Db } from '../../../database/db.ts';
import { isVisible } from '../../../database/kit-scope.ts';
import { notFound } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../../actor.ts';

/** The properties of a caller that determine which entries they may read. */
export type Reader = Pick<Caller, 'laboratory' | 'permissions'>;

/** The requested entries `e`, of one laboratory or of all. */
export interface EntryQuery {
  readonly where: Prisma.Sql;
  /** Null: all laboratories and the installation. */
  readonly laboratoryId: string | null;
}

const MAX_THINGS = 200;
/** What is found by its name or number. */
const SEARCHED = ['run', 'lot', 'kit', 'kitVersion', 'user'];
const NOT_READ = actionsOfGroup('reading');

/**
 * The entries that match a filter and are open to the caller.
 *
 * @throws AppError `not-found` for a laboratory that is not
 */
export async function entryQuery(db: Db, caller: Reader, filter: AuditFilter): Promise<EntryQuery> {
  const laboratoryId = visibleLaboratory(caller, filter);
  const { from, to, who, run, what, text } = filter;
  const conditions = [
    ...(laboratoryId === null ? [] : [Prisma.sql`e.laboratory_id = ${laboratoryId}::uuid`]),
    ...(from === undefined ? [] : [Prisma.sql`e.at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [Prisma.sql`e.at <= ${to}::timestamptz`]),
    ...(who === undefined ? [] : [Prisma.sql`e.actor_id = ${who}::uuid`]),
    ...(run === undefined ? [] : [Prisma.sql`e.entity = 'run' AND e.entity_id = ${run}`]),
    ...actionCondition(what),
    ...(text === undefined || text === '' ? [] : [await textCondition(db, text, laboratoryId)]),
  ];
  return {
    laboratoryId,
    where: conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, ' AND '),
  };
}

/** The caller's laboratory; with permission to read all laboratories, the requested one or all. */
export function visibleLaboratory(
  { laboratory, permissions }: Reader,
  { laboratoryId }: Pick<AuditFilter, 'laboratoryId'>,
): string | null {
  if (permissions.has('READ_ALL_LABORATORY')) return laboratoryId ?? null;
  if (laboratory === null || (laboratoryId ?? laboratory.id) !== laboratory.id) throw notFound('laboratory');
  return laboratory.id;
}

function actionCondition(what: AuditFilter['what']): Prisma.Sql[] {
  if (what === 'everything') return [];
  return what === undefined
    ? [Prisma.sql`e.action <> ALL(${NOT_READ}::text[])`]
    : [Prisma.sql`e.action = ANY(${actionsOfGroup(what)}::text[])`];
}

/** Matches text in the details of an entry or in the name of its object. */
async function textCondition(db: Db, text: string, laboratoryId: string | null): Promise<Prisma.Sql> {
  const viewer = laboratoryId === null ? null : { laboratory: { id: laboratoryId } };
  const seen = viewer === null ? Prisma.sql`true` : isVisible(viewer);
  const like = `%${text.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : null;
  const laboratories =
    laboratoryId === null ? Prisma.sql`SELECT id FROM laboratory` : Prisma.sql`SELECT ${laboratoryId}::uuid`;
  const ofNumber = Prisma.sql`SELECT id FROM run WHERE laboratory_id IN (${laboratories}) AND business_id = ${number}::int`;
  if (text.length < MIN_LETTERS)
    return Prisma.sql`e.entity = 'run' AND e.entity_id IN (SELECT id::text FROM (${ofNumber}) run)`;
  const things = await readRows<{ id: string }>(
    db,
    Prisma.sql`
      SELECT id::text FROM (
        (${ofNumber})
        UNION ALL (SELECT lot.id FROM lot JOIN kit_version v ON v.id = lot.kit_version_id JOIN kit k ON k.id = v.kit_id
          WHERE lower(lot.name) LIKE ${like} AND ${seen} LIMIT ${MAX_THINGS})
        UNION ALL (SELECT k.id FROM kit k WHERE lower(k.name) LIKE ${like} AND ${seen} LIMIT ${MAX_THINGS})
        UNION ALL (SELECT v.id FROM kit_version v JOIN kit k ON k.id = v.kit_id
          WHERE lower(k.name || ' ' || v.version) LIKE ${like} AND ${seen} LIMIT ${MAX_THINGS})
        UNION ALL (SELECT id FROM app_user WHERE laboratory_id IN (${laboratories})
          AND lower(concat_ws(' ', firstname, lastname, login)) LIKE ${like} LIMIT ${MAX_THINGS})
      ) named LIMIT ${MAX_THINGS}`,
  );
  const words = Prisma.sql`audit_words(e.actor_name, e.details) LIKE ${like}`;
  if (things.length === 0) return words;
  // Each side has an index.
  return Prisma.sql`(${words} OR (e.entity = ANY(${SEARCHED}::text[]) AND e.entity_id = ANY(${things.map(({ id }) => id)}::text[])))`;
}
