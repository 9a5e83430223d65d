import { z } from 'zod';

import { idSchema } from '../fields.ts';
import {
  ed25519Schema,
  exactInstantSchema,
  jsonValueSchema,
  keyIdSchema,
  sha256Schema,
  signingKeySchema,
} from './hashes.ts';

/** The chain of what belongs to no laboratory: accounts that nobody has taken in, the installation itself. */
export const INSTALLATION = 'installation';
/** Whose chain: a laboratory’s, or the installation’s. */
export const chainNameSchema = z.union([idSchema, z.literal(INSTALLATION)]);

/**
 * An entry of the audit trail as it is hashed. `details` holds the former values in `from`, the new ones in `to`, and
 * the `reason` that was given; what else is there describes the act.
 */
export const auditEntrySchema = z.strictObject({
  format: z.literal('curvewell-audit-entry/1'),
  chain: chainNameSchema,
  /** Counts from 1 in each chain, without a gap. */
  number: z.int().min(1),
  /** By the clock of the database. */
  at: exactInstantSchema,
  /** As they were called, and what they were, then. */
  actor: z.strictObject({ id: idSchema.nullable(), name: z.string(), role: z.string().nullable() }),
  action: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  details: z.record(z.string(), jsonValueSchema),
  requestId: z.string().nullable(),
  /** From where it was requested; null: by nobody’s request, or not noted. */
  address: z.string().nullable(),
  /** It was written before there was a chain, and brought in with others: it was not protected until then. */
  broughtIn: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/**
 * A link of the chain. `content` is the SHA-256 of the canonical JSON of the entry; `hash` that of the text of the former
 * hash followed by that of `content`. So a slice is provable without revealing the entries excluded from it.
 */
export const chainLinkSchema = z.strictObject({
  number: z.int().min(1),
  content: sha256Schema,
  previousHash: sha256Schema,
  hash: sha256Schema,
  /** null: excluded from this slice. */
  entry: auditEntrySchema.nullable(),
});
export type ChainLink = z.infer<typeof chainLinkSchema>;

/** Before the first entry. */
export const NO_HASH = '0'.repeat(64);

/** The last link of a chain at some moment, signed by the installation. */
export const chainHeadSchema = z.strictObject({
  format: z.literal('curvewell-audit-head/1'),
  chain: chainNameSchema,
  /** 0: the chain has no entry. */
  number: z.int().min(0),
  hash: sha256Schema,
  at: z.iso.datetime(),
  keyId: keyIdSchema,
});
export type ChainHead = z.infer<typeof chainHeadSchema>;
export const signedHeadSchema = z.strictObject({ head: chainHeadSchema, signature: ed25519Schema });
export type SignedHead = z.infer<typeof signedHeadSchema>;

/** Some entries of a chain with the links between them: what proves them. */
export const auditSliceSchema = z.strictObject({
  format: z.literal('curvewell-audit-slice/1'),
  chain: chainNameSchema,
  /** One after the other, none missing; of those left out only the hashes. */
  links: z.array(chainLinkSchema),
  head: signedHeadSchema,
});
export type AuditSlice = z.infer<typeof auditSliceSchema>;

/** Exported entries of the audit trail, to be checked without the server. */
export const auditExportSchema = z.strictObject({
  format: z.literal('curvewell-audit-export/1'),
  /** Of what was requested, by whom and when. */
  exported: z.strictObject({
    by: z.string(),
    at: z.iso.datetime(),
    filter: z.record(z.string(), jsonValueSchema),
  }),
  keys: z.array(signingKeySchema),
  /** Of each chain one. */
  slices: z.array(auditSliceSchema),
});
