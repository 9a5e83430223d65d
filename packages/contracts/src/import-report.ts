import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema } from './assay.ts';

/** What was found in the files of a run, what was left out and why. */
export const importReportSchema = z.object({
  files: z.array(
    z.object({
      name: z.string(),
      format: z.string(),
      container: z.string(),
      /** `seen`: read in a real file of that instrument; `documented`: known from documentation only. */
      confidence: z.enum(['seen', 'documented']),
      parts: z.array(
        z.object({
          name: z.string(),
          content: z.string(),
          dye: z.string().nullable(),
          wellCount: z.int(),
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
});
export type ImportReport = z.infer<typeof importReportSchema>;
