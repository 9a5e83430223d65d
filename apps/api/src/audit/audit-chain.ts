import { canonicalJson, INSTALLATION, type AuditEntry, type ChainLink } from '@curvewell/domain';

import type { Tx } from '../database/db.ts';
import { COMMIT_EARLY } from '../database/early-commit.ts';
import { Prisma } from '../generated/prisma/client.ts';

/** The id of the laboratory; null for the chain of the installation. */
export type Chain = string | null;

/** Replaces a null laboratory where a key is required. */
export const NO_LABORATORY = '00000000-0000-0000-0000-000000000000';

/** An entry that is not yet in the chain. */
export type NewEntry = Omit<AuditEntry, 'format' | 'chain' | 'number' | 'at' | 'broughtIn'>;

/** The format of an instant in the hash: microseconds, as stored by the database. */
export const EXACT_INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

/**
 * Appends entries to a chain; the database sets number, time and hash. The head of the chain stays locked until
 * the transaction ends, so call this last: other writers wait only for the commit, which does not wait for the disk
 * while it holds locks, and a rollback leaves no gap in the numbers.
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
    FROM audit_append(${chain}::uuid, ${canonicalJson(rows)}::json), (SELECT ${Prisma.raw(COMMIT_EARLY)}) early
    ORDER BY number`;
  return entries.map((entry, index) => {
    const place = places[index];
    if (place === undefined) throw new Error('an entry of the audit trail was not written');
    const { at, ...link } = { ...place, number: Number(place.number) };
    const ofChain = { format: 'curvewell-audit-entry/1', chain: chain ?? INSTALLATION } as const;
    return { ...link, entry: { ...ofChain, number: link.number, at, ...entry, broughtIn: false } };
  });
}

/** The position of a stored entry in its chain. */
interface Place extends Omit<ChainLink, 'number' | 'entry'> {
  readonly number: bigint;
  readonly at: string;
}

/** An entry as stored; instants are text. */
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

/** The hashed columns and the stored hashes. Read through the driver, so that the client converts no value. */
export const ENTRY_COLUMNS = `id, number, to_char(at AT TIME ZONE 'UTC', ${EXACT_INSTANT}) AS at, actor_id, actor_name,
  actor_role, action, entity, entity_id, details, request_id, address, brought_in, previous_hash, hash`;

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
