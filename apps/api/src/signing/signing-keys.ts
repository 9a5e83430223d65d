import type { SignedHead, SigningKey } from '@curvewell/domain';
import { endorsedKey, headKey, keyIdOf, trustedKeys, type TrustedKey } from '@curvewell/domain/record';

import type { Dependencies } from '../dependencies.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Clock } from '../clock.ts';
import { transaction, type Db, type Tx } from '../database/db.ts';
import { AppError } from '../errors.ts';
import type { Signer } from './signer.ts';

/**
 * Stores the current key and its endorsement of earlier keys. A key that was replaced stays a former one,
 * even if a process still uses it.
 *
 * @throws Error when the key was revoked, since its signatures are invalid
 */
export async function keepSigningKey({ db, clock }: Dependencies, signer: Signer): Promise<void> {
  await transaction({ db, on: 'signing-key' }, async (tx) => {
    await takeKey(tx, { clock, signer });
    await takeHeadKey(tx, { clock, signer });
  });
}

interface Taking {
  readonly clock: Clock;
  readonly signer: Signer;
}
const INSTALLATION_ITSELF = { userId: null, name: 'Curvewell', laboratory: null };

async function takeKey(tx: Tx, { clock, signer }: Taking): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtext('signing-key'))`;
  const { keyId: id, publicKey } = signer;
  const keys = await readSigningKeys(tx);
  const kept = keys.find((key) => key.id === id);
  if (kept?.revocation !== undefined) throw new Error(revokedText(kept.id, kept.revocation.revokedAt));
  if (kept?.use === 'heads')
    throw new Error('SIGNING_KEY has signed audit heads. Create another key for decisions.');
  if (kept !== undefined) return;
  // Keys for heads need an endorsement by a key that is not revoked, such as this one.
  const former = keys.filter(({ endorsement, use }) => endorsement === null || use === 'heads');
  await tx.signingKey.create({ data: { id, publicKey, since: clock.now() } });
  for (const key of former) {
    await tx.signingKey.update({
      where: { id: key.id },
      data: { endorsedBy: id, endorsement: await signer.sign(endorsedKey(key)) },
    });
  }
  await recordAudit(tx, INSTALLATION_ITSELF, {
    action: 'signingKey.take',
    entity: 'signingKey',
    entityId: id,
    details: { publicKey, from: former.filter(({ use }) => use === undefined).map((key) => key.id), to: id },
  });
}

async function takeHeadKey(tx: Tx, { clock, signer }: Taking): Promise<void> {
  const { keyId: id, publicKey } = signer.heads;
  await refuseHeadSigner(tx, signer);
  if (id === signer.keyId) return;
  const keys = await readSigningKeys(tx);
  const known = keys.find((key) => key.id === id);
  if (known?.use === 'heads') return;
  if (known !== undefined)
    throw new Error('AUDIT_HEADS_SIGNING_KEY has signed decisions. Create another key for audit heads.');
  const key = { id, publicKey, since: clock.now(), use: 'heads' } as const;
  const endorsement = await signer.sign(endorsedKey({ ...key, since: key.since.toISOString() }));
  await tx.signingKey.create({ data: { ...key, endorsedBy: signer.keyId, endorsement } });
  const from = keys.filter(({ use }) => use === 'heads').map((former) => former.id);
  await recordAudit(tx, INSTALLATION_ITSELF, {
    action: 'signingKey.take',
    entity: 'signingKey',
    entityId: id,
    details: { publicKey, use: 'heads', from, to: id },
  });
}

/**
 * Refuses to sign heads with a key that was revoked or replaced, because such heads are invalid.
 *
 * @throws AppError `unavailable`
 */
export async function refuseHeadSigner(tx: Db | Tx, { keyId, heads }: Signer): Promise<void> {
  await refuseRevoked(tx, heads);
  if (heads.keyId === keyId && (await tx.signingKey.count({ where: { use: 'heads' } })) > 0)
    throw new AppError(
      'unavailable',
      'Audit heads are signed with a separate key. Set AUDIT_HEADS_SIGNING_KEY to it.',
    );
}

/** The public keys in the settings of a process. */
export type OwnKeys = Pick<Signer, 'publicKey'> & { readonly heads?: Pick<Signer, 'publicKey'> };

/** The key of a head, if it may sign heads; includes keys of this process that the database has lost. */
export function keyOfHead(
  keys: ReadonlyMap<string, TrustedKey>,
  signer: OwnKeys,
  { head }: { readonly head: Pick<SignedHead['head'], 'keyId' | 'at'> },
): Pick<TrustedKey, 'publicKey' | 'revokedAt'> | undefined {
  if (keys.has(head.keyId)) return headKey(keys, head);
  const own = [signer, signer.heads].find((one) => one && keyIdOf(one.publicKey) === head.keyId);
  return own && { publicKey: own.publicKey, revokedAt: null };
}

export async function readSigningKeys(db: Db | Tx): Promise<SigningKey[]> {
  const rows = await db.signingKey.findMany({ orderBy: { since: 'asc' } });
  return rows.map(
    ({ id, publicKey, since, endorsedBy, endorsement, revokedAt, revokedBy, revocation, use }) => ({
      id,
      publicKey,
      since: since.toISOString(),
      endorsement:
        endorsedBy === null || endorsement === null ? null : { keyId: endorsedBy, signature: endorsement },
      ...(use === 'heads' && { use }),
      ...(revokedAt !== null && {
        revocation: {
          revokedAt: revokedAt.toISOString(),
          keyId: revokedBy ?? '',
          signature: revocation ?? '',
        },
      }),
    }),
  );
}

/** Refuses to sign with a key that was revoked while the process runs. @throws AppError `unavailable` */
export async function refuseRevoked(tx: Db | Tx, { keyId }: Pick<Signer, 'keyId'>): Promise<void> {
  const key = await tx.signingKey.findUnique({ where: { id: keyId }, select: { revokedAt: true } });
  if (key !== null && key.revokedAt !== null)
    throw new AppError('unavailable', revokedText(keyId, key.revokedAt.toISOString()));
}

const revokedText = (id: string, since: string) =>
  `The signing key ${id} of this process was revoked from ${since} on. Set another key and start again.`;

/** The keys that the current key endorses. */
export async function readTrustedKeys(
  db: Db | Tx,
  { publicKey }: Pick<Signer, 'publicKey'>,
): Promise<Map<string, TrustedKey>> {
  return trustedKeys(await readSigningKeys(db), publicKey);
}
