import { INSTALLATION, type ChainState, type SignedHead } from '@curvewell/domain';
import { isHeadValid } from '@curvewell/domain/record';

import { z } from 'zod';

import type { Db, Tx } from '../../../database/db.ts';
import { keyOfHead, readTrustedKeys, type OwnKeys } from '../../../signing/signing-keys.ts';

/** A place outside the database that stores heads of the audit trail. */
export interface HeadPlace {
  /** The chains that have heads here. */
  chains(): Promise<ChainState['chain'][]>;
  /** The newest stored head of a chain; null: none, or unreadable. */
  newest(chain: ChainState['chain']): Promise<SignedHead | null>;
  keep(signed: SignedHead): Promise<void>;
  /** Stores the time stamp of a head beside it. */
  keepStamp(signed: SignedHead, token: Uint8Array): Promise<void>;
}

const confirmedSchema = z.object({ heads: z.array(z.object({ hash: z.string() })) });

/** Hashes of missing heads that a user has confirmed; the audit trail records the user and the reason. */
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

/**
 * Heads signed by this installation whose entry is missing from the database or differs: the database was rolled
 * back, or the end of a trail was cut off. Excludes confirmed heads.
 */
export async function missingHeads(
  { db, signer }: { readonly db: Db | Tx; readonly signer: OwnKeys },
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
