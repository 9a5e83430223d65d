import { ALL_CALLS } from '@curvewell/contracts';
import type { AuditRow } from '@curvewell/domain';

import { ENTRY_COLUMNS, entryOf, type EntryRow } from '../../../audit/audit-chain.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

export type StoredRow = EntryRow & { readonly id: string; readonly laboratory_id: string | null };

/** The columns read of an entry `e`. */
export const ROW_COLUMNS = Prisma.raw(`laboratory_id, ${ENTRY_COLUMNS}`);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The objects that an entry can refer to: id, name, the laboratory that they belong to, and whether entries of another
 * one may be about them: a person can move to another laboratory, and an administrator adds laboratories.
 */
const NAMED = Prisma.sql`
  SELECT id, 'Run ' || business_id AS name, archived_at IS NOT NULL AS archived, laboratory_id AS owner, false AS "isShared" FROM run
  UNION ALL SELECT id, name, NULL, laboratory_id, false FROM kit
  UNION ALL SELECT v.id, k.name || ' ' || v.version, NULL, k.laboratory_id, false FROM kit_version v JOIN kit k ON k.id = v.kit_id
  UNION ALL SELECT l.id, l.name, NULL, k.laboratory_id, false
    FROM lot l JOIN kit_version v ON v.id = l.kit_version_id JOIN kit k ON k.id = v.kit_id
  UNION ALL SELECT id, firstname || ' ' || lastname, NULL, laboratory_id, true FROM app_user
  UNION ALL SELECT id, name, NULL, id, true FROM laboratory
  UNION ALL SELECT id, name, NULL, NULL, true FROM analyser
  UNION ALL SELECT id, name, NULL, laboratory_id, false FROM template
  UNION ALL SELECT id, name, NULL, NULL, true FROM reaction_buffer`;

interface Named {
  readonly id: string;
  readonly name: string;
  /** Null: the object is no run. */
  readonly archived: boolean | null;
  /** Null: every laboratory may see it. */
  readonly owner: string | null;
  /** Whether an entry of another laboratory names it, unless that is about a refused request. */
  readonly isShared: boolean;
}

/**
 * Whether the laboratory of an entry may know the name of what the entry is about. A refused request names any id that
 * its user has sent.
 */
const isNameOpen = (
  { owner, isShared }: Named,
  { entity, laboratory_id: laboratoryId }: Pick<StoredRow, 'entity' | 'laboratory_id'>,
): boolean => owner === null || owner === laboratoryId || (isShared && entity !== 'access');

/** Converts rows to answers, with the names of their objects from one query. */
export async function auditRows(db: Db, rows: readonly StoredRow[]): Promise<AuditRow[]> {
  const ids = new Set(rows.flatMap(({ entity_id, laboratory_id }) => [entity_id ?? '', laboratory_id ?? '']));
  const uuids = [...ids].filter((id) => UUID.test(id));
  const named = await readRows<Named>(
    db,
    Prisma.sql`SELECT id, name, archived, owner, "isShared" FROM (${NAMED}) thing WHERE id = ANY(${uuids}::uuid[])`,
  );
  const things = new Map(named.map((thing) => [thing.id, thing]));
  return rows.map((row): AuditRow => {
    const named = things.get(row.entity_id ?? '');
    const thing = named !== undefined && isNameOpen(named, row) ? named : undefined;
    return {
      entry: entryOf(row, row.laboratory_id),
      previousHash: row.previous_hash,
      hash: row.hash,
      laboratory: things.get(row.laboratory_id ?? '')?.name ?? null,
      about: thing?.name ?? nameInDetails(row.details),
      attempt: attemptOf(row.details),
      run:
        thing === undefined || thing.archived === null ? null : { id: thing.id, isArchived: thing.archived },
    };
  });
}

/** The name of a deleted object, from the details of the entry. */
function nameInDetails(details: EntryRow['details']): string | null {
  const { businessId, name, login, call } = details;
  if (typeof businessId === 'number') return `Run ${businessId}`;
  const label = [name, login, call].find((value) => typeof value === 'string');
  return typeof label === 'string' ? label : null;
}

const SUMMARIES = new Map(ALL_CALLS.map(({ call }) => [`${call.method} ${call.path}`, call.summary]));

/** What a refused call does, in the words of its summary. */
function attemptOf({ call }: EntryRow['details']): string | null {
  const summary = typeof call === 'string' ? SUMMARIES.get(call) : undefined;
  return summary === undefined ? null : summary.charAt(0).toLowerCase() + summary.slice(1);
}
