import {
  amplificationSettingsSchema,
  channelNameSchema,
  curveShapesSchema,
  daySchema,
  idSchema,
  instantSchema,
  evaluatedSettingsSchema,
  namedSchema,
  phaseTypeSchema,
  positionSchema,
  replicateSettingsSchema,
  runStatusSchema,
  sampleTypeSchema,
  usedChannelRulesSchema,
  zoneNameSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';
import { problemCodeSchema } from './problem.ts';

const MAX_WHAT_IF_RUNS = 200;
/** The maximum number of changes that are listed; further ones are only counted. */
export const MAX_LISTED_CHANGES = 5_000;
/** The maximum number of changed samples listed for a run. */
export const MAX_LISTED_SAMPLES = 50;

const { kitId, reactionBufferId, channel, phases, rules, outsideDiagnostic, tmShift, meltTemplates } =
  evaluatedSettingsSchema.shape;

/** Draft settings of a kit and buffer on an analyser, and the runs to evaluate them on. */
export const whatIfRequestSchema = z.strictObject({
  kitId,
  reactionBufferId,
  analyserId: idSchema,
  /** The version with these settings, which stores that they were evaluated; null: none. */
  kitVersionId: idSchema.nullable().default(null),
  /** A channel that is omitted has no settings, so nothing is called in it. */
  channels: z
    .array(z.strictObject({ channel, phases, rules }))
    .max(channelNameSchema.options.length)
    .refine(
      (channels) => new Set(channels.map((one) => one.channel)).size === channels.length,
      'each channel may occur only once',
    ),
  outsideDiagnostic,
  tmShift,
  meltTemplates,
  curveShapes: curveShapesSchema.nullable().default(null),
  amplification: amplificationSettingsSchema.nullable().default(null),
  /** How wells make the result of a sample; null: they do not. */
  replicates: replicateSettingsSchema.nullable().default(null),
  channelRules: usedChannelRulesSchema.shape.rules.nullable().default(null),
  /** The number of newest runs. */
  last: z.int().min(1).max(MAX_WHAT_IF_RUNS).default(20),
  status: z.enum(['INTERPRETED', 'APPROVED']).default('INTERPRETED'),
  /** Runs since this date. */
  from: daySchema.nullable().default(null),
  samples: z.boolean().default(true),
  /** Includes controls and standards. */
  controls: z.boolean().default(true),
});
export type WhatIfRequest = z.infer<typeof whatIfRequestSchema>;

/** One side of a comparison. */
const calledSchema = z.object({
  /** The name of the diagnostic; null: none. */
  diagnostic: z.string().nullable(),
  /** The explanation as a sentence. */
  sentence: z.string(),
});
export type Called = z.infer<typeof calledSchema>;

/** A well whose call would change. */
export const callChangeSchema = z.object({
  wellId: idSchema,
  position: positionSchema,
  name: z.string().nullable(),
  sampleType: sampleTypeSchema,
  channel: channelNameSchema,
  /** The kit version of the interpretation. */
  version: z.string(),
  /** The call of the interpretation, before any override. */
  then: calledSchema,
  now: calledSchema,
  /** The override, which is unaffected: a diagnostic or `NO_CALL`; null: none. */
  override: z.string().nullable(),
  /** The call would change with the original settings, too, because the algorithm differs. */
  isAlgorithm: z.boolean(),
  /** The cause of the change, in figures. */
  reason: z.string(),
  /** The counted peaks. */
  peaks: z.array(
    z.object({
      phase: phaseTypeSchema,
      tm: z.number(),
      height: z.number(),
      zone: zoneNameSchema.nullable(),
      /** It did not count before, or counted in another zone. */
      isNew: z.boolean(),
    }),
  ),
});
export type CallChange = z.infer<typeof callChangeSchema>;

/** Wells grouped by their old and new call. */
export const transitionSchema = z.object({
  then: z.string().nullable(),
  now: z.string().nullable(),
  /** Of controls and standards. */
  isControl: z.boolean(),
  calls: z.int(),
});
export type Transition = z.infer<typeof transitionSchema>;

/** Wells whose call is unchanged. */
export const unchangedCallsSchema = z.object({ diagnostic: z.string().nullable(), calls: z.int() });

/** A sample whose result over wells or channels would change. */
const sampleChangeSchema = z.object({
  /** Null: a well without a name. */
  name: z.string().nullable(),
  orderId: z.string().nullable(),
  /** Null: the result combines several channels. */
  channel: channelNameSchema.nullable(),
  version: z.string(),
  positions: z.array(positionSchema),
  /** In words; null: the settings give the sample none. */
  then: z.string().nullable(),
  now: z.string().nullable(),
});
export type SampleChange = z.infer<typeof sampleChangeSchema>;

/** The samples of a run with a result over wells or channels. */
const sampleComparisonSchema = z.object({
  all: z.int(),
  changed: z.int(),
  /** Up to the limit. */
  changes: z.array(sampleChangeSchema),
});
export type SampleComparison = z.infer<typeof sampleComparisonSchema>;

const whatIfRunSchema = z.object({
  runId: idSchema,
  businessId: z.int(),
  runDate: instantSchema,
  status: runStatusSchema,
});
export type WhatIfRun = z.infer<typeof whatIfRunSchema>;

/** An evaluation of a version's stored settings on past runs of the laboratory. */
export const storedWhatIfSchema = z.object({
  reactionBuffer: namedSchema,
  analyser: namedSchema,
  runs: z.int(),
  calls: z.int(),
  /** The number of changed calls. */
  changes: z.int(),
  byName: z.string(),
  at: instantSchema,
});
export type StoredWhatIf = z.infer<typeof storedWhatIfSchema>;

/** Events of a running evaluation. Its totals are stored at the end; nothing else is. */
export const whatIfEventSchema = z.discriminatedUnion('kind', [
  /** Waits for other evaluations. */
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('begun'), runs: z.int(), algorithmVersion: z.string() }),
  z.object({
    kind: z.literal('run'),
    ...whatIfRunSchema.shape,
    /** The version of the run's interpretation. */
    algorithmVersion: z.string(),
    /** The kit versions on the plate. */
    versions: z.array(z.string()),
    calls: z.int(),
    stays: z.array(unchangedCallsSchema),
    /** All changes, grouped and counted. */
    transitions: z.array(transitionSchema),
    /** The changes, up to the limit. */
    changes: z.array(callChangeSchema),
    /** Omitted: neither the run nor the settings combine wells. */
    samples: sampleComparisonSchema.optional(),
  }),
  /** A run that could not be read, and the reason. */
  z.object({ kind: z.literal('skipped'), ...whatIfRunSchema.shape, reason: z.string() }),
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('failed'), code: problemCodeSchema, message: z.string() }),
]);
export type WhatIfEvent = z.infer<typeof whatIfEventSchema>;

export const whatIfCalls = {
  evaluate: call({
    id: 'API-170',
    summary:
      'Evaluate settings on past runs and report the changed calls run by run as server-sent events. It stops if the client disconnects. At the end, only its figures are stored with the version',
    method: 'POST',
    path: '/what-if',
    costMs: 200,
    access: anyOf('READ_KIT_CONFIG_ADMIN'),
    scope: 'laboratory',
    body: whatIfRequestSchema,
    bodyBytes: 1024 * 1024,
    answer: whatIfEventSchema,
    file: { mediaTypes: ['text/event-stream'] },
    errors: ['too-many-requests', 'timed-out'],
  }),
  evaluations: call({
    id: 'API-171',
    summary: 'List the evaluations of the stored settings of a kit version on past runs, newest first',
    method: 'GET',
    path: '/kit/version/:versionId/evaluations',
    access: anyOf('READ_KIT_CONFIG_ADMIN', 'READ_LOT_CONFIG_ADMIN'),
    scope: 'laboratory',
    answer: z.array(storedWhatIfSchema),
  }),
};
