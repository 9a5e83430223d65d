import { channelNameSchema, phaseTypeSchema, plateTypeSchema } from '@curvewell/contracts';
import { z } from 'zod';

import { confidenceSchema, containerSchema, formatSchema } from './import-report.ts';

/**
 * What is to be known of an analyser to read its files: data, so that an analyser
 * can be added without a release.
 */
export const analyserProfileSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,50}$/),
  name: z.string().min(1).max(100),
  /** Raised whenever the profile changes. */
  version: z.int().min(1),
  maxNumberOfFilesByRun: z.int().min(1).max(50),
  plateTypes: z.array(plateTypeSchema).min(1),
  /** Offered by the import page, first the usual ones; a file is judged by its content, not by this. */
  extensions: z.array(z.string().regex(/^[a-z0-9]{1,10}$/)).min(1),
  formats: z
    .array(z.strictObject({ format: formatSchema, container: containerSchema, confidence: confidenceSchema }))
    .min(1),
  /** Case, blanks and signs do not matter in `dye`: a dye's name or a filter pair. */
  channelAliases: z
    .array(
      z.strictObject({
        dye: z.string().min(1).max(100),
        channel: channelNameSchema,
        /** Stands for the channel only in a run that has no other dye for it. */
        onlyDye: z.boolean(),
        confidence: confidenceSchema,
      }),
    )
    .min(1),
  phases: z.strictObject({
    rising: phaseTypeSchema,
    falling: phaseTypeSchema,
    /** °C that the temperature must cover in one direction to be a phase. */
    leastSpan: z.number().min(1).max(50),
  }),
});
export type AnalyserProfile = z.infer<typeof analyserProfileSchema>;
