import {
  channelNameSchema,
  controlMeasureSchema,
  controlTmShiftsSchema,
  diagnosticNameSchema,
  idSchema,
  instantSchema,
  kitSchema,
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

/** Selects the controls to evaluate together. */
const controlScopeSchema = z.strictObject({
  kitId: idSchema,
  reactionBufferId: idSchema,
  channel: channelNameSchema,
  analyserId: idSchema.optional().describe('If omitted: all.'),
  from: instantSchema.optional().describe('If omitted: from the first.'),
});
export type ControlScope = z.infer<typeof controlScopeSchema>;

/** A control or standard in one of its zones. */
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

/** The kits, buffers, analysers and channels with control readings. */
const controlChoiceSchema = z.object({
  kit: namedSchema.extend({ owner: kitSchema.shape.owner }),
  reactionBuffer: namedSchema,
  analyser: namedSchema,
  channel: channelNameSchema,
});
export type ControlChoice = z.infer<typeof controlChoiceSchema>;

const controlOverviewSchema = z.object({
  controls: z.array(
    z.object({
      ...controlKeySchema.shape,
      /** Of the reference; without a reference, of all points. */
      mean: z.number().nullable(),
      /** The newest values, oldest first; null: no counted peak. */
      newest: z.array(z.number().nullable()),
      /** The worst rule broken by the newest values. */
      worst: westgardRuleSchema.nullable(),
      hasLimits: z.boolean(),
    }),
  ),
  negatives: z.object({
    wells: z.int(),
    /** With a counted peak. */
    contaminated: z.int(),
    /** Failed without a counted peak: not read, or not interpretable. */
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
  /** False: `readAt` is the time of the import. */
  isDateKnown: z.boolean(),
  analyserId: idSchema,
  lotId: idSchema,
  /** Null: no counted peak in the zone. */
  value: z.number().nullable(),
  isExcluded: z.boolean(),
  /** Distance to the mean in standard deviations; null: no limits. */
  distance: z.number().nullable(),
  /** Broken rules, worst first. */
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
  /** Shift from the mean of the previous lot. */
  shift: z.number().nullable(),
  /** Whether the shift exceeds one standard deviation of the reference. */
  isShifted: z.boolean(),
});
export type ControlLot = z.infer<typeof controlLotSchema>;

export const controlSeriesSchema = z.object({
  /** In order of reading. */
  points: z.array(controlPointSchema),
  /** Whether further readings are not shown. */
  isCut: z.boolean(),
  reference: z.object({
    /** Null: too few points. */
    limits: z.object({ mean: z.number(), sd: z.number() }).nullable(),
    points: z.int(),
    /** The lot that was set as the mean; null: none, so the lots before the newest apply. */
    taken: z
      .object({ lotId: idSchema, reason: z.string(), byName: z.string(), at: instantSchema })
      .nullable(),
    /** Revision of the setting; 0: never set. */
    revision: revisionSchema,
  }),
  /** In the order of their first reading. */
  lots: z.array(controlLotSchema),
  /** Number of points that break each rule. */
  counts: z.record(westgardRuleSchema, z.int()),
  /** Ranges of ten or more points on one side of the mean, as indices. */
  oneSided: z.array(z.object({ first: z.int(), last: z.int() })),
});
export type ControlSeries = z.infer<typeof controlSeriesSchema>;

const negativeControlsSchema = z.object({
  /** In order of reading. */
  runs: z.array(z.object({ runId: idSchema, businessId: z.int() })),
  wells: z.int(),
  contaminated: z.int(),
  /** Failed without a counted peak: not read, or not interpretable. */
  notCalled: z.int(),
  isCut: z.boolean(),
  /** A row for each zone, and one for peaks outside all zones. */
  rows: z.array(
    z.object({
      phase: phaseTypeSchema,
      zone: zoneNameSchema.nullable(),
      peaks: z.array(
        z.object({
          readingId: idSchema,
          /** Index of the run. */
          run: z.int(),
          position: positionSchema,
          tm: z.number(),
          height: z.number(),
          counted: z.boolean(),
        }),
      ),
    }),
  ),
  /** A zone counted in several nearby runs, newest first. */
  repeats: z.array(
    z.object({
      phase: phaseTypeSchema,
      zone: zoneNameSchema.nullable(),
      businessIds: z.array(z.int()),
      /** The number of runs from the first to the last of them. */
      ofRuns: z.int(),
    }),
  ),
});
export type NegativeControls = z.infer<typeof negativeControlsSchema>;

/** The laboratory's controls over time, which show whether the method is stable. */
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
