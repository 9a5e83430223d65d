import { z } from 'zod';

import { instantSchema } from '../text/fields.ts';
import { chainNameSchema } from './audit-entry.ts';
import { exactInstantSchema, sha256Schema } from './hashes.ts';

export const chainFaultSchema = z.object({
  /** The number of the entry; null: the chain as a whole. */
  number: z.int().nullable(),
  /** `run`, `key`: the chain is intact, but does not match the runs or signing keys that it names. */
  kind: z.enum(['changed', 'missing', 'added', 'moved', 'head', 'exported-head', 'unreadable', 'run', 'key']),
  /** “Entry 20,181 was altered: its content does not match its seal.” */
  text: z.string(),
});
export type ChainFault = z.infer<typeof chainFaultSchema>;

export const chainStateSchema = z.object({
  chain: chainNameSchema,
  /** Null: the installation, or a deleted laboratory. */
  laboratory: z.string().nullable(),
  /** Null: intact. */
  fault: chainFaultSchema.nullable(),
  entries: z.int(),
  /** Entries that were written before the chain existed. */
  broughtIn: z.int(),
  lastHash: sha256Schema.nullable(),
  lastAt: exactInstantSchema.nullable(),
  checkedAt: instantSchema,
});
export type ChainState = z.infer<typeof chainStateSchema>;
