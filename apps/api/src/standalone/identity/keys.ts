import { randomBytes, randomUUID } from 'node:crypto';

import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';

import type { Db } from '../../database/db.ts';

const keysSchema = z.object({
  sign: z.looseObject({ kty: z.literal('RSA'), kid: z.string(), n: z.string(), e: z.string() }),
  cookie: z.string().min(32),
});

export type ProviderKeys = z.infer<typeof keysSchema>;

/** The provider's keys, generated at the first start. Concurrent starts agree on them. */
export async function loadProviderKeys(db: Db): Promise<ProviderKeys> {
  const kept = await db.$queryRaw<
    { id: string; secret: unknown }[]
  >`SELECT id, secret FROM standalone.identity_key`;
  if (kept.length > 0)
    return keysSchema.parse(Object.fromEntries(kept.map(({ id, secret }) => [id, secret])));
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const sign = { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg: 'RS256' };
  const cookie = randomBytes(32).toString('base64url');
  await db.$executeRaw`
    INSERT INTO standalone.identity_key (id, use, secret)
    VALUES ('sign', 'sign', ${JSON.stringify(sign)}::jsonb), ('cookie', 'cookie', ${JSON.stringify(cookie)}::jsonb)
    ON CONFLICT DO NOTHING`;
  return loadProviderKeys(db);
}
