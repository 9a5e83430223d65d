import { z } from 'zod';

import { channelNameSchema } from '../kit/assay.ts';
import { combinedResultSchema } from '../sample/combined-result.ts';
import { diagnosticColorSchema } from '../diagnostics/diagnostic-color.ts';
import {
  checkedDecisionSchema,
  demandSchema,
  doubtKindSchema,
  factKindSchema,
  laboratoryRulesSchema,
  reasonSchema,
  storedReasonSchema,
  type DoubtKind,
} from '../laboratory/laboratory-rules.ts';
import { idSchema, instantSchema } from '../text/fields.ts';
import { positionSchema, sampleTypeSchema } from '../plate/plate.ts';
import { sampleResultSchema } from '../sample/sample-result.ts';

const byChannelSchema = z.partialRecord(channelNameSchema, z.int());
/** Older checks lack kinds that were added later. */
const byKind = <Schema extends z.ZodType>(schema: Schema) => z.partialRecord(doubtKindSchema, schema);

const checkedWellSchema = z.object({
  wellId: idSchema,
  position: positionSchema,
  channel: channelNameSchema,
  name: z.string().nullable(),
  sampleType: sampleTypeSchema,
  /** The diagnostic in effect; null: no result. */
  found: diagnosticColorSchema.nullable(),
});
export type CheckedWell = z.infer<typeof checkedWellSchema>;

const failedControlSchema = checkedWellSchema.extend({
  /** “peak B 71, threshold 60”, “1-3s, C 61.11 °C is 3.5 SD above the mean” */
  cause: z.string(),
  /** The samples that it supports. */
  marks: z.object({ samples: z.int(), kit: z.string(), lot: z.string() }).nullable(),
});
export type FailedControl = z.infer<typeof failedControlSchema>;

const checkedStandardSchema = checkedWellSchema.extend({
  expected: diagnosticColorSchema.nullable(),
  isAsExpected: z.boolean(),
  /** The call was another one: only an override made it the expected one. Missing in older checks. */
  isExpectedByHand: z.literal(true).optional(),
  /** The Westgard rule that it broke, as text; null: none. Missing in older checks. */
  outOfRange: z.string().nullable().default(null),
  /** Who overrode its result and why; null: not overridden. */
  changed: z.string().nullable().default(null),
});
export type CheckedStandard = z.infer<typeof checkedStandardSchema>;

const unresolvedWellSchema = checkedWellSchema.extend({
  reason: z.string(),
  /** The well may have a call: its sample has no result. Omitted: the well has no call. */
  isOfSample: z.literal(true).optional(),
});
export type UnresolvedWell = z.infer<typeof unresolvedWellSchema>;

const changedWellSchema = checkedWellSchema.extend({
  /** The diagnostic in effect before the last change. */
  from: diagnosticColorSchema.nullable(),
  reason: z.string().nullable(),
  byName: z.string(),
  at: instantSchema,
});
export type ChangedWell = z.infer<typeof changedWellSchema>;

const nearWellSchema = checkedWellSchema.extend({
  /** The distance to the limit, and what lies beyond. */
  text: z.string(),
  /** In steps: 0 is on the limit. */
  distance: z.number(),
});
export type NearWell = z.infer<typeof nearWellSchema>;

const curveWellSchema = checkedWellSchema.extend({
  /** One sentence for each flag. */
  texts: z.array(z.string()).min(1),
});
export type CurveWell = z.infer<typeof curveWellSchema>;

export const runFactSchema = z.object({
  kind: factKindSchema,
  /** One sentence. */
  text: z.string(),
  /** A short form: “no negative control”. */
  short: z.string(),
  positions: z.array(positionSchema).default([]),
});
/** A fact about the plate, a kit, a lot or the files that a signer must know. */
export type RunFact = z.infer<typeof runFactSchema>;

const resultCountSchema = z.object({
  /** Null: no result. */
  diagnostic: diagnosticColorSchema.nullable(),
  byChannel: byChannelSchema,
});
export type ResultCount = z.infer<typeof resultCountSchema>;

/**
 * All doubts about a run with its current results. A well is listed once, under its most serious doubt;
 * counts are counts of wells.
 */
export const runDoubtsSchema = z.object({
  channels: z.array(channelNameSchema),
  wells: z.object({ all: z.int(), samples: z.int(), controls: z.int(), standards: z.int() }),
  /** A row for each diagnostic; the numbers of a channel add up to its wells. */
  counts: z.array(resultCountSchema),
  wellsByChannel: byChannelSchema,
  failedControls: z.array(failedControlSchema),
  /** All standards. */
  standards: z.array(checkedStandardSchema),
  /** Samples without a call, and wells of a sample without a result or a combined result; in older checks also controls and standards. */
  unresolved: z.array(unresolvedWellSchema),
  curves: z.array(curveWellSchema).default([]),
  facts: z.array(runFactSchema).default([]),
  changedByHand: z.array(changedWellSchema),
  /** Nearest first. */
  nearBorder: z.array(nearWellSchema),
  /** Only in older checks; now part of `curves`. */
  spikes: z.array(checkedWellSchema).optional(),
  saturated: z.array(checkedWellSchema).optional(),
  /** Allowed but rarely intended: names repeated within a kit, several lots. */
  plate: z.array(z.object({ text: z.string(), positions: z.array(positionSchema) })).default([]),
  /** Wells without any settings. */
  notAnalysed: z.array(positionSchema),
  /** Wells with one name and their results; omitted: no kit version has replicates. */
  samples: z.array(sampleResultSchema).optional(),
  /** Combined results of samples; omitted: no kit version has channel rules. */
  combined: z.array(combinedResultSchema).optional(),
});
export type RunDoubts = z.infer<typeof runDoubtsSchema>;

