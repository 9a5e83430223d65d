import { revokedKey, trustedKeys } from '@curvewell/domain/record';

import { recordAudit, type AuditActor } from '../audit/record-audit.ts';
import type { Clock } from '../clock.ts';
import { transaction, type Db } from '../database/db.ts';
import { AppError, notFound } from '../errors.ts';
import type { Signer } from './signer.ts';
import { readSigningKeys } from './signing-keys.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  /** The signer with the current key. */
  readonly signer: Signer;
}

interface Revoked {
  readonly keyId: string;
  /** Signatures by the key from this time on are invalid. */
  readonly revokedAt: Date;
  readonly reason: string;
}

/**
 * Revokes a former signing key. The revocation is signed by the current key and audited. A further revocation
 * of the same key must have an earlier time.
 *
 * @throws AppError `not-found` for a key that this installation never had; `illegal-transition` for the
 * current key, a signer without the current key, a time in the future, or one not before that of an earlier
 * revocation
 */
export async function revokeKey(
  { db, clock, signer }: Dependencies,
  actor: AuditActor,
  { keyId, revokedAt, reason }: Revoked,
): Promise<void> {
  const refuse = (why: string) => new AppError('illegal-transition', why);
  if (revokedAt > clock.now()) throw refuse('The time of a revocation cannot be in the future.');
  await transaction({ db, on: 'signing-key' }, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtext('signing-key'))`;
    const keys = await readSigningKeys(tx);
    const inUse = keys.find(({ endorsement }) => endorsement === null);
    if (inUse?.id !== signer.keyId)
      throw refuse('SIGNING_KEY is not the current key. Only the current key can revoke others.');
    if (keyId === signer.keyId)
      throw refuse(
        'This is the current key. Set SIGNING_KEY to a new key and start the product, then revoke this one.',
      );
    const key = trustedKeys(keys, signer.publicKey).get(keyId);
    if (key === undefined) throw notFound('signing key');
    const former = key.revocation?.revokedAt ?? null;
    if (former !== null && Date.parse(former) <= revokedAt.getTime())
      throw refuse(`The key has already been revoked, from ${former} on.`);
    const at = revokedAt.toISOString();
    const signature = await signer.sign(revokedKey(key, at));
    await tx.signingKey.update({
      where: { id: keyId },
      data: { revokedAt, revokedBy: signer.keyId, revocation: signature },
    });
    await recordAudit(
      tx,
      { ...actor, laboratory: null },
      {
        action: 'signingKey.revoke',
        entity: 'signingKey',
        entityId: keyId,
        details: {
          reason,
          from: { revokedAt: former },
          to: { revokedAt: at },
          publicKey: key.publicKey,
          by: signer.keyId,
          signature,
        },
      },
    );
  });
}
