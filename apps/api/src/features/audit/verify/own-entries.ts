import type { ChainFault } from '@curvewell/domain';
import { CHAIN_START, hashOf, linkFault } from '@curvewell/domain/record';

import { ENTRY_COLUMNS, entryOf, type EntryRow } from '../../../audit/audit-chain.ts';
import { MS_PER_ENTRY } from '../../../audit/audit-links.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { recordUse } from '../../../telemetry/used-time.ts';
import { unlike } from './verify-chain.ts';

/** Entries in memory at a time. */
const PAGE = 100;

/** An entry with the stored hashes of its neighbours; null if there is no such entry. */
interface OwnRow extends EntryRow {
  /** The hash of the entry before it. */
  readonly before: string | null;
  /** The hash of this entry as stored in the next one. */
  readonly after: string | null;
  /** The hash that a signature of the run names. */
  readonly signed: string | null;
}

interface Own {
  readonly laboratoryId: string;
  /** Which entries `e` are those of the run. */
  readonly where: Prisma.Sql;
  readonly runId: string;
}

/**
 * Hashes the entries of a run again, and compares them with the stored hashes of the entries before and after each, and
 * with the signatures of the run.
 *
 * @returns the first fault; null if there is none
 */
export async function ownFault(db: Db, { laboratoryId, where, runId }: Own): Promise<ChainFault | null> {
  const of = (number: Prisma.Sql) =>
    Prisma.sql`FROM audit_event o WHERE o.laboratory_id = ${laboratoryId}::uuid AND o.number = ${number}`;
  let last = '-9223372036854775808';
  for (;;) {
    const rows = await readRows<OwnRow>(
      db,
      Prisma.sql`SELECT ${Prisma.raw(ENTRY_COLUMNS)},
          (SELECT max(o.hash) ${of(Prisma.sql`e.number - 1`)}) AS before,
          (SELECT max(o.previous_hash) ${of(Prisma.sql`e.number + 1`)}) AS after,
          (SELECT max(s.entry_hash) FROM signature s
            WHERE s.run_id = ${runId}::uuid AND s.entry_number = e.number) AS signed
        FROM audit_event e WHERE ${where} AND e.number > ${last}::bigint ORDER BY e.number LIMIT ${PAGE}`,
    );
    recordUse(rows.length * MS_PER_ENTRY);
    for (const row of rows) {
      const fault = rowFault(row, laboratoryId);
      if (fault !== null) return fault;
    }
    const end = rows[PAGE - 1];
    if (end === undefined) return null;
    last = end.number;
  }
}

function rowFault(row: OwnRow, chain: string): ChainFault | null {
  const { hash, previous_hash: previousHash, after, signed } = row;
  const number = Number(row.number);
  // Where the entry before it is missing, that one is the fault.
  const start =
    row.before === null
      ? { number: number - 2, hash: previousHash }
      : { number: number - 1, hash: row.before };
  const link = { number, content: hashOf(entryOf(row, chain)), previousHash, hash, entry: null };
  const others = [
    ...(after === null ? [] : [{ number, hash: after, from: 'the entry after it' }]),
    ...(signed === null ? [] : [{ number, hash: signed, from: 'the signature of this run' }]),
  ];
  return linkFault(link, number === 1 ? CHAIN_START : start) ?? unlike(others, link);
}
