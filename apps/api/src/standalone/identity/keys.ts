import { randomBytes, randomUUID } from 'node:crypto';

import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';

import type { Db } from '../../database/db.ts';

const keysSchema = z.object({
  sign: z.looseObject({ kty: z.literal('RSA'), kid: z.string() }),
  cookie: z.string().min(32),
});

export const SIGNING_ALGORITHM = 'RS256';

export interface ProviderKeys {
  readonly signing: JWK;
  readonly cookie: string;
}

/** The provider's keys, generated at the first start. Concurrent starts agree on them. */
export async function loadProviderKeys(db: Db): Promise<ProviderKeys> {
  const kept = await readKeys(db);
  if (Object.keys(kept).length === 0) {
    const cookie = randomBytes(32).toString('base64url');
    await db.$executeRaw`
      INSERT INTO standalone.identity_key (id, use, secret)
      VALUES ('sign', 'sign', ${JSON.stringify(await createSigningKey())}::jsonb),
        ('cookie', 'cookie', ${JSON.stringify(cookie)}::jsonb)
      ON CONFLICT DO NOTHING`;
  }
  const { sign, cookie } = keysSchema.parse(await readKeys(db));
  return { signing: sign, cookie };
}

async function readKeys(db: Db): Promise<Record<string, unknown>> {
  const keys = await db.$queryRaw<{ use: string; secret: unknown }[]>`
    SELECT use, secret FROM standalone.identity_key`;
  return Object.fromEntries(keys.map(({ use, secret }) => [use, secret]));
}

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg: SIGNING_ALGORITHM };
}

/** The public part of a key. */
export function publicKey({ kty, kid, use, alg, n, e }: JWK): JWK {
  return { kty, kid, use, alg, n, e } as JWK;
}
