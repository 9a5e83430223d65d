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

/** One reading of a control, with what is known of its well and its run. */
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
  /** Who had the run interpreted. */
  byName: z.string().nullable(),
  kit: z.string(),
  kitVersion: z.string(),
  reactionBuffer: z.string(),
  lot: z.string(),
  analyser: z.string(),
  call: z.string().nullable(),
  /** Its call is not what a control of this kind is called. */
  isFailed: z.boolean(),
  /** What it broke when its run was interpreted, by the earlier readings; null: nothing, or it was not evaluated then. */
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
  /** The samples of the same kit version, lot, buffer and channel. */
  marks: z.array(positionSchema),
  /** What the laboratory asks for of such a control before a run is approved, and who approved it. */
  rule: z.object({
    demand: demandSchema,
    approved: z.object({ byName: z.string(), at: instantSchema }).nullable(),
  }),
  exclusion: z.object({ byName: z.string(), at: instantSchema, reason: z.string() }).nullable(),
  notes: z.array(z.object({ id: idSchema, authorName: z.string(), at: instantSchema, value: z.string() })),
});
export type ControlReading = z.infer<typeof controlReadingSchema>;
