import { INSTALLATION, type ChainFault, type ChainState } from '@curvewell/domain';
import type { ChainPlace } from '@curvewell/domain/record';

import { NO_LABORATORY, type Chain } from '../../../audit/audit-chain.ts';
import { verifyLinks, storedLinks } from '../../../audit/audit-links.ts';
import type { Clock } from '../../../clock.ts';
import { readRows, type Db, type Tx } from '../../../database/db.ts';
import type { OwnKeys } from '../../../signing/signing-keys.ts';
import type { HeadFiles } from '../heads/head-files.ts';
import { knownEntries, type KnownEntry } from './known-entries.ts';
import { reconcileKeys } from './reconcile-keys.ts';
import { reconcileRuns } from './reconcile-runs.ts';

export interface TrailDependencies {
  readonly db: Db | Tx;
  readonly clock: Clock;
  readonly signer: OwnKeys;
  readonly headFiles: Pick<HeadFiles, 'read'>;
}

export interface NamedChain {
  readonly chain: Chain;
  /** null: the installation's, or of a laboratory that was deleted. */
  readonly laboratory: string | null;
}

/**
 * Reads every entry of a chain and hashes it again, and compares it with what is known of it elsewhere, and against the
 * the runs and keys that it names. What is added meanwhile is read, too, as long as it fits.
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
  // What a chain records of runs and keys counts only when it is intact.
  const reconciled =
    inItself !== null
      ? null
      : chain === null
        ? await reconcileKeys(db)
        : await reconcileRuns(db, chain, { lastEntry: place.number });
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

export const formatted = (number: number) => number.toLocaleString('en-GB');

/** An entry that is known from elsewhere with another hash: it was changed, and the entries after it were hashed again. */
export function unlike(known: readonly KnownEntry[] = [], { number, hash }: ChainPlace): ChainFault | null {
  const other = known.find((one) => one.hash !== hash);
  return (
    (other && {
      number,
      kind: 'changed',
      text: `Entry ${formatted(number)} is not the one that ${other.from} names: its hash differs.`,
    }) ??
    null
  );
}

/** Entries at the end that are known from elsewhere, and gone. */
export function cutOff(known: readonly KnownEntry[], { number: last }: ChainPlace): ChainFault | null {
  const [first] = known.filter(({ number }) => number > last).sort((a, b) => b.number - a.number);
  if (first === undefined) return null;
  const missing =
    first.number === last + 1
      ? `Entry ${formatted(first.number)} is`
      : `Entries ${formatted(last + 1)} to ${formatted(first.number)} are`;
  return { number: last + 1, kind: 'missing', text: `${missing} missing: ${first.from} names it.` };
}

/** A chain whose head was deleted: the next entry would begin it again. */
function headless(head: ChainPlace | null, { number }: ChainPlace): ChainFault | null {
  if (head !== null || number === 0) return null;
  return { number, kind: 'missing', text: `The head of the chain, entry ${formatted(number)}, is missing.` };
}

/** Where a chain ends by its own account. */
export async function headOf(db: Db | Tx, chain: Chain): Promise<ChainPlace | null> {
  const head = await db.auditHead.findUnique({ where: { chain: chain ?? NO_LABORATORY } });
  return head && { number: Number(head.number), hash: head.hash };
}
