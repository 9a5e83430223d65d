import type { AuditEntry, ChainFault, ChainLink } from '@curvewell/domain';
import { CHAIN_START, hashOf, linkFault, type ChainPlace } from '@curvewell/domain/record';

import { ENTRY_COLUMNS, entryOf, type Chain, type EntryRow } from './audit-chain.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { recordUse } from '../telemetry/used-time.ts';

/** An entry as it is stored, with its place in the chain; its content is hashed again. */
export interface StoredLink extends ChainLink {
  readonly entry: AuditEntry;
  readonly isRequested: boolean;
}

interface LinkQuery {
  readonly chain: Chain;
  /** If omitted: from the first one, to the last one. */
  readonly numbers?: { readonly first: number; readonly last: number };
  /** Which entries `e` are requested; of the others the hashes alone may be disclosed. Omitted: all. */
  readonly where?: Prisma.Sql;
}

/** Asks the database: `readRows` of an open one, or a client of somebody who prepares or restores it. */
type Read = <Row extends object>(sql: Prisma.Sql) => Promise<Row[]>;
type StoredRow = EntryRow & { readonly id: string; readonly isRequested: boolean };

/** Entries that are in memory at a time; hashing them takes some milliseconds, between which others get their turn. */
const PAGE = 100;
/** Processor time of reading an entry and hashing it, measured by `pnpm bench:cost`, rounded up. */
export const MS_PER_ENTRY = 0.05;

interface Place {
  readonly number: number;
  /** Of the row: two rows with one number are both returned. */
  readonly id: string;
}
const BEFORE_ANY_ROW = '0';

/**
 * The links of a chain as they are stored, in order, also those that do not fit. Numbers have no gap, so a page is a range
 * of them: whatever the planner knows or does not know of the table, the index of chain and number is the narrowest way to
 * it. No transaction is held open meanwhile, since anyone who saves an export may be slow.
 */
export async function* storedLinks(
  read: Read,
  { chain, numbers, where }: LinkQuery,
): AsyncGenerator<StoredLink> {
  const ofChain =
    chain === null ? Prisma.sql`e.laboratory_id IS NULL` : Prisma.sql`e.laboratory_id = ${chain}::uuid`;
  const end = numbers?.last ?? Number.MAX_SAFE_INTEGER;
  const nextNumber = async (from: number): Promise<number | null> => {
    const [next] = await read<{ number: string | null }>(
      Prisma.sql`SELECT min(e.number) AS number FROM audit_event e WHERE ${ofChain} AND e.number >= ${from}::bigint`,
    );
    const number = Number(next?.number ?? Infinity);
    return number <= end ? number : null;
  };
  const pageAfter = ({ number, id }: Place, last: number) =>
    read<StoredRow>(
      Prisma.sql`SELECT ${Prisma.raw(ENTRY_COLUMNS)}, (${where ?? Prisma.sql`true`}) AS "isRequested"
        FROM audit_event e
        WHERE ${ofChain} AND e.number BETWEEN ${number}::bigint AND ${last}::bigint
          AND (e.number, e.id) > (${number}::bigint, ${id}::bigint)
        ORDER BY e.number, e.id LIMIT ${PAGE}`,
    );

  let from = await nextNumber(numbers?.first ?? Number.MIN_SAFE_INTEGER);
  let id = BEFORE_ANY_ROW;
  while (from !== null) {
    const last = Math.min(from + PAGE - 1, end);
    const rows = await pageAfter({ number: from, id }, last);
    recordUse(rows.length * MS_PER_ENTRY);
    for (const row of rows) yield linkOf(row, chain);
    const full = rows[PAGE - 1];
    if (full !== undefined) [from, id] = [Number(full.number), full.id];
    else [from, id] = [rows.length > 0 && last < end ? last + 1 : await nextNumber(last + 1), BEFORE_ANY_ROW];
  }
}

function linkOf(row: StoredRow, chain: Chain): StoredLink {
  const entry = entryOf(row, chain);
  const { previous_hash: previousHash, hash, isRequested } = row;
  return { number: entry.number, content: hashOf(entry), previousHash, hash, entry, isRequested };
}

/** A link as it is disclosed: of an entry that was not requested, the hashes alone. */
export const disclosedLink = ({ isRequested, entry, ...link }: StoredLink): ChainLink => ({
  ...link,
  entry: isRequested ? entry : null,
});

/** How far a chain goes without a fault. */
export interface VerifiedLinks {
  readonly place: ChainPlace;
  readonly fault: ChainFault | null;
  readonly last: AuditEntry | null;
  readonly entries: number;
  readonly broughtIn: number;
}

/** Follows a chain from its beginning, or from another place, to its end or to the first link that does not fit. */
export async function verifyLinks(
  links: AsyncIterable<StoredLink>,
  faultOf: (link: StoredLink) => ChainFault | null = () => null,
  start: ChainPlace = CHAIN_START,
): Promise<VerifiedLinks> {
  let place = start;
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