/** The wells with doubtful curves, also of older checks. */
export const curveWells = ({ curves, spikes = [], saturated = [] }: RunDoubts): readonly CurveWell[] => [
  ...curves,
  ...spikes.map((well) => ({ ...well, texts: ['An outlying reading was excluded.'] })),
  ...saturated.map((well) => ({ ...well, texts: ['Readings at the detector’s limit were excluded.'] })),
];

/** Kinds that are answered for each well separately. */
const wellByWellSchema = doubtKindSchema.extract(['failedControls', 'changedByHand']);

/** The subject of an answer: a kind of doubt, or one well of it, `failedControls:<its id>`. */
const answeredSchema = z.union([
  doubtKindSchema.exclude(wellByWellSchema.options),
  z.templateLiteral([wellByWellSchema, ':', idSchema]),
]);
export type Answered = z.infer<typeof answeredSchema>;

/** The subject of an answer about a well, or about all wells of its kind. */
export const answeredOf = (kind: DoubtKind, { wellId }: Pick<CheckedWell, 'wellId'>): Answered =>
  kind === 'failedControls' || kind === 'changedByHand' ? `${kind}:${wellId}` : kind;

/** The wells of the largest plate in six channels. */
const MAX_ANSWERS = 6 * 1536;
const answersSchema = (reason: typeof reasonSchema) =>
  z.strictObject({
    /** Confirmed items. */
    confirmed: z.array(answeredSchema).max(MAX_ANSWERS).default([]),
    /** Reasons why a doubt does not matter. */
    reasons: z.partialRecord(answeredSchema, reason).default({}),
    /** Typed reasons that overrule a block, and are marked as such. */
    overruled: z.partialRecord(answeredSchema, reason).default({}),
  });
export const checkAnswersSchema = answersSchema(reasonSchema);
export type CheckAnswers = z.infer<typeof checkAnswersSchema>;

export const NO_ANSWERS: CheckAnswers = { confirmed: [], reasons: {}, overruled: {} };

/** The answers to a check, and their user. */
const signedSchema = z.object({
  decision: checkedDecisionSchema,
  byName: z.string(),
  at: instantSchema,
  answers: answersSchema(storedReasonSchema),
  /** Whether a blocking rule of the laboratory was overruled. */
  isAgainstRule: z.boolean(),
});

/** The rules of the laboratory that decide what is said of results. */
export const resultRulesSchema = laboratoryRulesSchema.pick({
  nearBorderPercent: true,
  controls: true,
  sameNameIsReplicate: true,
});

/** The check before a decision: doubts, requirements, and their state. */
export const runCheckSchema = z.object({
  decision: checkedDecisionSchema,
  doubts: runDoubtsSchema,
  demands: byKind(demandSchema),
  /** As the doubts were found. A decided run keeps them. Omitted: the check is older than the field. */
  resultRules: resultRulesSchema.optional(),
  /** The borderline wells that the user has seen. */
  seenWellIds: z.array(idSchema),
  /** Digests of the parts; equal as long as the run is unchanged. */
  digests: byKind(z.string()),
  /**
   * Digest of all doubts and of the last change of the run, followed by that of all requirements; `changedParts` tells
   * them apart.
   */
  digest: z.string(),
  /** The user and time of the last change of the run. */
  lastChange: z.object({ byName: z.string(), at: instantSchema }).nullable(),
  /** Whether the user must sign in again before deciding. */
  mustSignIn: z.boolean().default(false),
  /** The answers; null: not decided yet. */
  signed: signedSchema.nullable(),
});
export type RunCheck = z.infer<typeof runCheckSchema>;

/** Replaces the check of a decision that was made before checks were stored. */
export const CHECK_NOT_KEPT = {
  submit: 'Submitted before checks were stored',
  approve: 'Decided before checks were stored',
} as const;

/** The number of digits of the digest for doubts; the rest is for requirements. */
export const DOUBTS_DIGITS = 32;

/** The parts of a check that differ from those with the digest `from`. */
export function changedParts(
  from: string,
  to: string,
): { readonly doubts: boolean; readonly rules: boolean } {
  return {
    doubts: from.slice(0, DOUBTS_DIGITS) !== to.slice(0, DOUBTS_DIGITS),
    rules: from.slice(DOUBTS_DIGITS) !== to.slice(DOUBTS_DIGITS),
  };
}
