import { z } from 'zod';

import { channelNameSchema } from './assay.ts';
import { diagnosticColorSchema } from './diagnostic-color.ts';
import { checkedDecisionSchema, demandSchema, doubtKindSchema, reasonSchema } from './laboratory-rules.ts';
import { idSchema, instantSchema } from './paging.ts';
import { positionSchema, sampleTypeSchema } from './plate.ts';

const byChannelSchema = z.partialRecord(channelNameSchema, z.int());
const byKind = <Schema extends z.ZodType>(schema: Schema) => z.record(doubtKindSchema, schema);

/** A well in one channel, and what was found in it. */
const checkedWellSchema = z.object({
  wellId: idSchema,
  position: positionSchema,
  channel: channelNameSchema,
  name: z.string().nullable(),
  sampleType: sampleTypeSchema,
  /** What counts; null: no result. */
  found: diagnosticColorSchema.nullable(),
});
export type CheckedWell = z.infer<typeof checkedWellSchema>;

const failedControlSchema = checkedWellSchema.extend({
  /** “peak B 71, limit 60” */
  cause: z.string(),
  /** The samples that it speaks for. */
  marks: z.object({ samples: z.int(), kit: z.string(), lot: z.string() }).nullable(),
});
export type FailedControl = z.infer<typeof failedControlSchema>;

const checkedStandardSchema = checkedWellSchema.extend({
  expected: diagnosticColorSchema.nullable(),
  isAsExpected: z.boolean(),
});
export type CheckedStandard = z.infer<typeof checkedStandardSchema>;

const unresolvedWellSchema = checkedWellSchema.extend({ reason: z.string() });
export type UnresolvedWell = z.infer<typeof unresolvedWellSchema>;

const changedWellSchema = checkedWellSchema.extend({
  /** What counted before the last change. */
  from: diagnosticColorSchema.nullable(),
  reason: z.string().nullable(),
  byName: z.string(),
  at: instantSchema,
});
export type ChangedWell = z.infer<typeof changedWellSchema>;

const nearWellSchema = checkedWellSchema.extend({
  /** How far from the border, and what lies beyond it. */
  text: z.string(),
  /** Relative to what counts as one step: 0 lies on the border. */
  distance: z.number(),
});
export type NearWell = z.infer<typeof nearWellSchema>;

const resultCountSchema = z.object({
  /** null: no result. */
  diagnostic: diagnosticColorSchema.nullable(),
  byChannel: byChannelSchema,
});
export type ResultCount = z.infer<typeof resultCountSchema>;

/** Everything that is doubtful about a run, as its results stand. Counts are counts of wells. */
export const runDoubtsSchema = z.object({
  channels: z.array(channelNameSchema),
  wells: z.object({ all: z.int(), samples: z.int(), controls: z.int(), standards: z.int() }),
  /** A row each diagnostic; the figures of a channel add up to its wells. */
  counts: z.array(resultCountSchema),
  wellsByChannel: byChannelSchema,
  failedControls: z.array(failedControlSchema),
  /** All of them. */
  standards: z.array(checkedStandardSchema),
  unresolved: z.array(unresolvedWellSchema),
  changedByHand: z.array(changedWellSchema),
  /** Nearest first. */
  nearBorder: z.array(nearWellSchema),
  spikes: z.array(checkedWellSchema),
  saturated: z.array(checkedWellSchema),
  /** Wells of the plate that nothing was said of. */
  notAnalysed: z.array(positionSchema),
});
export type RunDoubts = z.infer<typeof runDoubtsSchema>;

/** What somebody answers to what the laboratory asks for. */
export const checkAnswersSchema = z.strictObject({
  /** What was seen, one by one. */
  confirmed: z.array(doubtKindSchema).max(doubtKindSchema.options.length).default([]),
  reasons: z
    .strictObject({
      failedControls: reasonSchema.optional(),
      standards: reasonSchema.optional(),
      unresolved: reasonSchema.optional(),
      changedByHand: reasonSchema.optional(),
      nearBorder: reasonSchema.optional(),
    })
    .default({}),
});
export type CheckAnswers = z.infer<typeof checkAnswersSchema>;

/** How a check was answered, and by whom. */
const signedSchema = z.object({
  decision: checkedDecisionSchema,
  byName: z.string(),
  at: instantSchema,
  answers: checkAnswersSchema,
  /** Something that the laboratory lets stand in the way was overruled. */
  isAgainstRule: z.boolean(),
});

/** The check before a decision: what is doubtful, what the laboratory asks for, and what of it is there. */
export const runCheckSchema = z.object({
  decision: checkedDecisionSchema,
  doubts: runDoubtsSchema,
  demands: byKind(demandSchema),
  /** The wells near a border that who asks has seen. */
  seenWellIds: z.array(idSchema),
  /** Of each part, and of all: equal as long as the run says the same. */
  digests: byKind(z.string()),
  digest: z.string(),
  /** Who changed the run last, and when. */
  lastChange: z.object({ byName: z.string(), at: instantSchema }).nullable(),
  /** How it was answered; null: it is not decided yet. */
  signed: signedSchema.nullable(),
});
export type RunCheck = z.infer<typeof runCheckSchema>;
