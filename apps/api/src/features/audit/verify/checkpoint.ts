import { chainFaultSchema, INSTALLATION, type ChainFault, type ChainState } from '@curvewell/domain';
import { CHAIN_START, isSignedBy, isValidAt, type ChainPlace } from '@curvewell/domain/record';

import { NO_LABORATORY, type Chain } from '../../../audit/audit-chain.ts';
import { transaction, type Db, type Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Signer } from '../../../signing/signer.ts';
import { keyOfHead, readTrustedKeys, type OwnKeys } from '../../../signing/signing-keys.ts';

/** What the last check of a whole chain found. */
export interface Checkpoint {
  /** The last entry that fits. */
  readonly place: ChainPlace;
  readonly fault: ChainFault | null;
  readonly at: string;
}

/** What is signed of it: the database's owner can write rows, and has no key. */
const statementOf = (chain: Chain, { place, fault, at }: Checkpoint, keyId: string) => ({
  format: 'curvewell-chain-checkpoint/1',
  chain: chain ?? INSTALLATION,
  number: place.number,
  hash: place.hash,
  fault,
  at,
  keyId,
});

/** Stores what a check of a whole chain has found, signed with the key for heads. @throws AppError `unavailable` */
export async function keepCheckpoint(
  { db, signer }: { readonly db: Db; readonly signer: Signer },
  chain: Chain,
  { fault, entries, lastHash, checkedAt }: ChainState,
): Promise<void> {
  // The numbers of a chain have no gap up to its first fault.
  const place = { number: entries, hash: lastHash ?? CHAIN_START.hash };
  const { keyId } = signer.heads;
  const signature = await signer.heads.sign(statementOf(chain, { place, fault, at: checkedAt }, keyId));
  const data = { ...place, fault: fault ?? Prisma.DbNull, verifiedAt: checkedAt, keyId, signature };
  const key = { chain: chain ?? NO_LABORATORY };
  await transaction({ db }, (tx) =>
    tx.chainCheckpoint.upsert({ where: key, create: { ...key, ...data }, update: data }),
  );
}

/** The stored checkpoint of a chain, if this installation signed it. */
export async function readCheckpoint(
  { db, signer }: { readonly db: Db | Tx; readonly signer: OwnKeys },
  chain: Chain,
): Promise<Checkpoint | 'missing' | 'not-trusted'> {
  const row = await db.chainCheckpoint.findUnique({ where: { chain: chain ?? NO_LABORATORY } });
  if (row === null) return 'missing';
  const { keyId, signature, hash } = row;
  const { data: fault, success } = chainFaultSchema.nullable().safeParse(row.fault);
  const at = row.verifiedAt.toISOString();
  const key = keyOfHead(await readTrustedKeys(db, signer), signer, { head: { keyId, at } });
  if (!success || key === undefined || !isValidAt(key, at)) return 'not-trusted';
  const checkpoint = { place: { number: Number(row.number), hash }, fault, at };
  return isSignedBy(key.publicKey, statementOf(chain, checkpoint, keyId), signature)
    ? checkpoint
    : 'not-trusted';
}
