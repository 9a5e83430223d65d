import {
  channelNameSchema,
  MAX_CHANNELS,
  enteredRunDateSchema,
  instantSchema,
  lineSchema,
  linesSchema,
  MAX_FIT_KEY,
  MAX_ORDER_ID,
  MAX_WELL_NAME,
  nameSchema,
  positionSchema,
  referenceSchema,
  revisionSchema,
  runStatusSchema,
  runSummarySchema,
  sampleTypeSchema,
  storedLineSchema,
} from '@curvewell/domain';
import { z } from 'zod';

export const commentBodySchema = z.strictObject({ value: linesSchema.min(1).max(2000) });

export const runPageSchema = z.object({
  listObjects: z.array(runSummarySchema),
  /** The number of matches with the requested status. */
  numberOfObjects: z.int(),
  /** The number of matches with each status. */
  numberByStatus: z.record(runStatusSchema, z.int()),
  /** When the oldest matching run was submitted for approval; null: none waits. */
  oldestWaiting: instantSchema.nullable(),
});

/**
 * The fields of a run that a save changes. The body may be a whole run: fields not listed here are ignored.
 * This includes the analyser, because another one reads the files again, which `setAcquisitions` does.
 */
export const updateRunSchema = z.object({
  revision: revisionSchema,
  plateId: lineSchema.max(100).nullable().optional(),
  name: nameSchema.optional(),
  /** When the analyser ran, in the laboratory's local time; refused when the files give the date. */
  runDate: enteredRunDateSchema.optional(),
  kits: z
    .array(
      z.object({
        kitVersion: referenceSchema,
        reactionBuffer: referenceSchema.nullable(),
        lots: z.array(referenceSchema).max(50),
      }),
    )
    .max(20)
    .optional(),
  /** Keys of the findings on kits and files that the caller confirms. */
  confirmedFit: z.array(storedLineSchema.max(MAX_FIT_KEY)).max(200).optional(),
  analyses: z
    .array(
      z.object({
        channel: channelNameSchema,
        wells: z.record(
          positionSchema,
          z.object({
            name: lineSchema.max(MAX_WELL_NAME).nullable(),
            /** Omitted: unchanged. */
            orderId: lineSchema.max(MAX_ORDER_ID).nullable().optional(),
            sampleType: sampleTypeSchema.nullable(),
            kitVersion: referenceSchema.nullable(),
            lot: referenceSchema.nullable(),
            reactionBuffer: referenceSchema.nullable(),
            expectedDiagnostic: referenceSchema.nullable(),
          }),
        ),
      }),
    )
    .max(MAX_CHANNELS)
    .optional(),
});
export type UpdateRun = z.infer<typeof updateRunSchema>;
