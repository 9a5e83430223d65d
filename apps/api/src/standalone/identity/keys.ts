import { randomBytes, randomUUID } from 'node:crypto';

import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';

import { type Db, transaction } from '../../database/db.ts';

const jwkSchema = z.looseObject({ kty: z.literal('RSA'), kid: z.string() });
const cookieKeySchema = z.string().min(32);

export const SIGNING_ALGORITHM = 'RS256';

export interface ProviderKeys {
  /** Private keys; the newest comes first and signs. */
  readonly signing: readonly JWK[];
  readonly cookie: readonly string[];
}

/** The provider's keys, made at the first start. Two processes that start together agree on one. */
export async function loadProviderKeys(db: Db): Promise<ProviderKeys> {
  if ((await db.identityKey.count()) === 0) {
    // Made before the table is locked: that takes a while.
    const signingKey = await createSigningKey();
    await transaction({ db }, async (tx) => {
      await tx.$executeRaw`LOCK TABLE identity_key IN EXCLUSIVE MODE`;
      if ((await tx.identityKey.count()) > 0) return;
      await tx.identityKey.create({ data: { id: randomUUID(), use: 'sign', secret: signingKey } });
      const cookieKey = randomBytes(32).toString('base64url');
      await tx.identityKey.create({ data: { id: randomUUID(), use: 'cookie', secret: cookieKey } });
    });
  }

  const keys = await db.identityKey.findMany({ orderBy: { createdAt: 'desc' } });
  return {
    signing: keys.filter(({ use }) => use === 'sign').map(({ secret }) => jwkSchema.parse(secret)),
    cookie: keys.filter(({ use }) => use === 'cookie').map(({ secret }) => cookieKeySchema.parse(secret)),
  };
}

async function createSigningKey() {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg: SIGNING_ALGORITHM };
}

/** What others may see of a key. */
export function publicKey({ kty, kid, use, alg, n, e }: JWK): JWK {
  return { kty, kid, use, alg, n, e } as JWK;
}
