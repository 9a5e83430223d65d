import {
  channelNameSchema,
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
} from '@curvewell/domain';
import { z } from 'zod';

export const commentBodySchema = z.strictObject({ value: linesSchema.min(1).max(2000) });

export const runPageSchema = z.object({
  listObjects: z.array(runSummarySchema),
  /** Of the search, in the status that was requested. */
  numberOfObjects: z.int(),
  /** Of the search, in each status. */
  numberByStatus: z.record(runStatusSchema, z.int()),
  /** Since when the run of the search that has waited longest waits for approval; null: none waits. */
  oldestWaiting: instantSchema.nullable(),
});

/**
 * What a save changes of a run. A whole run may be sent: status, actors,
 * laboratory and everything else that is not named here is ignored. So is the
 * analyser: another one reads the files again, which `setAcquisitions` does.
 */
export const updateRunSchema = z.object({
  revision: revisionSchema,
  plateId: lineSchema.max(100).nullable().optional(),
  name: nameSchema.optional(),
  /** When the analyser ran, by the clocks of the laboratory: refused where the files say it. */
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
  /** Keys of findings on the kits and the files that the caller confirms. */
  confirmedFit: z.array(lineSchema.max(MAX_FIT_KEY)).max(200).optional(),
  analyses: z
    .array(
      z.object({
        channel: channelNameSchema,
        wells: z.record(
          positionSchema,
          z.object({
            name: lineSchema.max(MAX_WELL_NAME).nullable(),
            /** If omitted: it stays. */
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
    .max(2)
    .optional(),
});
export type UpdateRun = z.infer<typeof updateRunSchema>;
