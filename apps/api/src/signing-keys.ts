import type { SigningKey } from '@curvewell/contracts';
import { endorsedKey, trustedKeys, type TrustedKey } from '@curvewell/contracts/record';

import { recordAudit } from './audit.ts';
import type { Clock } from './clock.ts';
import { transaction, type Db, type Tx } from './db.ts';
import { AppError } from './errors.ts';
import type { Signer } from './signing.ts';

/**
 * Notes the key in use beside those before it, and signs that they were. A key that another has taken over from stays a
 * former one: a process that still has it changes nothing.
 *
 * @throws Error when the key was revoked: nothing that it signs counts
 */
export async function keepSigningKey(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  signer: Signer,
): Promise<void> {
  await transaction({ db, on: 'signing-key' }, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtext('signing-key'))`;
    const { keyId: id, publicKey } = signer;
    const keys = await readSigningKeys(tx);
    const kept = keys.find((key) => key.id === id);
    if (kept?.revocation !== undefined) throw new Error(revokedText(kept.id, kept.revocation.revokedAt));
    if (kept !== undefined) return;
    const former = keys.filter(({ endorsement }) => endorsement === null);
    await tx.signingKey.create({ data: { id, publicKey, since: clock.now() } });
    for (const key of former) {
      await tx.signingKey.update({
        where: { id: key.id },
        data: { endorsedBy: id, endorsement: signer.sign(endorsedKey(key)) },
      });
    }
    await recordAudit(
      tx,
      { userId: null, name: 'Curvewell', laboratory: null },
      {
        action: 'signingKey.take',
        entity: 'signingKey',
        entityId: id,
        details: { publicKey, from: former.map((key) => key.id), to: id },
      },
    );
  });
}

/** All keys that this installation has had. */
export async function readSigningKeys(db: Db | Tx): Promise<SigningKey[]> {
  const rows = await db.signingKey.findMany({ orderBy: { since: 'asc' } });
  return rows.map(({ id, publicKey, since, endorsedBy, endorsement, revokedAt, revokedBy, revocation }) => ({
    ...{ id, publicKey, since: since.toISOString() },
    endorsement:
      endorsedBy === null || endorsement === null ? null : { keyId: endorsedBy, signature: endorsement },
    ...(revokedAt !== null && {
      revocation: {
        revokedAt: revokedAt.toISOString(),
        ...{ keyId: revokedBy ?? '', signature: revocation ?? '' },
      },
    }),
  }));
}

/** Refuses to sign with a key that was revoked while this process runs. @throws AppError `unavailable` */
export async function refuseRevoked(tx: Tx, { keyId }: Pick<Signer, 'keyId'>): Promise<void> {
  const key = await tx.signingKey.findUnique({ where: { id: keyId }, select: { revokedAt: true } });
  if (key !== null && key.revokedAt !== null)
    throw new AppError('unavailable', revokedText(keyId, key.revokedAt.toISOString()));
}

const revokedText = (id: string, since: string) =>
  `The signing key ${id} of this process is revoked since ${since}: set SIGNING_KEY to another one and start again.`;

/** Of those the ones that the key in use vouches for. */
export async function readTrustedKeys(
  db: Db | Tx,
  { publicKey }: Pick<Signer, 'publicKey'>,
): Promise<Map<string, TrustedKey>> {
  return trustedKeys(await readSigningKeys(db), publicKey);
}
