import { z } from 'zod';

import { channelNameSchema } from './assay.ts';
import { secretLineSchema } from './text.ts';

// Names as files write them, with their blanks: not trimmed.
const MAX_DYES = 50;
const LONGEST_NAME = 300;

/** What a dye is; null: it is left out. */
const dyeAnswerSchema = z.strictObject({
  /** As the file names it. */
  dye: secretLineSchema.min(1).max(LONGEST_NAME),
  channel: channelNameSchema.nullable(),
});
export type DyeAnswer = z.infer<typeof dyeAnswerSchema>;
export const dyeAnswersSchema = z.array(dyeAnswerSchema).max(MAX_DYES);

/** What a person answered about files that do not state it themselves. */
export const readAnswersSchema = z.strictObject({
  /** Which run, where the files hold several. */
  run: secretLineSchema.min(1).max(LONGEST_NAME).optional(),
  dyes: dyeAnswersSchema.optional(),
});
export type ReadAnswers = z.infer<typeof readAnswersSchema>;
