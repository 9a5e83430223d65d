import { z } from 'zod';

import { idSchema, instantSchema, namedSchema } from '../text/fields.ts';
import { chainNameSchema } from './audit-entry.ts';
import { ed25519Schema, keyIdSchema, sha256Schema } from './hashes.ts';

export const SIGNATURE_MEANING = {
  APPROVED: 'reviewed and approved',
  REJECTED: 'reviewed and rejected',
} as const;

/** Days before a signature for which changes of access to the signer's account are listed. */
export const ACCOUNT_CHANGE_DAYS = 30;

/**
 * A change of access to an account: the mail address, the password, another factor (a one-time password, a
 * passkey), the account at the provider, or a session that an administrator of the provider opened in the
 * user's name.
 */
export const accountChangeSchema = z.strictObject({
  what: z.enum(['password', 'email', 'account', 'credential', 'impersonation']),
  at: instantSchema,
  /** Whether another person made it. */
  byOther: z.boolean(),
});
export type AccountChange = z.infer<typeof accountChangeSchema>;

/** What is signed: a person, a time and a meaning, bound to a record and to an audit entry. */
export const signatureStatementSchema = z.strictObject({
  format: z.literal('curvewell-signature/1'),
  runId: idSchema,
  laboratory: namedSchema.strict(),
  signer: z.strictObject({ id: idSchema, name: z.string(), role: z.string() }),
  decision: z.enum(['APPROVED', 'REJECTED']),
  meaning: z.enum([SIGNATURE_MEANING.APPROVED, SIGNATURE_MEANING.REJECTED]),
  at: instantSchema,
  /** When the signer signed in for this signature; null: not required by the laboratory. */
  signedInAt: instantSchema.nullable(),
  /** Changes of access to the signer's account in the 30 days before; omitted: not recorded then. */
  accountChanges: z.array(accountChangeSchema).max(20).optional(),
  /**
   * Whether changes at an external identity provider are included; omitted: the embedded provider, or not
   * recorded then.
   */
  providerEvents: z.enum(['read', 'not-known']).optional(),
  softwareVersion: z.string(),
  /** SHA-256 of the canonical JSON of the decision record. */
  recordHash: sha256Schema,
  /** The audit entry of the decision, in the laboratory's chain. */
  entry: z.strictObject({ chain: chainNameSchema, number: z.int().min(1), hash: sha256Schema }),
  keyId: keyIdSchema,
});
export type SignatureStatement = z.infer<typeof signatureStatementSchema>;

/** A statement with the Ed25519 signature over its canonical JSON. */
export const signatureSchema = z.strictObject({
  statement: signatureStatementSchema,
  signature: ed25519Schema,
});
export type Signature = z.infer<typeof signatureSchema>;

/** A difference between the record and what was signed. */
export const recordDifferenceSchema = z.object({
  /** The place as text: “A1, FAM: result”. */
  what: z.string(),
  /** The signed and the current value; null: missing. */
  signed: z.string().nullable(),
  found: z.string().nullable(),
});
export type RecordDifference = z.infer<typeof recordDifferenceSchema>;

/** The time stamp of a signature by an external authority (RFC 3161). */
export const timeStampStateSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('stamped'),
    /** By the clock of the authority. */
    at: instantSchema,
    /** By the name in its certificate. */
    authority: z.string(),
  }),
  z.object({
    state: z.literal('pending'),
    requestedAt: instantSchema,
    /** The error of the last attempt; null: not attempted yet. */
    problem: z.string().nullable(),
  }),
  /** The stored token is invalid. */
  z.object({ state: z.literal('wrong'), problem: z.string() }),
]);
export type TimeStampState = z.infer<typeof timeStampStateSchema>;

/** Whether a decided run still matches its signature; verified on request. */
export const recordStateSchema = z.object({
  /** `unsigned`: not decided, or decided before signatures existed. */
  state: z.enum(['unsigned', 'unchanged', 'changed']),
  signature: signatureSchema.nullable(),
  /** The first differences. */
  differences: z.array(recordDifferenceSchema),
  checkedAt: instantSchema,
  /** Of the signature; omitted: none was requested. */
  timeStamp: timeStampStateSchema.optional(),
});
export type RecordState = z.infer<typeof recordStateSchema>;
