import { INSTALLATION, type ChainState, type SignedHead } from '@curvewell/domain';
import { isHeadValid } from '@curvewell/domain/record';

import { z } from 'zod';

import type { Db, Tx } from '../../../database/db.ts';
import { keyOfHead, readTrustedKeys, type OwnKeys } from '../../../signing/signing-keys.ts';

/** A place outside of the database that keeps heads of the audit trail. */
export interface HeadPlace {
  /** Of which it keeps heads. */
  chains(): Promise<ChainState['chain'][]>;
  /** The last one that was kept of a chain; null: there is none, or it cannot be read as one. */
  newest(chain: ChainState['chain']): Promise<SignedHead | null>;
  keep(signed: SignedHead): Promise<void>;
  /** Keeps the time stamp of a head beside it. */
  keepStamp(signed: SignedHead, token: Uint8Array): Promise<void>;
}

const confirmedSchema = z.object({ heads: z.array(z.object({ hash: z.string() })) });

/** Hashes of heads that somebody has confirmed to be missing in the database: the audit trail records who, and why. */
export async function confirmedHeads(db: Db | Tx): Promise<ReadonlySet<string>> {
  const entries = await db.auditEvent.findMany({
    where: { laboratoryId: null, action: 'installation.confirm-rolled-back' },
    select: { details: true },
  });
  return new Set(
    entries.flatMap(({ details }) => {
      const { data } = confirmedSchema.safeParse(details);
      return data?.heads.map(({ hash }) => hash) ?? [];
    }),
  );
}

interface Dependencies {
  readonly db: Db | Tx;
  readonly signer: OwnKeys;
}

/**
 * Those heads, signed by this installation, whose entry is not in the database, or is another one: the database was set
 * back, or the end of a trail was cut off. Without those that somebody has confirmed.
 */
export async function missingHeads(
  { db, signer }: Dependencies,
  heads: readonly SignedHead[],
): Promise<SignedHead[]> {
  const [keys, confirmed] = [await readTrustedKeys(db, signer), await confirmedHeads(db)];
  const missing: SignedHead[] = [];
  for (const signed of heads) {
    const { chain, number, hash } = signed.head;
    if (number === 0 || confirmed.has(hash)) continue;
    const key = keyOfHead(keys, signer, signed);
    if (key === undefined || !isHeadValid(signed, key)) continue;
    const laboratoryId = chain === INSTALLATION ? null : chain;
    const entry = await db.auditEvent.findFirst({ where: { laboratoryId, number }, select: { hash: true } });
    if (entry?.hash !== hash) missing.push(signed);
  }
  return missing;
}
