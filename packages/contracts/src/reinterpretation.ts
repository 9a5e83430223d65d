import {
  overrideAnswerSchema,
  idSchema,
  lineSchema,
  MAX_FIT_KEY,
  reasonSchema,
  revisionSchema,
  sha256Schema,
} from '@curvewell/domain';
import { z } from 'zod';

/** What was shown, and what is to become of it. */
export const reinterpretSchema = z.strictObject({
  revision: revisionSchema,
  proposal: sha256Schema,
  /** Needed after a rejection. */
  reason: reasonSchema.optional(),
  /** By well: for each override of a well that is called otherwise now. */
  overrides: z.record(idSchema, overrideAnswerSchema).default({}),
  /** Keys of `fit`. */
  confirmedFit: z.array(lineSchema.max(MAX_FIT_KEY)).max(200).default([]),
});
export type Reinterpret = z.infer<typeof reinterpretSchema>;
