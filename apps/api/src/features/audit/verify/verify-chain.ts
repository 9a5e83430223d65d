import { type ChainFault, type ChainState, INSTALLATION } from '@curvewell/domain';
import type { ChainPlace } from '@curvewell/domain/record';
import { z } from 'zod';

import { type Chain, NO_LABORATORY } from '../../../audit/audit-chain.ts';
import { storedLinks, verifyLinks } from '../../../audit/audit-links.ts';
import type { Clock } from '../../../clock.ts';
import { type Db, readRows, type Tx } from '../../../database/db.ts';
import type { OwnKeys } from '../../../signing/signing-keys.ts';
import type { HeadFiles } from '../heads/head-files.ts';
import { knownEntries, type KnownEntry } from './known-entries.ts';
import { reconcileRuns } from './reconcile-runs.ts';

const revocationSchema = z.object({ to: z.object({ revokedAt: z.iso.datetime() }) });

/**
 * A key that the installation's chain records as revoked, and whose stored revocation is missing or later. Null:
 * none.
 */
async function reconcileKeys(db: Db | Tx): Promise<ChainFault | null> {
  const entries = await db.auditEvent.findMany({
    where: { laboratoryId: null, action: 'signingKey.revoke' },
    orderBy: { number: 'asc' },
    select: { number: true, entityId: true, details: true },
  });
  if (entries.length === 0) return null;
  const keys = new Map((await db.signingKey.findMany()).map(({ id, revokedAt }) => [id, revokedAt]));
  for (const { number, entityId, details } of entries) {
    const { revokedAt } = revocationSchema.parse(details).to;
    const found = keys.get(entityId ?? '') ?? null;
    if (found !== null && found <= new Date(revokedAt)) continue;
    const now = found === null ? 'is not revoked' : `is revoked from ${found.toISOString()} on`;
    return {
      number: Number(number),
      kind: 'key',
      text: `Entry ${Number(number).toLocaleString('en-GB')} revokes the signing key ${entityId ?? ''} from ${revokedAt} on, but the key ${now}.`,
    };
  }
  return null;
}

export interface TrailDependencies {
  readonly db: Db | Tx;
  readonly clock: Clock;
  readonly signer: OwnKeys;
  readonly headFiles: Pick<HeadFiles, 'read'>;
}

export interface NamedChain {
  readonly chain: Chain;
  /** Null: the installation, or a deleted laboratory. */
  readonly laboratory: string | null;
}

/**
 * Reads and hashes every entry of a chain, and compares the chain with known entries and with the runs and keys
 * that it names. Entries added meanwhile are verified too.
 */
export async function verifyChain(
  dependencies: TrailDependencies,
  { chain, laboratory }: NamedChain,
): Promise<ChainState> {
  const { db, clock } = dependencies;
  const { known, fault: fromElsewhere } = await knownEntries(dependencies, chain);
  const head = await headOf(db, chain);
  const expected = [...known, ...(head === null ? [] : [{ ...head, from: 'the head of the chain' }])];
  const awaited = Map.groupBy(expected, ({ number }) => number);
  const links = storedLinks((sql) => readRows(db, sql), { chain });
  const { place, fault, last, ...counted } = await verifyLinks(links, (link) =>
    unlike(awaited.get(link.number), link),
  );
  const inItself = fault ?? cutOff(expected, place) ?? headless(head, place) ?? fromElsewhere;
  // What a chain records about runs and keys is valid only while the chain is intact.
  const reconciled =
    inItself !== null
      ? null
      : chain === null
        ? await reconcileKeys(db)
        : await reconcileHere(db, chain, place.number);
  return {
    chain: chain ?? INSTALLATION,
    laboratory,
    fault: inItself ?? reconciled,
    ...counted,
    lastHash: last === null ? null : place.hash,
    lastAt: last?.at ?? null,
    checkedAt: clock.now().toISOString(),
  };
}

/** The runs of a laboratory that lives elsewhere are compared there. */
async function reconcileHere(db: Db | Tx, chain: string, lastEntry: number): Promise<ChainFault | null> {
  const away = await db.laboratory.count({ where: { id: chain, moveState: 'elsewhere' } });
  return away > 0 ? null : reconcileRuns(db, chain, { lastEntry });
}

export const formatted = (number: number) => number.toLocaleString('en-GB');

/** A known entry with another hash: the entry was changed, and those after it were hashed again. */
export function unlike(known: readonly KnownEntry[] = [], { number, hash }: ChainPlace): ChainFault | null {
  const other = known.find((one) => one.hash !== hash);
  return (
    (other && {
      number,
      kind: 'changed',
      text: `Entry ${formatted(number)} is not the one that ${other.from} names: its seal differs.`,
    }) ??
    null
  );
}

/** Known entries that are missing at the end. */
export function cutOff(known: readonly KnownEntry[], { number: last }: ChainPlace): ChainFault | null {
  const [first] = known.filter(({ number }) => number > last).sort((a, b) => b.number - a.number);
  if (first === undefined) return null;
  const missing =
    first.number === last + 1
      ? `Entry ${formatted(first.number)} is`
      : `Entries ${formatted(last + 1)} to ${formatted(first.number)} are`;
  return {
    number: last + 1,
    kind: 'missing',
    text: `${missing} missing: ${first.from} names entry ${formatted(first.number)}.`,
  };
}

/** A chain whose head was deleted; the next entry would start a new chain. */
function headless(head: ChainPlace | null, { number }: ChainPlace): ChainFault | null {
  if (head !== null || number === 0) return null;
  return {
    number,
    kind: 'missing',
    text: `The newest entry of the audit trail, ${formatted(number)}, is missing.`,
  };
}

/** Where a chain ends by its own account. */
export async function headOf(db: Db | Tx, chain: Chain): Promise<ChainPlace | null> {
  const head = await db.auditHead.findUnique({ where: { chain: chain ?? NO_LABORATORY } });
  return head && { number: Number(head.number), hash: head.hash };
}
