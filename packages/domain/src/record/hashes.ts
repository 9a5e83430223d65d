import { z } from 'zod';

/** Any JSON. */
export const jsonValueSchema = z.json();

/** SHA-256, in hexadecimal digits. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 must be 64 hexadecimal digits');
/** The beginning of the SHA-256 of the 32 bytes of a public key. */
export const keyIdSchema = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'the id of a key must be 16 hexadecimal digits');
/** An Ed25519 signature: 64 bytes in base64. */
export const ed25519Schema = z.base64().length(88);
/** An Ed25519 public key: 32 bytes in base64. */
export const publicKeySchema = z.base64().length(44);
/** An instant as the database writes it, to the microsecond, ISO 8601 in UTC. */
export const exactInstantSchema = z.iso.datetime({ precision: 6 });

/** A key of the installation, as it is published for checks without it. */
export const signingKeySchema = z.strictObject({
  id: keyIdSchema,
  publicKey: publicKeySchema,
  since: z.iso.datetime(),
  /** The key that came after it has signed that it was the one before; null: the one in use. */
  endorsement: z.strictObject({ keyId: keyIdSchema, signature: ed25519Schema }).nullable(),
  /** It signs heads of the audit trail alone; left out: decisions, and heads from before there was a key for them. */
  use: z.literal('heads').optional(),
  /** A newer key has signed that nothing counts that this one signs from then on; left out: it is not revoked. */
  revocation: z
    .strictObject({ revokedAt: z.iso.datetime(), keyId: keyIdSchema, signature: ed25519Schema })
    .optional(),
});
export type SigningKey = z.infer<typeof signingKeySchema>;
