import { z } from 'zod';

import { confidenceSchema, runFileContainerSchema, runFileFormatSchema } from '../kit/analyser-profile.ts';
import { channelNameSchema, phaseTypeSchema } from '../kit/assay.ts';
import { readAnswersSchema } from './read-answers.ts';

/** The content of a run's files, and what was skipped and why. */
export const importReportSchema = z.object({
  /** The profile that read the files; unknown for older runs. */
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
          /** A description of the content: `melt fluorescence`, `run information`. */
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
      /** The signal itself, or −dF/dT as calculated by the vendor. */
      quantity: z.enum(['fluorescence', 'derivative']),
      wellCount: z.int(),
      /** Minimum and maximum number of readings of a curve. */
      pointCount: z.tuple([z.int(), z.int()]),
      /** Minimum and maximum temperature, °C. */
      temperature: z.tuple([z.number(), z.number()]),
    }),
  ),
  /** Amplification, one line for each channel and dye; omitted: the files hold none, or the run is older. */
  amplification: z
    .array(
      z.object({
        channel: channelNameSchema,
        dye: z.string(),
        wellCount: z.int(),
        /** Of the longest curve; 0: the files state only Cq. */
        cycleCount: z.int(),
        /** Wells for which the files state a Cq, or that there is none. */
        cqCount: z.int(),
      }),
    )
    .optional(),
  ignored: z.array(z.object({ file: z.string(), part: z.string(), reason: z.string() })),
  /** Doubts that users should know. */
  notes: z.array(z.string()),
  /** Remarks that are no reason for doubt; missing in older runs. */
  remarks: z.array(z.string()).optional(),
  /** The user's answers about the files, which are reused when the files are read again. */
  answers: readAnswersSchema.optional(),
});
export type ImportReport = z.infer<typeof importReportSchema>;
