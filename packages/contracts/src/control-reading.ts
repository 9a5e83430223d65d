import {
  brokenRuleSchema,
  channelNameSchema,
  demandSchema,
  diagnosticNameSchema,
  idSchema,
  instantSchema,
  peakSchema,
  phaseTypeSchema,
  plateTypeSchema,
  positionSchema,
  revisionSchema,
  sampleTypeSchema,
  zoneNameSchema,
} from '@curvewell/domain';
import { z } from 'zod';

export const controlReadingSchema = z.object({
  id: idSchema,
  revision: revisionSchema,
  runId: idSchema,
  businessId: z.int(),
  isArchived: z.boolean(),
  position: positionSchema,
  name: z.string().nullable(),
  channel: channelNameSchema,
  sampleType: sampleTypeSchema,
  expected: diagnosticNameSchema.nullable(),
  readAt: instantSchema,
  /** The user who interpreted the run. */
  byName: z.string().nullable(),
  kit: z.string(),
  kitVersion: z.string(),
  reactionBuffer: z.string(),
  lot: z.string(),
  analyser: z.string(),
  call: z.string().nullable(),
  /** The call differs from the expected one. */
  isFailed: z.boolean(),
  /**
   * The rule that it broke when its run was interpreted, compared with earlier readings; null: none, or not
   * evaluated then.
   */
  brokenRule: brokenRuleSchema.nullable(),
  peaks: z.array(
    z.object({
      phase: phaseTypeSchema,
      zone: zoneNameSchema.nullable(),
      counted: z.boolean(),
      ...peakSchema.pick({ tm: true, tmError: true, height: true, quality: true }).shape,
    }),
  ),
  plateType: plateTypeSchema,
  /** The samples with the same kit version, lot, buffer and channel. */
  marks: z.array(positionSchema),
  /** The laboratory's rule for such a control before approval, and who approved. */
  rule: z.object({
    demand: demandSchema,
    approved: z.object({ byName: z.string(), at: instantSchema }).nullable(),
  }),
  exclusion: z.object({ byName: z.string(), at: instantSchema, reason: z.string() }).nullable(),
  notes: z.array(z.object({ id: idSchema, authorName: z.string(), at: instantSchema, value: z.string() })),
});
export type ControlReading = z.infer<typeof controlReadingSchema>;
