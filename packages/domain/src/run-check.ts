import { z } from 'zod';

import { channelNameSchema } from './assay.ts';
import { diagnosticColorSchema } from './diagnostic-color.ts';
import {
  checkedDecisionSchema,
  demandSchema,
  doubtKindSchema,
  factKindSchema,
  reasonSchema,
  type DoubtKind,
} from './laboratory-rules.ts';
import { idSchema, instantSchema } from './fields.ts';
import { positionSchema, sampleTypeSchema } from './plate.ts';

const byChannelSchema = z.partialRecord(channelNameSchema, z.int());
/** A check from before a kind was known says nothing about it. */
const byKind = <Schema extends z.ZodType>(schema: Schema) => z.partialRecord(doubtKindSchema, schema);

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
  /** “peak B 71, limit 60”, “1-3s, C 61.11 °C is 3.5 SD above the mean” */
  cause: z.string(),
  /** The samples that it speaks for. */
  marks: z.object({ samples: z.int(), kit: z.string(), lot: z.string() }).nullable(),
});
export type FailedControl = z.infer<typeof failedControlSchema>;

const checkedStandardSchema = checkedWellSchema.extend({
  expected: diagnosticColorSchema.nullable(),
  isAsExpected: z.boolean(),
  /** The rule of Westgard that it broke, in words; null: none. Older checks did not hold it. */
  outOfRange: z.string().nullable().default(null),
  /** Who set its result, and why; null: the algorithm. */
  changed: z.string().nullable().default(null),
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

const curveWellSchema = checkedWellSchema.extend({
  /** One sentence a flag. */
  texts: z.array(z.string()).min(1),
});
export type CurveWell = z.infer<typeof curveWellSchema>;

const runFactSchema = z.object({
  kind: factKindSchema,
  /** One sentence. */
  text: z.string(),
  /** A few words: “no negative control”. */
  short: z.string(),
  positions: z.array(positionSchema).default([]),
});
/** Something that a signer must know of the plate, a kit, a lot or the files. */
export type RunFact = z.infer<typeof runFactSchema>;

const resultCountSchema = z.object({
  /** null: no result. */
  diagnostic: diagnosticColorSchema.nullable(),
  byChannel: byChannelSchema,
});
export type ResultCount = z.infer<typeof resultCountSchema>;

/**
 * Everything that is doubtful about a run, as its results stand. A well stands in one list only, the most serious; counts
 * are counts of wells.
 */
export const runDoubtsSchema = z.object({
  channels: z.array(channelNameSchema),
  wells: z.object({ all: z.int(), samples: z.int(), controls: z.int(), standards: z.int() }),
  /** A row each diagnostic; the figures of a channel add up to its wells. */
  counts: z.array(resultCountSchema),
  wellsByChannel: byChannelSchema,
  failedControls: z.array(failedControlSchema),
  /** All of them. */
  standards: z.array(checkedStandardSchema),
  /** Samples without a call; checks from before also held controls and standards. */
  unresolved: z.array(unresolvedWellSchema),
  curves: z.array(curveWellSchema).default([]),
  facts: z.array(runFactSchema).default([]),
  changedByHand: z.array(changedWellSchema),
  /** Nearest first. */
  nearBorder: z.array(nearWellSchema),
  /** Of checks from before: `curves` holds them now. */
  spikes: z.array(checkedWellSchema).optional(),
  saturated: z.array(checkedWellSchema).optional(),
  /** Of what was put in, and seldom meant: names used twice in one kit, several lots. */
  plate: z.array(z.object({ text: z.string(), positions: z.array(positionSchema) })).default([]),
  /** Wells of the plate without any remark. */
  notAnalysed: z.array(positionSchema),
});
export type RunDoubts = z.infer<typeof runDoubtsSchema>;

/** The wells whose curves are in doubt, also of a check from before. */
export const curveWells = ({ curves, spikes = [], saturated = [] }: RunDoubts): readonly CurveWell[] => [
  ...curves,
  ...spikes.map((well) => ({ ...well, texts: ['An outlying reading was excluded.'] })),
  ...saturated.map((well) => ({ ...well, texts: ['Readings at the detector’s limit were excluded.'] })),
];

/** Kinds that are answered well by well: each of these is a decision of its own. */
const wellByWellSchema = doubtKindSchema.extract(['failedControls', 'changedByHand']);

/** What an answer is given to: a kind of doubt as a whole, or one well of it, `failedControls:<its id>`. */
const answeredSchema = z.union([
  doubtKindSchema.exclude(wellByWellSchema.options),
  z.templateLiteral([wellByWellSchema, ':', idSchema]),
]);
export type Answered = z.infer<typeof answeredSchema>;

/** What an answer about a well, or about all wells of its kind, is given to. */
export const answeredOf = (kind: DoubtKind, { wellId }: Pick<CheckedWell, 'wellId'>): Answered =>
  kind === 'failedControls' || kind === 'changedByHand' ? `${kind}:${wellId}` : kind;

/** The wells of the largest plate, in six channels. */
const MAX_ANSWERS = 6 * 1536;
const reasonsSchema = z.partialRecord(answeredSchema, reasonSchema).default({});

/** What somebody answers to what the laboratory asks for. */
export const checkAnswersSchema = z.strictObject({
  /** What was seen, one by one. */
  confirmed: z.array(answeredSchema).max(MAX_ANSWERS).default([]),
  /** Why it does not matter. */
  reasons: reasonsSchema,
  /** Why what blocks the decision is overruled: typed, and marked as such. */
  overruled: reasonsSchema,
});
export type CheckAnswers = z.infer<typeof checkAnswersSchema>;

export const NO_ANSWERS: CheckAnswers = { confirmed: [], reasons: {}, overruled: {} };

/** How a check was answered, and by whom. */
const signedSchema = z.object({
  decision: checkedDecisionSchema,
  byName: z.string(),
  at: instantSchema,
  answers: checkAnswersSchema,
  /** A rule of the laboratory that blocks the decision was overruled. */
  isAgainstRule: z.boolean(),
});

/** The check before a decision: what is doubtful, what the laboratory asks for, and what of it is there. */
export const runCheckSchema = z.object({
  decision: checkedDecisionSchema,
  doubts: runDoubtsSchema,
  demands: byKind(demandSchema),
  /** The wells near a border that who asks has seen. */
  seenWellIds: z.array(idSchema),
  /** Of each part: equal as long as the run says the same. */
  digests: byKind(z.string()),
  /** Of all that is doubtful, and then of all that the laboratory asks for: `changedParts` distinguishes them. */
  digest: z.string(),
  /** Who changed the run last, and when. */
  lastChange: z.object({ byName: z.string(), at: instantSchema }).nullable(),
  /** Who asks has to sign in again before deciding. */
  mustSignIn: z.boolean().default(false),
  /** How it was answered; null: it is not decided yet. */
  signed: signedSchema.nullable(),
});
export type RunCheck = z.infer<typeof runCheckSchema>;

/** Stands for the check of a decision that was made before checks were kept. */
export const CHECK_NOT_KEPT = {
  submit: 'Submitted before checks were stored',
  approve: 'Decided before checks were stored',
} as const;

/** How much of a check's digest is of what is doubtful; the rest is of what the laboratory asks for. */
export const DOUBTS_DIGITS = 32;

/** What of a check is another than it was when it had the digest `from`. */
export function changedParts(
  from: string,
  to: string,
): { readonly doubts: boolean; readonly rules: boolean } {
  return {
    doubts: from.slice(0, DOUBTS_DIGITS) !== to.slice(0, DOUBTS_DIGITS),
    rules: from.slice(DOUBTS_DIGITS) !== to.slice(DOUBTS_DIGITS),
  };
}
