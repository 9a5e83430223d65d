import { z } from 'zod';

import { idSchema } from '../text/fields.ts';
import {
  ed25519Schema,
  exactInstantSchema,
  jsonValueSchema,
  keyIdSchema,
  sha256Schema,
  signingKeySchema,
} from './hashes.ts';

/** The chain of the installation, for events without a laboratory. */
export const INSTALLATION = 'installation';
/** The chain of a laboratory, or of the installation. */
export const chainNameSchema = z.union([idSchema, z.literal(INSTALLATION)]);

/**
 * An audit entry as it is hashed. `details` holds the previous values in `from`, the new ones in `to`, and
 * the `reason`; other fields describe the action.
 */
export const auditEntrySchema = z.strictObject({
  format: z.literal('curvewell-audit-entry/1'),
  chain: chainNameSchema,
  /** Numbered from 1 in each chain, without gaps. */
  number: z.int().min(1),
  /** By the clock of the database. */
  at: exactInstantSchema,
  /** The actor's name and role at that time. */
  actor: z.strictObject({ id: idSchema.nullable(), name: z.string(), role: z.string().nullable() }),
  action: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  details: z.record(z.string(), jsonValueSchema),
  requestId: z.string().nullable(),
  /** The network address of the request; null: no request, or not recorded. */
  address: z.string().nullable(),
  /** Written before the chain existed and added to it later; not protected until then. */
  broughtIn: z.boolean(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/**
 * A link of the chain. `content` is the SHA-256 of the canonical JSON of the entry; `hash` that of the
 * previous hash followed by `content`, as text. So a slice can be verified without disclosing the entries
 * excluded from it.
 */
export const chainLinkSchema = z.strictObject({
  number: z.int().min(1),
  content: sha256Schema,
  previousHash: sha256Schema,
  hash: sha256Schema,
  /** Null: excluded from this slice. */
  entry: auditEntrySchema.nullable(),
});
export type ChainLink = z.infer<typeof chainLinkSchema>;

/** The hash before the first entry. */
export const NO_HASH = '0'.repeat(64);

/** The last link of a chain at some time, signed by the installation. */
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

/** Some entries of a chain, with the links between that prove them. */
export const auditSliceSchema = z.strictObject({
  format: z.literal('curvewell-audit-slice/1'),
  chain: chainNameSchema,
  /** Consecutive links; of excluded entries only the hashes. */
  links: z.array(chainLinkSchema),
  head: signedHeadSchema,
});
export type AuditSlice = z.infer<typeof auditSliceSchema>;

/** Exported audit entries, which can be verified without the server. */
export const auditExportSchema = z.strictObject({
  format: z.literal('curvewell-audit-export/1'),
  /** The filter of the export, its user and time. */
  exported: z.strictObject({
    by: z.string(),
    at: z.iso.datetime(),
    filter: z.record(z.string(), jsonValueSchema),
  }),
  keys: z.array(signingKeySchema),
  /** One for each chain. */
  slices: z.array(auditSliceSchema),
});
