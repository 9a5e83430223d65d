import { z } from 'zod';

import { channelNameSchema } from '../kit/assay.ts';
import { combinedResultSchema, type CombinedResult } from '../sample/combined-result.ts';
import {
  diagnosticColorSchema,
  diagnosticNameSchema,
  type DiagnosticColor,
} from '../diagnostics/diagnostic-color.ts';
import { constantPhaseInfoSchema } from '../call/interpretation.ts';
import { checkedDecisionSchema } from '../laboratory/laboratory-rules.ts';
import { daySchema, instantSchema } from '../text/fields.ts';
import { plateTypeSchema, positionSchema, sampleTypeSchema } from '../plate/plate.ts';
import { runCheckSchema, runDoubtsSchema, type CheckedWell, type RunCheck } from './run-check.ts';
import { runDateSourceSchema } from './run-date.ts';
import { runStatusSchema } from './run-status.ts';
import { sampleResultSchema, type SampleResult } from '../sample/sample-result.ts';
import { commentSchema, runSchema } from './run.ts';
import { tmShiftSchema } from '../settings/tm-shift.ts';
import { callExplanationSchema } from '../call/well-call.ts';

const kitSchema = z.strictObject({ name: z.string(), version: z.string() });
const lotSchema = z.strictObject({ name: z.string(), expirationDate: daySchema });
const commentRecordSchema = commentSchema.omit({ id: true, own: true });

/** A result by its stable name and the laboratory's label, with the codes that the kit gives it. */
const resultSchema = z.strictObject({
  name: diagnosticNameSchema,
  label: z.string(),
  ...diagnosticColorSchema.pick({ lisCode: true, snomedCt: true, loinc: true, meaning: true }).shape,
});
export type ReportResult = z.infer<typeof resultSchema>;

/** The zones and thresholds for wells of one kit version, buffer and channel. */
const assaySchema = z.strictObject({
  kit: kitSchema.nullable(),
  reactionBuffer: z.string().nullable(),
  channel: channelNameSchema,
  /** The Tm shift; omitted: not corrected by the kit version. */
  tmShift: tmShiftSchema.omit({ ofOthers: true }).optional(),
  phases: z.array(
    constantPhaseInfoSchema.omit({ id: true, moved: true }).extend({
      constantZoneInfos: z.array(constantPhaseInfoSchema.shape.constantZoneInfos.element.omit({ id: true })),
    }),
  ),
});

const wellSchema = z.strictObject({
  position: positionSchema,
  channel: channelNameSchema,
  name: z.string().nullable(),
  /** Missing in reports of earlier versions. */
  orderId: z.string().nullable().default(null),
  sampleType: sampleTypeSchema,
  kit: kitSchema.nullable(),
  reactionBuffer: z.string().nullable(),
  lot: lotSchema.nullable(),
  expected: resultSchema.nullable(),
  /** The override, else the suggested diagnostic; null: none. */
  result: resultSchema.nullable(),
  suggested: resultSchema.nullable(),
  /** Overrides in order. */
  changes: z.array(
    z.strictObject({
      result: resultSchema.nullable(),
      comment: z.string().nullable(),
      byName: z.string(),
      at: instantSchema,
      /** It undoes the previous override. */
      isUndo: z.literal(true).optional(),
    }),
  ),
  /** Peaks, rules and flags of the call. */
  explanation: callExplanationSchema,
  comments: z.array(commentRecordSchema),
});

/** A sample with several wells, as its kit version's rule gives it. */
const sampleSchema = z.strictObject({
  ...sampleResultSchema.omit({ kitVersionId: true, wells: true, result: true }).shape,
  wells: z.array(
    z.strictObject({
      position: positionSchema,
      found: resultSchema.nullable(),
      ...sampleResultSchema.shape.wells.element.pick({ part: true, isByHand: true }).shape,
    }),
  ),
  /** Null: none; see `fault`. */
  result: resultSchema.nullable(),
});

/** A sample of a kit with channel rules. */
const combinedSchema = z.strictObject({
  ...combinedResultSchema.omit({ kitVersionId: true, channels: true }).shape,
  channels: z.array(
    z.strictObject({
      ...combinedResultSchema.shape.channels.element.omit({ wells: true, found: true }).shape,
      wells: z.array(z.strictObject({ position: positionSchema, found: resultSchema.nullable() })),
      found: resultSchema.nullable(),
    }),
  ),
});

const placeSchema = z.strictObject({ position: positionSchema, channel: channelNameSchema });
const { demands, signed } = runCheckSchema.shape;

/** The doubts about the run, the laboratory's requirements, and the answers. */
const checkSchema = z.strictObject({
  decision: checkedDecisionSchema,
  demands,
  wells: runDoubtsSchema.shape.wells,
  counts: z.array(
    z.strictObject({ result: resultSchema.nullable(), byChannel: runDoubtsSchema.shape.wellsByChannel }),
  ),
  failedControls: z.array(placeSchema.extend({ cause: z.string() })),
  standards: z.array(
    placeSchema.extend({
      expected: resultSchema.nullable(),
      found: resultSchema.nullable(),
      isAsExpected: z.boolean(),
      outOfRange: z.string().nullable(),
    }),
  ),
  unresolved: z.array(placeSchema.extend({ reason: z.string() })),
  /** The next two are missing in older reports. */
  curves: z.array(placeSchema.extend({ texts: z.array(z.string()) })).default([]),
  facts: runDoubtsSchema.shape.facts,
  /** Their results and reasons are listed with the wells. */
  changedByHand: z.array(placeSchema),
  nearBorder: z.array(placeSchema.extend({ text: z.string() })),
  /** Only in older reports. */
  spikes: z.array(placeSchema).optional(),
  saturated: z.array(placeSchema).optional(),
  plate: runDoubtsSchema.shape.plate,
  notAnalysed: z.array(positionSchema),
  /** Null: not decided yet. */
  signed,
});

