import { z } from 'zod';

import { confidenceSchema, runFileContainerSchema, runFileFormatSchema } from './analyser-profile.ts';
import { channelNameSchema, phaseTypeSchema } from './assay.ts';
import { readAnswersSchema } from './read-answers.ts';

/** What was found in the files of a run, what was left out and why. */
export const importReportSchema = z.object({
  /** The analyser's profile by which the files were read; not known of runs from before it was noted. */
  profile: z.object({ id: z.string(), version: z.int() }).optional(),
  files: z.array(
    z.object({
      name: z.string(),
      format: runFileFormatSchema,
      container: runFileContainerSchema,
      confidence: confidenceSchema,
      parts: z.array(
        z.object({
          /** The sheet, element or section. */
          name: z.string(),
          /** What it holds, in words: `melt fluorescence`, `run information`. */
          content: z.string(),
          dye: z.string().nullable(),
          wellCount: z.int(),
          /** Readings of the longest curve. */
          pointCount: z.int(),
        }),
      ),
    }),
  ),
  curves: z.array(
    z.object({
      channel: channelNameSchema,
      dye: z.string(),
      phase: phaseTypeSchema,
      /** What the numbers are: the signal itself, or −dF/dT as the vendor computed it. */
      quantity: z.enum(['fluorescence', 'derivative']),
      wellCount: z.int(),
      /** Fewest and most readings of a curve. */
      pointCount: z.tuple([z.int(), z.int()]),
      /** Lowest and highest temperature, °C. */
      temperature: z.tuple([z.number(), z.number()]),
    }),
  ),
  ignored: z.array(z.object({ file: z.string(), part: z.string(), reason: z.string() })),
  /** What a person should know before trusting the run. */
  notes: z.array(z.string()),
  /** What is worth noting and no reason for doubt; not in runs from before it was noted. */
  remarks: z.array(z.string()).optional(),
  /** What a person answered about the files; it is not asked again when they are read again. */
  answers: readAnswersSchema.optional(),
});
export type ImportReport = z.infer<typeof importReportSchema>;
