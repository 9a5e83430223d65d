import type { AuditEntry, ChainFault, ChainLink } from '@curvewell/contracts';
import { CHAIN_START, hashOf, linkFault, type ChainPlace } from '@curvewell/contracts/record';

import { ENTRY_COLUMNS, entryOf, type Chain, type EntryRow } from './audit-chain.ts';
import { Prisma } from './generated/prisma/client.ts';

/** An entry as it is stored, with its place in the chain; its content is hashed again. */
export interface StoredLink extends ChainLink {
  readonly entry: AuditEntry;
  readonly isAsked: boolean;
}

interface Asked {
  readonly chain: Chain;
  /** Left out: from the first one, to the last one. */
  readonly numbers?: { readonly first: number; readonly last: number };
  /** Which entries `e` are asked for; of the others somebody may be told the hashes. Left out: all. */
  readonly where?: Prisma.Sql;
}

/** Asks the database: `readRows` of an open one, or a client of somebody who prepares or restores it. */
type Read = (sql: Prisma.Sql) => Promise<StoredRow[]>;
export type StoredRow = EntryRow & { readonly id: string; readonly isAsked: boolean };

/** Entries that are in memory at a time; hashing them takes some milliseconds, between which others get their turn. */
const PAGE = 100;

/**
 * The links of a chain as they are stored, in order, also those that do not fit. No index of this table is asked what
 * there is: whoever changes rows may have changed that, too.
 */
export async function* storedLinks(read: Read, { chain, numbers, where }: Asked): AsyncGenerator<StoredLink> {
  const of =
    chain === null ? Prisma.sql`e.laboratory_id IS NULL` : Prisma.sql`e.laboratory_id = ${chain}::uuid`;
  const within =
    numbers === undefined
      ? Prisma.sql`true`
      : Prisma.sql`e.number BETWEEN ${numbers.first}::bigint AND ${numbers.last}::bigint`;
  let after: { readonly number: string; readonly id: string } | null = null;
  for (;;) {
    const beyond: Prisma.Sql =
      after === null
        ? Prisma.sql`true`
        : Prisma.sql`(e.number, e.id) > (${after.number}::bigint, ${after.id}::bigint)`;
    const rows = await read(
      Prisma.sql`SELECT ${Prisma.raw(ENTRY_COLUMNS)}, (${where ?? Prisma.sql`true`}) AS "isAsked"
        FROM audit_event e WHERE ${of} AND ${within} AND ${beyond} ORDER BY e.number, e.id LIMIT ${PAGE}`,
    );
    for (const row of rows) yield linkOf(row, chain);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last;
  }
}

function linkOf(row: StoredRow, chain: Chain): StoredLink {
  const entry = entryOf(row, chain);
  const { previous_hash: previousHash, hash, isAsked } = row;
  return { number: entry.number, content: hashOf(entry), previousHash, hash, entry, isAsked };
}

/** A link as it is told to whoever asked: of an entry that they did not ask for the hashes alone. */
export const toldLink = ({ isAsked, entry, ...link }: StoredLink): ChainLink => ({
  ...link,
  entry: isAsked ? entry : null,
});

/** How far a chain goes without a fault. */
export interface Followed {
  readonly place: ChainPlace;
  readonly fault: ChainFault | null;
  readonly last: AuditEntry | null;
  readonly entries: number;
  readonly broughtIn: number;
}

/** Follows a chain from its beginning, to its end or to the first link that does not fit. */
export async function followLinks(
  links: AsyncIterable<StoredLink>,
  faultOf: (link: StoredLink) => ChainFault | null = () => null,
): Promise<Followed> {
  let place: ChainPlace = CHAIN_START;
  let last: AuditEntry | null = null;
  let [entries, broughtIn] = [0, 0];
  for await (const link of links) {
    // Its content has just been hashed.
    const fault = linkFault({ ...link, entry: null }, place) ?? faultOf(link);
    if (fault !== null) return { place, fault, last, entries, broughtIn };
    place = link;
    last = link.entry;
    entries++;
    if (link.entry.broughtIn) broughtIn++;
  }
  return { place, fault: null, last, entries, broughtIn };
}
