import type { SigningKey } from '@curvewell/contracts';
import { endorsedKey, trustedKeys } from '@curvewell/contracts/record';

import { recordAudit } from './audit.ts';
import type { Clock } from './clock.ts';
import { transaction, type Db, type Tx } from './db.ts';
import type { Signer } from './signing.ts';

/**
 * Notes the key in use beside those before it, and signs that they were. A key that another has taken over from stays a
 * former one: a process that still has it changes nothing.
 */
export async function keepSigningKey(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  signer: Signer,
): Promise<void> {
  await transaction({ db, on: 'signing-key' }, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtext('signing-key'))`;
    const { keyId: id, publicKey } = signer;
    const keys = await readSigningKeys(tx);
    if (keys.some((key) => key.id === id)) return;
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
  return rows.map(({ id, publicKey, since, endorsedBy, endorsement }) => ({
    ...{ id, publicKey, since: since.toISOString() },
    endorsement:
      endorsedBy === null || endorsement === null ? null : { keyId: endorsedBy, signature: endorsement },
  }));
}

/** Of those the ones that the key in use vouches for. */
export async function readTrustedKeys(
  db: Db | Tx,
  { publicKey }: Pick<Signer, 'publicKey'>,
): Promise<Map<string, SigningKey>> {
  return trustedKeys(await readSigningKeys(db), publicKey);
}
