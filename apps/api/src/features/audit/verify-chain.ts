import { INSTALLATION, type ChainFault, type ChainState } from '@curvewell/contracts';
import { CHAIN_START, hashOf, linkFault, type ChainPlace } from '@curvewell/contracts/record';

import { ENTRY_COLUMNS, entryOf, NO_LABORATORY, type Chain, type EntryRow } from '../../audit-chain.ts';
import type { Clock } from '../../clock.ts';
import { readRows, type Db, type Tx } from '../../db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Signer } from '../../signing.ts';
import type { HeadFiles } from './head-files.ts';
import { knownEntries, type KnownEntry } from './known-entries.ts';

export interface TrailNeeds {
  readonly db: Db | Tx;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly headFiles: HeadFiles;
}

/** Entries that are in memory at a time. */
const PAGE = 500;

export interface NamedChain {
  readonly chain: Chain;
  /** null: the installation's, or of a laboratory that was deleted. */
  readonly laboratory: string | null;
}

/**
 * Reads every entry of a chain and hashes it again, and holds it against what is known of it elsewhere. What is added
 * meanwhile is read, too, as long as it fits.
 */
export async function verifyChain(needs: TrailNeeds, { chain, laboratory }: NamedChain): Promise<ChainState> {
  const { db, clock } = needs;
  const { known, fault: fromElsewhere } = await knownEntries(needs, chain);
  const head = await headOf(db, chain);
  const expected = [...known, ...(head === null ? [] : [{ ...head, from: 'the head of the chain' }])];
  const awaited = Map.groupBy(expected, ({ number }) => number);
  let place: ChainPlace = CHAIN_START;
  let last: EntryRow | null = null;
  let fault: ChainFault | null = null;
  let [entries, broughtIn] = [0, 0];
  for await (const row of rowsOf(db, chain)) {
    const link = linkOfRow(row, chain);
    fault = linkFault(link, place) ?? unlike(awaited.get(link.number), link);
    if (fault !== null) break;
    place = link;
    last = row;
    entries++;
    if (row.brought_in) broughtIn++;
  }
  return {
    chain: chain ?? INSTALLATION,
    laboratory,
    fault: fault ?? cutOff(expected, place) ?? fromElsewhere,
    ...{ entries, broughtIn },
    ...{ lastHash: last?.hash ?? null, lastAt: last?.at ?? null },
    checkedAt: clock.now().toISOString(),
  };
}

function linkOfRow(row: EntryRow, chain: Chain) {
  const entry = entryOf(row, chain);
  const { previous_hash: previousHash, hash } = row;
  return { number: entry.number, content: hashOf(entry), previousHash, hash, entry };
}

const told = (number: number) => number.toLocaleString('en-GB');

/** An entry that is known from elsewhere with another hash: whoever changed it has hashed what follows anew. */
function unlike(known: readonly KnownEntry[] = [], { number, hash }: ChainPlace): ChainFault | null {
  const other = known.find((one) => one.hash !== hash);
  return (
    (other && {
      ...{ number, kind: 'changed' },
      text: `Entry ${told(number)} is not the one that ${other.from} names: it has another hash.`,
    }) ??
    null
  );
}

/** Entries at the end that are known from elsewhere, and gone. */
function cutOff(known: readonly KnownEntry[], { number: last }: ChainPlace): ChainFault | null {
  const [first] = known.filter(({ number }) => number > last).sort((a, b) => b.number - a.number);
  if (first === undefined) return null;
  const missing =
    first.number === last + 1
      ? `Entry ${told(first.number)} is`
      : `Entries ${told(last + 1)} to ${told(first.number)} are`;
  return { number: last + 1, kind: 'missing', text: `${missing} missing: ${first.from} names it.` };
}

async function headOf(db: Db | Tx, chain: Chain): Promise<ChainPlace | null> {
  const head = await db.auditHead.findUnique({ where: { chain: chain ?? NO_LABORATORY } });
  return head && { number: Number(head.number), hash: head.hash };
}

/** In order, some at a time. Nothing is said by an index of this table: whoever changes rows may have taken it away. */
async function* rowsOf(db: Db | Tx, chain: Chain): AsyncGenerator<EntryRow> {
  const of = chain === null ? Prisma.sql`laboratory_id IS NULL` : Prisma.sql`laboratory_id = ${chain}::uuid`;
  let after: { readonly number: string; readonly id: string } | null = null;
  for (;;) {
    const beyond: Prisma.Sql =
      after === null
        ? Prisma.sql`true`
        : Prisma.sql`(number, id) > (${after.number}::bigint, ${after.id}::bigint)`;
    const rows: (EntryRow & { readonly id: string })[] = await readRows(
      db,
      Prisma.sql`SELECT ${Prisma.raw(ENTRY_COLUMNS)} FROM audit_event WHERE ${of} AND ${beyond}
        ORDER BY number, id LIMIT ${PAGE}`,
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last;
  }
}
