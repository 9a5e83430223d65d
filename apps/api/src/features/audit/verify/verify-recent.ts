import type { RunTrailState, WholeCheck } from '@curvewell/contracts';
import type { ChainFault, ChainState } from '@curvewell/domain';
import { CHAIN_START, type ChainPlace } from '@curvewell/domain/record';

import { storedLinks, verifyLinks } from '../../../audit/audit-links.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { HeadFiles } from '../heads/head-files.ts';
import { readCheckpoint, type Checkpoint } from './checkpoint.ts';
import { knownEntries, type KnownEntry } from './known-entries.ts';
import { cutOff, formatted, headOf, unlike, type TrailDependencies } from './verify-chain.ts';
import { verifyLately } from './verify-lately.ts';

/** The most entries hashed when a history is opened: a quarter of a second, in pages of a few milliseconds. */
export const MOST_RECENT = 5_000;
/** The whole chain is checked each night; a check older than this is reported as old. */
const OLD_AFTER_MS = 3 * 24 * 3_600_000;

export type RecentState = Pick<RunTrailState, 'fault' | 'whole' | 'since' | 'unverified'>;

export interface RecentDependencies extends TrailDependencies {
  readonly db: Db;
  readonly headFiles: Pick<HeadFiles, 'read' | 'newest'>;
}

interface Verification {
  readonly chain: string;
  readonly laboratory: string;
  /** Verify the whole chain, even if it was verified recently. */
  readonly again: boolean;
}

/**
 * Verifies a chain without reading all of it: takes the result of the last check of the whole chain, and hashes the
 * entries after it. A short chain without such a check is read whole.
 */
export async function verifyRecent(
  dependencies: RecentDependencies,
  { chain, laboratory, again }: Verification,
): Promise<RecentState> {
  const { db, clock, signer, headFiles } = dependencies;
  const whole = async () => ofWhole(await verifyLately(dependencies, { chain, laboratory, again }));
  if (again) return whole();
  const checkpoint = await readCheckpoint(dependencies, chain);
  const begun = await headOf(db, chain);
  const isStored = typeof checkpoint !== 'string';
  if (begun === null || (!isStored && begun.number <= MOST_RECENT)) return whole();
  const stored = isStored ? checkpoint : null;
  if (stored?.fault) return { ...ofStored(stored, 'broken'), fault: stored.fault };

  const age = stored === null ? 0 : clock.now().getTime() - Date.parse(stored.at);
  const checked: RecentState = !isStored
    ? { fault: null, whole: { state: checkpoint, at: null, number: null }, since: null, unverified: null }
    : ofStored(checkpoint, age > OLD_AFTER_MS ? 'old' : 'intact');
  const reached = stored?.place.number ?? 0;
  const before = Math.max(reached, begun.number - MOST_RECENT);
  // The newest head alone: its hash follows from every entry before it.
  const newest = async () => {
    const signed = await headFiles.newest(chain);
    return signed === null ? [] : [{ day: signed.head.at.slice(0, 10), signed }];
  };
  const { known, fault: wrongHead } = await knownEntries(
    // Not a copy of the dependencies: the server inherits its parts, which a copy lacks.
    { db, signer, headFiles: { read: newest } },
    chain,
    before,
  );
  // After the others: what they name was in the chain by then.
  const head = (await headOf(db, chain)) ?? begun;
  const expected = [
    ...known,
    { ...head, from: 'the head of the chain' },
    ...(stored ? [knownBy(stored)] : []),
  ];
  const fault = (await tailFault(db, { chain, before, last: head.number, expected })) ?? wrongHead;
  return {
    ...checked,
    fault,
    since: head.number > before ? { first: before + 1, last: head.number } : null,
    unverified: before > reached ? { first: reached + 1, last: before } : null,
  };
}

/** The state after reading the whole chain. */
function ofWhole({ fault, checkedAt, entries }: ChainState): RecentState {
  const state = fault === null ? 'intact' : 'broken';
  return { fault, whole: { state, at: checkedAt, number: entries }, since: null, unverified: null };
}

const ofStored = ({ at, place }: Checkpoint, state: WholeCheck['state']): RecentState => ({
  fault: null,
  whole: { state, at, number: place.number },
  since: null,
  unverified: null,
});

const knownBy = ({ place, at }: Checkpoint): KnownEntry => ({
  ...place,
  from: `the check of the whole audit trail on ${at.slice(0, 10)}`,
});

interface Tail {
  readonly chain: string;
  /** The entry before the first one that is read. */
  readonly before: number;
  readonly last: number;
  readonly expected: readonly KnownEntry[];
}

/** Reads the end of a chain, and compares entries before it that are known from elsewhere by their stored hashes alone. */
async function tailFault(db: Db, { chain, before, last, expected }: Tail): Promise<ChainFault | null> {
  const earlier = expected.filter(({ number }) => number > 0 && number <= before);
  const numbers = [...new Set([before, ...earlier.map(({ number }) => number)])];
  const rows = await readRows<{ number: number; hash: string }>(
    db,
    Prisma.sql`SELECT e.number::float8 AS number, e.hash FROM audit_event e
      WHERE e.laboratory_id = ${chain}::uuid AND e.number = ANY(${numbers}::bigint[]) ORDER BY e.number`,
  );
  const stored = new Map<number, ChainPlace>(rows.map((row) => [row.number, row]));
  for (const one of earlier) {
    const place = stored.get(one.number);
    const fault = place === undefined ? missing(one.number, one.from) : unlike([one], place);
    if (fault !== null) return fault;
  }
  const start = before === 0 ? CHAIN_START : stored.get(before);
  if (start === undefined) return missing(before, 'the head of the chain');
  const awaited = Map.groupBy(expected, ({ number }) => number);
  const links = storedLinks((sql) => readRows(db, sql), { chain, numbers: { first: before + 1, last } });
  const { place, fault } = await verifyLinks(links, (link) => unlike(awaited.get(link.number), link), start);
  return fault ?? cutOff(expected, place);
}

const missing = (number: number, from: string): ChainFault => ({
  number,
  kind: 'missing',
  text: `Entry ${formatted(number)} is missing: ${from} names it.`,
});