/**
 * The content of a report as data, attached to the PDF: with names instead of ids, fields in this order,
 * wells in the order of the report.
 */
export const reportDocumentSchema = z.strictObject({
  format: z.literal('curvewell-report'),
  formatVersion: z.literal(1),
  run: z.strictObject({
    businessId: z.int(),
    name: z.string(),
    plateId: z.string().nullable(),
    plateType: plateTypeSchema,
    status: runStatusSchema,
    laboratory: z.string(),
    instrumentName: z.string(),
    /** When the analyser ran; null: unknown. */
    created: instantSchema.nullable(),
    /** The source of that; omitted together with the next fields: not recorded then. */
    runDateSource: runDateSourceSchema.optional(),
    runDateZone: z.string().nullable().optional(),
    runDateText: z.string().nullable().optional(),
    runDateByName: z.string().nullable().optional(),
    files: z.array(z.strictObject({ name: z.string(), size: z.int(), sha256: z.string() })),
    kits: z.array(
      z.strictObject({ kit: kitSchema, reactionBuffer: z.string().nullable(), lots: z.array(lotSchema) }),
    ),
    acts: runSchema.shape.acts,
    rejectionReason: z.string().nullable(),
    /** Of a trial run; omitted: it is none. */
    trialLots: z.array(z.string()).min(1).optional(),
    comments: z.array(commentRecordSchema),
  }),
  trace: z.strictObject({
    algorithmVersion: z.string(),
    settingsSha256: z.string(),
    softwareVersion: z.string(),
    exportedBy: z.string(),
    exportedAt: instantSchema,
  }),
  /** Null: decided before checks were stored. */
  check: checkSchema.nullable(),
  assays: z.array(assaySchema),
  wells: z.array(wellSchema),
  /** Wells with one name and their results; omitted: no kit version has replicates. */
  samples: z.array(sampleSchema).optional(),
  /** Combined results of samples; omitted: no kit version has channel rules. */
  combined: z.array(combinedSchema).optional(),
});
export type ReportDocument = z.infer<typeof reportDocumentSchema>;

export function reportedCheck({ decision, demands, doubts, signed }: RunCheck): z.infer<typeof checkSchema> {
  const place = ({ position, channel }: CheckedWell) => ({ position, channel });
  return {
    decision,
    demands,
    signed,
    wells: doubts.wells,
    counts: doubts.counts.map(({ diagnostic, byChannel }) => ({
      result: reportedResult(diagnostic),
      byChannel,
    })),
    failedControls: doubts.failedControls.map(({ cause, ...well }) => ({ ...place(well), cause })),
    standards: doubts.standards.map(({ expected, isAsExpected, outOfRange, ...well }) => ({
      ...place(well),
      expected: reportedResult(expected),
      found: reportedResult(well.found),
      isAsExpected,
      outOfRange,
    })),
    unresolved: doubts.unresolved.map(({ reason, ...well }) => ({ ...place(well), reason })),
    curves: doubts.curves.map(({ texts, ...well }) => ({ ...place(well), texts })),
    facts: doubts.facts,
    changedByHand: doubts.changedByHand.map(place),
    nearBorder: doubts.nearBorder.map(({ text, ...well }) => ({ ...place(well), text })),
    ...(doubts.spikes && { spikes: doubts.spikes.map(place) }),
    ...(doubts.saturated && { saturated: doubts.saturated.map(place) }),
    plate: doubts.plate,
    notAnalysed: doubts.notAnalysed,
  };
}

export const reportedResult = (color: DiagnosticColor | null | undefined): ReportResult | null =>
  color
    ? {
        name: color.diagnostic.name,
        label: color.diagnosticLabel,
        ...(color.lisCode !== undefined && { lisCode: color.lisCode }),
        ...(color.snomedCt !== undefined && { snomedCt: color.snomedCt }),
        ...(color.loinc !== undefined && { loinc: color.loinc }),
        ...(color.meaning !== undefined && { meaning: color.meaning }),
      }
    : null;

/** A sample with several wells in a report. */
export function reportedSample({
  kitVersionId: _kitVersionId,
  wells,
  result,
  ...sample
}: SampleResult): z.infer<typeof sampleSchema> {
  return {
    ...sample,
    wells: wells.map(({ wellId: _wellId, found, ...well }) => ({ ...well, found: reportedResult(found) })),
    result: reportedResult(result),
  };
}

/** The combined result of a sample in a report. */
export function reportedCombined({
  kitVersionId: _kitVersionId,
  channels,
  ...combined
}: CombinedResult): z.infer<typeof combinedSchema> {
  return {
    ...combined,
    channels: channels.map(({ wells, found, ...channel }) => ({
      ...channel,
      wells: wells.map((well) => ({ position: well.position, found: reportedResult(well.found) })),
      found: reportedResult(found),
    })),
  };
}
