import { canonicalJson, INSTALLATION, type AuditEntry, type ChainLink } from '@curvewell/domain';

import type { Tx } from '../database/db.ts';

/** The entries of a laboratory are a chain; those of none (`null`) are the installation's. */
export type Chain = string | null;

/** Stands for no laboratory where a key is needed. */
export const NO_LABORATORY = '00000000-0000-0000-0000-000000000000';

/** An entry before it has its place in the chain. */
export type NewEntry = Omit<AuditEntry, 'format' | 'chain' | 'number' | 'at' | 'broughtIn'>;

/** An instant as it is hashed: to the microsecond, as the database keeps it. */
export const EXACT_INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

/**
 * Adds entries to a chain. The database gives them number, time and hash. It locks the head of the chain until the
 * transaction ends, so this comes last in it: another writer of the same chain waits for that moment only, and the
 * numbers have no gap whatever is rolled back.
 */
export async function appendToChain(
  tx: Tx,
  chain: Chain,
  entries: readonly NewEntry[],
): Promise<ChainLink[]> {
  const rows = entries.map(({ actor, ...entry }) => ({
    ...entry,
    actorId: actor.id,
    actorName: actor.name,
    actorRole: actor.role,
  }));
  const places = await tx.$queryRaw<Place[]>`
    SELECT number, at, content, previous_hash AS "previousHash", hash
    FROM audit_append(${chain}::uuid, ${canonicalJson(rows)}::json) ORDER BY number`;
  return entries.map((entry, index) => {
    const place = places[index];
    if (place === undefined) throw new Error('an entry of the audit trail was not written');
    const { at, ...link } = { ...place, number: Number(place.number) };
    const ofChain = { format: 'curvewell-audit-entry/1', chain: chain ?? INSTALLATION } as const;
    return { ...link, entry: { ...ofChain, number: link.number, at, ...entry, broughtIn: false } };
  });
}

/** Where the database has put an entry. */
interface Place extends Omit<ChainLink, 'number' | 'entry'> {
  readonly number: bigint;
  readonly at: string;
}

/** An entry as the database has it; instants as text. */
export interface EntryRow {
  readonly number: string;
  readonly at: string;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly actor_role: string | null;
  readonly action: string;
  readonly entity: string;
  readonly entity_id: string | null;
  readonly details: AuditEntry['details'];
  readonly request_id: string | null;
  readonly address: string | null;
  readonly brought_in: boolean;
  readonly previous_hash: string;
  readonly hash: string;
}

/** What is hashed of a row, and what is kept of its hashes. Read by the driver itself: no client alters a value. */
export const ENTRY_COLUMNS = `id, number, to_char(at AT TIME ZONE 'UTC', ${EXACT_INSTANT}) AS at, actor_id, actor_name,
  actor_role, action, entity, entity_id, details, request_id, address, brought_in, previous_hash, hash`;

/** The entry that a row holds. */
export function entryOf(row: EntryRow, chain: Chain): AuditEntry {
  return {
    format: 'curvewell-audit-entry/1',
    chain: chain ?? INSTALLATION,
    number: Number(row.number),
    at: row.at,
    actor: { id: row.actor_id, name: row.actor_name, role: row.actor_role },
    action: row.action,
    entity: row.entity,
    entityId: row.entity_id,
    details: row.details,
    requestId: row.request_id,
    address: row.address,
    broughtIn: row.brought_in,
  };
}
