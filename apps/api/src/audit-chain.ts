import { INSTALLATION, type AuditEntry, type ChainLink } from '@curvewell/contracts';
import { CHAIN_START, linkOf, type ChainPlace } from '@curvewell/contracts/record';

import type { Tx } from './db.ts';

/** The entries of a laboratory are a chain; those of none (`null`) are the installation's. */
export type Chain = string | null;

/** Stands for no laboratory where a key is needed. */
export const NO_LABORATORY = '00000000-0000-0000-0000-000000000000';

/** An entry before it has its place in the chain. */
export type NewEntry = Omit<AuditEntry, 'format' | 'chain' | 'number' | 'at' | 'broughtIn'>;

/** An instant as it is hashed: to the microsecond, as the database keeps it. */
export const EXACT_INSTANT = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

/**
 * Adds entries to a chain. Its head is locked until the transaction ends, so this comes last in it: whoever adds to the
 * same chain waits for that moment only, and the numbers have no gap whatever is rolled back.
 */
export async function appendToChain(
  tx: Tx,
  chain: Chain,
  entries: readonly NewEntry[],
): Promise<ChainLink[]> {
  const { at, ...head } = await lockHead(tx, chain);
  let place: ChainPlace = head;
  const links = entries.map((entry) => {
    const written: AuditEntry = {
      ...{ format: 'curvewell-audit-entry/1', chain: chain ?? INSTALLATION, number: place.number + 1, at },
      ...entry,
      broughtIn: false,
    };
    const link = linkOf(written, place.hash);
    place = link;
    return link;
  });
  const rows = links.map(({ entry: { actor, ...entry }, hash, previousHash }) => ({
    ...{ ...entry, hash, previousHash },
    ...{ actorId: actor.id, actorName: actor.name, actorRole: actor.role },
  }));
  await tx.$executeRaw`
    WITH added AS (
      INSERT INTO audit_event (laboratory_id, number, at, actor_id, actor_name, actor_role, action, entity, entity_id,
        details, request_id, address, previous_hash, hash)
      SELECT ${chain}::uuid, number, at, "actorId", "actorName", "actorRole", action, entity, "entityId",
        details, "requestId", address, "previousHash", hash
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS e(number bigint, at timestamptz, "actorId" uuid,
        "actorName" text, "actorRole" text, action text, entity text, "entityId" text, details jsonb,
        "requestId" text, address text, "previousHash" text, hash text)
      ORDER BY number
    )
    UPDATE audit_head SET number = ${place.number}::bigint, hash = ${place.hash}
    WHERE chain = ${chain ?? NO_LABORATORY}::uuid`;
  return links;
}

type Head = ChainPlace & { readonly at: string };

async function lockHead(tx: Tx, chain: Chain): Promise<Head> {
  const key = chain ?? NO_LABORATORY;
  const look = () =>
    tx.$queryRaw<{ number: bigint; hash: string; at: string }[]>`
      SELECT number, hash, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at
      FROM audit_head WHERE chain = ${key}::uuid FOR UPDATE`;
  let [head] = await look();
  if (head === undefined) {
    const { number, hash } = CHAIN_START;
    await tx.$executeRaw`
      INSERT INTO audit_head (chain, number, hash) VALUES (${key}::uuid, ${number}, ${hash}) ON CONFLICT DO NOTHING`;
    [head] = await look();
  }
  if (head === undefined)
    throw new Error('the head of a chain cannot be seen: its transaction is older than it');
  return { ...head, number: Number(head.number) };
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
    ...{
      format: 'curvewell-audit-entry/1',
      chain: chain ?? INSTALLATION,
      number: Number(row.number),
      at: row.at,
    },
    actor: { id: row.actor_id, name: row.actor_name, role: row.actor_role },
    ...{ action: row.action, entity: row.entity, entityId: row.entity_id, details: row.details },
    ...{ requestId: row.request_id, address: row.address, broughtIn: row.brought_in },
  };
}
