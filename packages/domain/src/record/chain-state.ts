import { z } from 'zod';

import { instantSchema } from '../fields.ts';
import { chainNameSchema } from './audit-entry.ts';
import { exactInstantSchema, sha256Schema } from './hashes.ts';

/** Where a chain is broken, and how: the first entry that does not fit. */
export const chainFaultSchema = z.object({
  /** Of the entry; null: of the chain as a whole. */
  number: z.int().nullable(),
  /** `run`, `key`: the chain is unbroken, and does not fit the runs or the signing keys that it names. */
  kind: z.enum(['changed', 'missing', 'added', 'moved', 'head', 'exported-head', 'unreadable', 'run', 'key']),
  /** “Entry 20,181 was altered: the hash of its content differs.” */
  text: z.string(),
});
export type ChainFault = z.infer<typeof chainFaultSchema>;

/** What was found when all entries of a chain were read and hashed again. */
export const chainStateSchema = z.object({
  chain: chainNameSchema,
  /** null: it is the installation’s, or the laboratory was deleted. */
  laboratory: z.string().nullable(),
  /** null: unbroken. */
  fault: chainFaultSchema.nullable(),
  entries: z.int(),
  /** Of them those that were written before there was a chain. */
  broughtIn: z.int(),
  lastHash: sha256Schema.nullable(),
  lastAt: exactInstantSchema.nullable(),
  checkedAt: instantSchema,
});
export type ChainState = z.infer<typeof chainStateSchema>;
