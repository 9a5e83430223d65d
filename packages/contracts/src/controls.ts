import {
  channelNameSchema,
  controlMeasureSchema,
  controlTmShiftsSchema,
  diagnosticNameSchema,
  idSchema,
  instantSchema,
  namedSchema,
  phaseTypeSchema,
  positionSchema,
  reasonSchema,
  revisionSchema,
  sampleTypeSchema,
  westgardRuleSchema,
  zoneNameSchema,
} from '@curvewell/domain';
import { z } from 'zod';

import { anyOf, call, signedIn } from './call.ts';
import { controlReadingSchema } from './control-reading.ts';
import { commentBodySchema } from './run.ts';

/** Which controls are looked at together. */
const controlScopeSchema = z.strictObject({
  kitId: idSchema,
  reactionBufferId: idSchema,
  channel: channelNameSchema,
  analyserId: idSchema.optional().describe('If omitted: all.'),
  from: instantSchema.optional().describe('If omitted: from the first.'),
});
export type ControlScope = z.infer<typeof controlScopeSchema>;

/** A control or standard, by one of the zones in which it melts. */
const controlKeySchema = z.strictObject({
  sampleType: sampleTypeSchema.extract(['POSITIVE_TEST', 'STANDARD']),
  expected: diagnosticNameSchema.optional().describe('Of a standard; if omitted: none.'),
  phase: phaseTypeSchema,
  zone: zoneNameSchema,
});
export type ControlKey = z.infer<typeof controlKeySchema>;

const seriesQuerySchema = z.strictObject({
  ...controlScopeSchema.shape,
  ...controlKeySchema.shape,
  measure: controlMeasureSchema.default('tm'),
});

/** What can be chosen: kits, buffers, analysers and channels whose controls were read. */
const controlChoiceSchema = z.object({
  kit: namedSchema,
  reactionBuffer: namedSchema,
  analyser: namedSchema,
  channel: channelNameSchema,
});
export type ControlChoice = z.infer<typeof controlChoiceSchema>;

const controlOverviewSchema = z.object({
  controls: z.array(
    z.object({
      ...controlKeySchema.shape,
      /** Of the reference; without one, of all points. */
      mean: z.number().nullable(),
      /** The newest ones, oldest first; null: no peak that counts. */
      newest: z.array(z.number().nullable()),
      /** The worst rule that the newest ones break. */
      worst: westgardRuleSchema.nullable(),
      hasLimits: z.boolean(),
    }),
  ),
  negatives: z.object({
    wells: z.int(),
    /** With a peak that counts. */
    contaminated: z.int(),
    /** Failed without one: something was not read, or not understood. */
    notCalled: z.int(),
  }),
});
export type ControlOverview = z.infer<typeof controlOverviewSchema>;
export type ListedControl = ControlOverview['controls'][number];

const controlPointSchema = z.object({
  readingId: idSchema,
  runId: idSchema,
  businessId: z.int(),
  position: positionSchema,
  readAt: instantSchema,
  /** false: `readAt` is when the run was imported. */
  isDateKnown: z.boolean(),
  analyserId: idSchema,
  lotId: idSchema,
  /** Null: no peak that counts in the zone. */
  value: z.number().nullable(),
  isExcluded: z.boolean(),
  /** Distance to the mean in standard deviations; null: no limits. */
  distance: z.number().nullable(),
  /** Which it breaks, worst first. */
  rules: z.array(westgardRuleSchema),
});
export type ControlPoint = z.infer<typeof controlPointSchema>;

const controlLotSchema = z.object({
  lotId: idSchema,
  name: z.string(),
  kitVersion: z.string(),
  points: z.int(),
  mean: z.number().nullable(),
  sd: z.number().nullable(),
  /** To the mean of the lot before. */
  shift: z.number().nullable(),
  /** By more than one standard deviation of the reference. */
  isShifted: z.boolean(),
});
export type ControlLot = z.infer<typeof controlLotSchema>;

export const controlSeriesSchema = z.object({
  /** In order of reading. */
  points: z.array(controlPointSchema),
  /** More were read than are shown. */
  isCut: z.boolean(),
  reference: z.object({
    /** Null: not enough points. */
    limits: z.object({ mean: z.number(), sd: z.number() }).nullable(),
    points: z.int(),
    /** The lot that was taken as the mean; null: none, so it follows from the lots before the newest. */
    taken: z
      .object({ lotId: idSchema, reason: z.string(), byName: z.string(), at: instantSchema })
      .nullable(),
    /** Of what was taken; 0 before anything was. */
    revision: revisionSchema,
  }),
  /** In the order in which they were first read. */
  lots: z.array(controlLotSchema),
  /** Points that break each rule. */
  counts: z.record(westgardRuleSchema, z.int()),
  /** Where points lie on one side of the mean ten times and longer: places among the points. */
  oneSided: z.array(z.object({ first: z.int(), last: z.int() })),
});
export type ControlSeries = z.infer<typeof controlSeriesSchema>;

