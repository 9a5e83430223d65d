import { z } from 'zod';

import { idSchema, instantSchema, namedSchema } from '../fields.ts';
import { chainNameSchema } from './audit-entry.ts';
import { ed25519Schema, keyIdSchema, sha256Schema } from './hashes.ts';

export const SIGNATURE_MEANING = {
  APPROVED: 'reviewed and approved',
  REJECTED: 'reviewed and rejected',
} as const;

/** How far back a signature lists changes of the way into its signer's account. */
export const ACCOUNT_CHANGE_DAYS = 30;

/**
 * One change of the way into an account: the address of its mail, its password, another means to sign in (a one-time
 * password, a passkey), the account at the provider, or a session that an administrator of the provider opened in the
 * person's name.
 */
export const accountChangeSchema = z.strictObject({
  what: z.enum(['password', 'email', 'account', 'credential', 'impersonation']),
  at: instantSchema,
  /** Whether somebody else than the person made it. */
  byOther: z.boolean(),
});
export type AccountChange = z.infer<typeof accountChangeSchema>;

/** What is signed: a person, a time and a meaning, bound to a record and to an entry of the audit trail. */
export const signatureStatementSchema = z.strictObject({
  format: z.literal('curvewell-signature/1'),
  runId: idSchema,
  laboratory: namedSchema.strict(),
  signer: z.strictObject({ id: idSchema, name: z.string(), role: z.string() }),
  decision: z.enum(['APPROVED', 'REJECTED']),
  meaning: z.enum([SIGNATURE_MEANING.APPROVED, SIGNATURE_MEANING.REJECTED]),
  at: instantSchema,
  /** When who signs signed in for it; null: the laboratory does not ask for that. */
  signedInAt: instantSchema.nullable(),
  /** Changes of the way into the signer's account in the 30 days before; left out: signed before this was recorded. */
  accountChanges: z.array(accountChangeSchema).max(20).optional(),
  /**
   * Whether they hold what was changed at an outside identity provider; left out: the product's own provider, or signed
   * before this was recorded.
   */
  providerEvents: z.enum(['read', 'not-known']).optional(),
  softwareVersion: z.string(),
  /** SHA-256 of the canonical JSON of the decision record. */
  recordHash: sha256Schema,
  /** The entry of the decision, in the chain of the laboratory. */
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

/** One place where the record is not what was signed. */
export const recordDifferenceSchema = z.object({
  /** In words: “A1, FAM: result”. */
  what: z.string(),
  /** As it was signed, and as it is; null: not there. */
  signed: z.string().nullable(),
  found: z.string().nullable(),
});
export type RecordDifference = z.infer<typeof recordDifferenceSchema>;

/** The time stamp of a signature by an authority elsewhere (RFC 3161). */
export const timeStampStateSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('stamped'),
    /** By the clock of the authority. */
    at: instantSchema,
    /** As its certificate names it. */
    authority: z.string(),
  }),
  z.object({
    state: z.literal('pending'),
    requestedAt: instantSchema,
    /** Why the last attempt has brought none; null: not tried yet. */
    problem: z.string().nullable(),
  }),
  /** What is kept does not count. */
  z.object({ state: z.literal('wrong'), problem: z.string() }),
]);
export type TimeStampState = z.infer<typeof timeStampStateSchema>;

/** Whether a decided run is still what was signed: rebuilt and compared when it is requested. */
export const recordStateSchema = z.object({
  /** `unsigned`: decided before there were signatures, or not decided. */
  state: z.enum(['unsigned', 'unchanged', 'changed']),
  signature: signatureSchema.nullable(),
  /** The first of them. */
  differences: z.array(recordDifferenceSchema),
  checkedAt: instantSchema,
  /** Of the signature; left out: none was requested. */
  timeStamp: timeStampStateSchema.optional(),
});
export type RecordState = z.infer<typeof recordStateSchema>;
