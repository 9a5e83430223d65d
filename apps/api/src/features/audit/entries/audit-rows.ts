import { ALL_CALLS } from '@curvewell/contracts';
import type { AuditRow } from '@curvewell/domain';

import { ENTRY_COLUMNS, entryOf, type EntryRow } from '../../../audit/audit-chain.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

export type StoredRow = EntryRow & { readonly id: string; readonly laboratory_id: string | null };

/** The columns read of an entry `e`. */
export const ROW_COLUMNS = Prisma.raw(`laboratory_id, ${ENTRY_COLUMNS}`);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The objects that an entry can refer to: id, name, and the only laboratory that may see them. */
const NAMED = Prisma.sql`
  SELECT id, 'Run ' || business_id AS name, archived_at IS NOT NULL AS archived, NULL::uuid AS owner FROM run
  UNION ALL SELECT id, name, NULL, laboratory_id FROM kit
  UNION ALL SELECT v.id, k.name || ' ' || v.version, NULL, k.laboratory_id FROM kit_version v JOIN kit k ON k.id = v.kit_id
  UNION ALL SELECT l.id, l.name, NULL, k.laboratory_id
    FROM lot l JOIN kit_version v ON v.id = l.kit_version_id JOIN kit k ON k.id = v.kit_id
  UNION ALL SELECT id, firstname || ' ' || lastname, NULL, NULL FROM app_user
  UNION ALL SELECT id, name, NULL, NULL FROM laboratory
  UNION ALL SELECT id, name, NULL, NULL FROM analyser
  UNION ALL SELECT id, name, NULL, NULL FROM template
  UNION ALL SELECT id, name, NULL, NULL FROM reaction_buffer`;

interface Named {
  readonly id: string;
  readonly name: string;
  /** Null: the object is no run. */
  readonly archived: boolean | null;
  /** Null: every laboratory may see it. */
  readonly owner: string | null;
}

/** Converts rows to answers, with the names of their objects from one query. */
export async function auditRows(db: Db, rows: readonly StoredRow[]): Promise<AuditRow[]> {
  const ids = new Set(rows.flatMap(({ entity_id, laboratory_id }) => [entity_id ?? '', laboratory_id ?? '']));
  const uuids = [...ids].filter((id) => UUID.test(id));
  const named = await readRows<Named>(
    db,
    Prisma.sql`SELECT id, name, archived, owner FROM (${NAMED}) thing WHERE id = ANY(${uuids}::uuid[])`,
  );
  const things = new Map(named.map((thing) => [thing.id, thing]));
  return rows.map((row): AuditRow => {
    const named = things.get(row.entity_id ?? '');
    // An entry may name an object that its laboratory does not see, such as a refused request.
    const thing = named?.owner === null || named?.owner === row.laboratory_id ? named : undefined;
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
