import { z } from 'zod';

export const jsonValueSchema = z.json();

/** SHA-256 in hexadecimal digits. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 must be 64 hexadecimal digits');
/** The first part of the SHA-256 of a public key's 32 bytes. */
export const keyIdSchema = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'the id of a key must be 16 hexadecimal digits');
/** An Ed25519 signature: 64 bytes in base64. */
export const ed25519Schema = z.base64().length(88);
/** An Ed25519 public key: 32 bytes in base64. */
export const publicKeySchema = z.base64().length(44);
/** An instant as the database formats it: ISO 8601 in UTC, with microseconds. */
export const exactInstantSchema = z.iso.datetime({ precision: 6 });

/** A key of the installation, published for offline verification. */
export const signingKeySchema = z.strictObject({
  id: keyIdSchema,
  publicKey: publicKeySchema,
  since: z.iso.datetime(),
  /** The endorsement by the next key, which replaced this one; null: the current key. */
  endorsement: z.strictObject({ keyId: keyIdSchema, signature: ed25519Schema }).nullable(),
  /**
   * For heads of the audit trail only; omitted: for decisions, and for heads before there was a separate key.
   */
  use: z.literal('heads').optional(),
  /** Signed by a newer key: signatures by this key from that time on are invalid. Omitted: not revoked. */
  revocation: z
    .strictObject({ revokedAt: z.iso.datetime(), keyId: keyIdSchema, signature: ed25519Schema })
    .optional(),
});
export type SigningKey = z.infer<typeof signingKeySchema>;
