import type { AuditEntry, ChainFault, ChainLink } from '@curvewell/domain';
import { CHAIN_START, hashOf, linkFault, type ChainPlace } from '@curvewell/domain/record';

import { ENTRY_COLUMNS, entryOf, type Chain, type EntryRow } from './audit-chain.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { recordUse } from '../telemetry/used-time.ts';

/** A stored entry with its position in the chain and the hash calculated from its content. */
export interface StoredLink extends ChainLink {
  readonly entry: AuditEntry;
  readonly isRequested: boolean;
}

interface LinkQuery {
  readonly chain: Chain;
  /** Omitted: the whole chain. */
  readonly numbers?: { readonly first: number; readonly last: number };
  /** Condition on entries `e` to disclose. Of all others only the hashes are disclosed. Omitted: all. */
  readonly where?: Prisma.Sql;
}

/** Runs a query: `readRows` of an open database, or a plain client during backup and restore. */
type Read = <Row extends object>(sql: Prisma.Sql) => Promise<Row[]>;
type StoredRow = EntryRow & { readonly id: string; readonly isRequested: boolean };

/** Entries in memory at a time. Hashing a page takes a few milliseconds; then the event loop runs. */
const PAGE = 100;
/** Processor time to read and hash an entry, rounded up. Measured by `pnpm bench:cost`. */
export const MS_PER_ENTRY = 0.05;

/** Condition on entries `e`. */
export const ofChain = (chain: Chain): Prisma.Sql =>
  chain === null ? Prisma.sql`e.laboratory_id IS NULL` : Prisma.sql`e.laboratory_id = ${chain}::uuid`;

interface Place {
  readonly number: number;
  /** The id of the row, so that two rows with the same number are both returned. */
  readonly id: string;
}
const BEFORE_ANY_ROW = '0';

/**
 * Yields the stored links of a chain in order, including those that do not fit. Numbers have no gaps, so each page
 * is a range of numbers and uses the index on chain and number whatever the planner's statistics. No transaction
 * stays open: the reader of an export may be slow.
 */
export async function* storedLinks(
  read: Read,
  { chain, numbers, where }: LinkQuery,
): AsyncGenerator<StoredLink> {
  const end = numbers?.last ?? Number.MAX_SAFE_INTEGER;
  const nextNumber = async (from: number): Promise<number | null> => {
    const [next] = await read<{ number: string | null }>(
      Prisma.sql`SELECT min(e.number) AS number FROM audit_event e WHERE ${ofChain(chain)} AND e.number >= ${from}::bigint`,
    );
    const number = Number(next?.number ?? Infinity);
    return number <= end ? number : null;
  };
  const pageAfter = ({ number, id }: Place, last: number) =>
    read<StoredRow>(
      Prisma.sql`SELECT ${Prisma.raw(ENTRY_COLUMNS)}, (${where ?? Prisma.sql`true`}) AS "isRequested"
        FROM audit_event e
        WHERE ${ofChain(chain)} AND e.number BETWEEN ${number}::bigint AND ${last}::bigint
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

/** The disclosed form of a link; entries that were not requested keep their hashes only. */
export const disclosedLink = ({ isRequested, entry, ...link }: StoredLink): ChainLink => ({
  ...link,
  entry: isRequested ? entry : null,
});

/** How far a chain is intact. */
export interface VerifiedLinks {
  readonly place: ChainPlace;
  readonly fault: ChainFault | null;
  readonly last: AuditEntry | null;
  readonly entries: number;
  readonly broughtIn: number;
}

/** Verifies a chain from its beginning, or from another place, up to the first fault. */
export async function verifyLinks(
  links: AsyncIterable<StoredLink>,
  faultOf: (link: StoredLink) => ChainFault | null = () => null,
  start: ChainPlace = CHAIN_START,
): Promise<VerifiedLinks> {
  let place = start;
  let last: AuditEntry | null = null;
  let [entries, broughtIn] = [0, 0];
  for await (const link of links) {
    // `storedLinks` has already hashed the content.
    const fault = linkFault({ ...link, entry: null }, place) ?? faultOf(link);
    if (fault !== null) return { place, fault, last, entries, broughtIn };
    place = link;
    last = link.entry;
    entries++;
    if (link.entry.broughtIn) broughtIn++;
  }
  return { place, fault: null, last, entries, broughtIn };
}
