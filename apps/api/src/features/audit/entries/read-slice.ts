import { INSTALLATION, type ChainLink } from '@curvewell/domain';
import type { ChainPlace } from '@curvewell/domain/record';

import type { Chain } from '../../../audit/audit-chain.ts';
import { disclosedLink, ofChain, storedLinks } from '../../../audit/audit-links.ts';
import type { Clock } from '../../../clock.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { WAIT_FOR_DISK } from '../../../database/early-commit.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Signer } from '../../../signing/signer.ts';
import { signHead } from '../heads/signed-head.ts';

export interface SliceDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly signer: Signer;
}

interface Slice {
  readonly chain: Chain;
  /** Condition on entries `e` to disclose; of the others only the hashes are included. */
  readonly where: Prisma.Sql;
  readonly numbers: { readonly first: number; readonly last: number };
}

/** Streams a slice as JSON (`auditSliceSchema`), with only part of it in memory. */
export async function* sliceTexts(
  dependencies: SliceDependencies,
  { chain, ...query }: Slice,
): AsyncGenerator<string> {
  yield `{"format":"curvewell-audit-slice/1","chain":${JSON.stringify(chain ?? INSTALLATION)},"links":[`;
  let last: ChainPlace | null = null;
  for await (const link of storedLinks((sql) => readRows(dependencies.db, sql), { chain, ...query })) {
    yield `${last === null ? '' : ','}${JSON.stringify(disclosedLink(link) satisfies ChainLink)}`;
    last = link;
  }
  if (last === null) throw new Error('the audit trail has no entry about this record');
  await requireOnDisk(dependencies.db, chain, last);
  yield `],"head":${JSON.stringify(await signHead(dependencies, { ...last, chain }))}}`;
}

/** A signed head must not name an entry that a crash can still lose. @throws Error when it has been lost */
async function requireOnDisk(db: Db, chain: Chain, { number, hash }: ChainPlace): Promise<void> {
  const kept = await readRows<{ at: string }>(
    db,
    Prisma.sql`SELECT ${Prisma.raw(WAIT_FOR_DISK)}::text AS at FROM audit_event e
      WHERE ${ofChain(chain)} AND e.number = ${number}::bigint AND e.hash = ${hash}`,
  );
  if (kept.length === 0) throw new Error('the last entry of the slice is no longer stored');
}

/**
 * The audit entries of one run, with the hashes of the entries between, so that they can be verified without
 * disclosing the others.
 */
export async function* runSliceTexts(
  dependencies: SliceDependencies,
  { runId, laboratoryId }: { readonly runId: string; readonly laboratoryId: string },
): AsyncGenerator<string> {
  const where = Prisma.sql`e.laboratory_id = ${laboratoryId}::uuid AND e.entity = 'run' AND e.entity_id = ${runId}`;
  const [numbers] = await readRows<{ first: number; last: number }>(
    dependencies.db,
    Prisma.sql`SELECT min(e.number)::float8 AS first, max(e.number)::float8 AS last FROM audit_event e WHERE ${where}`,
  );
  if (numbers === undefined) throw new Error('the audit trail has no entry of this run');
  yield* sliceTexts(dependencies, { chain: laboratoryId, where, numbers });
}
