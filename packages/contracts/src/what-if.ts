import {
  channelNameSchema,
  daySchema,
  idSchema,
  instantSchema,
  evaluatedSettingsSchema,
  namedSchema,
  phaseTypeSchema,
  positionSchema,
  runStatusSchema,
  sampleTypeSchema,
  zoneNameSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call } from './call.ts';
import { problemCodeSchema } from './problem.ts';

/** Runs that one evaluation goes through at most. */
export const MAX_WHAT_IF_RUNS = 200;
/** Changes that are listed one by one; beyond them they are counted. */
export const MAX_LISTED_CHANGES = 5_000;

const { kitId, reactionBufferId, channel, phases, rules, outsideDiagnostic, tmShift, meltTemplates } =
  evaluatedSettingsSchema.shape;

/** Settings of a kit and buffer on an analyser, which need not be stored, and the runs that they are tried on. */
export const whatIfRequestSchema = z.strictObject({
  kitId,
  reactionBufferId,
  analyserId: idSchema,
  /** The version that is to have the settings, which keeps that they were tried; null: none. */
  kitVersionId: idSchema.nullable().default(null),
  /** A channel that is left out has no settings: nothing is called in it. */
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
  /** The newest so many. */
  last: z.int().min(1).max(MAX_WHAT_IF_RUNS).default(20),
  status: z.enum(['INTERPRETED', 'APPROVED']).default('INTERPRETED'),
  /** Runs of this day and later ones. */
  from: daySchema.nullable().default(null),
  samples: z.boolean().default(true),
  /** Controls and standards. */
  controls: z.boolean().default(true),
});
export type WhatIfRequest = z.infer<typeof whatIfRequestSchema>;

/** One side of a comparison. */
const calledSchema = z.object({
  /** Name of a diagnostic; null: none. */
  diagnostic: z.string().nullable(),
  /** Why, in a sentence. */
  sentence: z.string(),
});
export type Called = z.infer<typeof calledSchema>;

/** A well that would be called otherwise. */
export const callChangeSchema = z.object({
  wellId: idSchema,
  position: positionSchema,
  name: z.string().nullable(),
  sampleType: sampleTypeSchema,
  channel: channelNameSchema,
  /** Of the kit, that the well was interpreted with. */
  version: z.string(),
  /** As it was interpreted, before any override. */
  then: calledSchema,
  now: calledSchema,
  /** The override, which stays: a diagnostic or `NO_CALL`; null: nobody did. */
  override: z.string().nullable(),
  /** It would change with the settings of then, too: the algorithm is another. */
  isAlgorithm: z.boolean(),
  /** What made the difference, in figures. */
  reason: z.string(),
  /** The peaks that count now. */
  peaks: z.array(
    z.object({
      phase: phaseTypeSchema,
      tm: z.number(),
      height: z.number(),
      zone: zoneNameSchema.nullable(),
      /** It did not count then, or in another zone. */
      isNew: z.boolean(),
    }),
  ),
});
export type CallChange = z.infer<typeof callChangeSchema>;

/** Wells that were called one thing then and are called another now. */
export const transitionSchema = z.object({
  then: z.string().nullable(),
  now: z.string().nullable(),
  /** Of controls and standards. */
  isControl: z.boolean(),
  calls: z.int(),
});
export type Transition = z.infer<typeof transitionSchema>;

/** Wells that are called the same as then. */
export const unchangedCallsSchema = z.object({ diagnostic: z.string().nullable(), calls: z.int() });

const whatIfRunSchema = z.object({
  runId: idSchema,
  businessId: z.int(),
  runDate: instantSchema,
  status: runStatusSchema,
});
export type WhatIfRun = z.infer<typeof whatIfRunSchema>;

/** That the settings of a version, as they are stored, were tried on past runs of the laboratory. */
export const storedWhatIfSchema = z.object({
  reactionBuffer: namedSchema,
  analyser: namedSchema,
  runs: z.int(),
  calls: z.int(),
  /** Calls that would be others. */
  changes: z.int(),
  byName: z.string(),
  at: instantSchema,
});
export type StoredWhatIf = z.infer<typeof storedWhatIfSchema>;

/** What an evaluation reports as it runs. Its figures are kept when it has come to its end; nothing else of it is stored. */
export const whatIfEventSchema = z.discriminatedUnion('kind', [
  /** Other evaluations come first. */
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('begun'), runs: z.int(), algorithmVersion: z.string() }),
  z.object({
    kind: z.literal('run'),
    ...whatIfRunSchema.shape,
    /** That it was interpreted with. */
    algorithmVersion: z.string(),
    /** Of the kit, on its plate. */
    versions: z.array(z.string()),
    calls: z.int(),
    stays: z.array(unchangedCallsSchema),
    /** All changes, counted. */
    transitions: z.array(transitionSchema),
    /** All changes, until the list is full. */
    changes: z.array(callChangeSchema),
  }),
  /** A run that cannot be read, and why. */
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
    params: z.strictObject({ versionId: idSchema }),
    answer: z.array(storedWhatIfSchema),
  }),
};
