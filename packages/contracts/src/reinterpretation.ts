import {
  overrideAnswerSchema,
  idSchema,
  storedLineSchema,
  MAX_FIT_KEY,
  reasonSchema,
  revisionSchema,
  sha256Schema,
} from '@curvewell/domain';
import { z } from 'zod';

/** The previewed reinterpretation, and the choices of the user. */
export const reinterpretSchema = z.strictObject({
  revision: revisionSchema,
  proposal: sha256Schema,
  /** Required after a rejection. */
  reason: reasonSchema.optional(),
  /** By well id: whether to keep each override whose suggested diagnostic changes. */
  overrides: z.record(idSchema, overrideAnswerSchema).default({}),
  /** Keys of `fit`. */
  confirmedFit: z.array(storedLineSchema.max(MAX_FIT_KEY)).max(200).default([]),
});
export type Reinterpret = z.infer<typeof reinterpretSchema>;
