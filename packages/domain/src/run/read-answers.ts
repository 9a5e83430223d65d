import { z } from 'zod';

import { channelNameSchema } from '../kit/assay.ts';
import { secretLineSchema } from '../text/text.ts';

// File names are not trimmed: spaces count.
const MAX_DYES = 50;
const LONGEST_NAME = 300;

/** The channel of a dye; null: skipped. */
const dyeAnswerSchema = z.strictObject({
  /** As named in the file. */
  dye: secretLineSchema.min(1).max(LONGEST_NAME),
  channel: channelNameSchema.nullable(),
});
export type DyeAnswer = z.infer<typeof dyeAnswerSchema>;
export const dyeAnswersSchema = z.array(dyeAnswerSchema).max(MAX_DYES);

/** A user's answers about files that do not state these facts. */
export const readAnswersSchema = z.strictObject({
  /** The run to read, where the files have several. */
  run: secretLineSchema.min(1).max(LONGEST_NAME).optional(),
  dyes: dyeAnswersSchema.optional(),
});
export type ReadAnswers = z.infer<typeof readAnswersSchema>;