const negativeControlsSchema = z.object({
  /** In order of reading. */
  runs: z.array(z.object({ runId: idSchema, businessId: z.int() })),
  wells: z.int(),
  contaminated: z.int(),
  /** Failed without a peak that counts: something was not read, or not understood. */
  notCalled: z.int(),
  isCut: z.boolean(),
  /** A row each zone, and one for peaks in none. */
  rows: z.array(
    z.object({
      phase: phaseTypeSchema,
      zone: zoneNameSchema.nullable(),
      peaks: z.array(
        z.object({
          readingId: idSchema,
          /** Place among the runs. */
          run: z.int(),
          position: positionSchema,
          tm: z.number(),
          height: z.number(),
          counted: z.boolean(),
        }),
      ),
    }),
  ),
  /** The same zone counted in several runs that lie near one another, newest first. */
  repeats: z.array(
    z.object({
      phase: phaseTypeSchema,
      zone: zoneNameSchema.nullable(),
      businessIds: z.array(z.int()),
      /** Runs from the first of them to the last. */
      ofRuns: z.int(),
    }),
  ),
});
export type NegativeControls = z.infer<typeof negativeControlsSchema>;

const readingParams = z.strictObject({ readingId: idSchema });

/** Whether the method is still where it was: the controls of the laboratory over time. */
export const controlCalls = {
  choices: call({
    id: 'API-180',
    summary: 'List the kits, buffers, analysers and channels with control readings in the laboratory',
    method: 'GET',
    path: '/controls',
    access: signedIn,
    scope: 'laboratory',
    answer: z.array(controlChoiceSchema),
  }),
  overview: call({
    id: 'API-181',
    summary:
      'List every control and standard by zone, with its newest readings and the most serious broken rule',
    method: 'GET',
    path: '/controls/overview',
    costMs: 50,
    access: signedIn,
    scope: 'laboratory',
    query: z.strictObject({
      ...controlScopeSchema.shape,
      measure: controlMeasureSchema.default('tm'),
    }),
    answer: controlOverviewSchema,
  }),
  series: call({
    id: 'API-182',
    summary: 'Get the readings of a control in a zone, with limits, Westgard rules and lots',
    method: 'GET',
    path: '/controls/series',
    costMs: 50,
    access: signedIn,
    scope: 'laboratory',
    query: seriesQuerySchema,
    answer: controlSeriesSchema,
  }),
  negatives: call({
    id: 'API-183',
    summary: 'List the peaks of negative controls by run',
    method: 'GET',
    path: '/controls/negatives',
    costMs: 50,
    access: signedIn,
    scope: 'laboratory',
    query: controlScopeSchema,
    answer: negativeControlsSchema,
  }),
  tmShifts: call({
    id: 'API-340',
    summary: 'List the Tm shift of the controls of each run, and whether the zones moved',
    method: 'GET',
    path: '/controls/tm-shifts',
    costMs: 50,
    access: signedIn,
    scope: 'laboratory',
    query: controlScopeSchema,
    answer: controlTmShiftsSchema,
  }),
  reading: call({
    id: 'API-184',
    summary: 'Get a reading of a control: its peaks, the wells that it covers, notes',
    method: 'GET',
    path: '/controls/readings/:readingId',
    costMs: 30,
    access: signedIn,
    scope: 'laboratory',
    params: readingParams,
    answer: controlReadingSchema,
  }),
  addNote: call({
    id: 'API-185',
    summary: 'Add a note to a reading of a control',
    method: 'POST',
    path: '/controls/readings/:readingId/notes',
    costMs: 30,
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'laboratory',
    params: readingParams,
    body: commentBodySchema,
    answer: controlReadingSchema,
  }),
  setExcluded: call({
    id: 'API-186',
    summary: 'Exclude a reading of a control from the mean, or include it again',
    method: 'PUT',
    path: '/controls/readings/:readingId/excluded',
    costMs: 30,
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'laboratory',
    params: readingParams,
    body: z.strictObject({ isExcluded: z.boolean(), reason: reasonSchema, revision: revisionSchema }),
    answer: controlReadingSchema,
    errors: ['stale'],
  }),
  setReferenceLot: call({
    id: 'API-187',
    summary: 'Use a lot as the new mean of the controls of a kit and buffer',
    method: 'PUT',
    path: '/controls/reference',
    access: anyOf('WRITE_DIAGNOSTIC'),
    scope: 'laboratory',
    body: z.strictObject({
      kitId: idSchema,
      reactionBufferId: idSchema,
      lotId: idSchema,
      reason: reasonSchema,
      revision: revisionSchema,
    }),
    answer: z.object({ revision: revisionSchema }),
    errors: ['stale'],
  }),
  export: call({
    id: 'API-188',
    summary: 'Export the readings of a control in a zone as CSV',
    method: 'GET',
    path: '/controls/series/csv',
    costMs: 50,
    reads: 'list-export',
    access: signedIn,
    scope: 'laboratory',
    query: seriesQuerySchema,
    file: { mediaTypes: ['text/csv'] },
  }),
};
