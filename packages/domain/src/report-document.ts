import { z } from 'zod';

import { channelNameSchema } from './assay.ts';
import { diagnosticNameSchema, type DiagnosticColor } from './diagnostic-color.ts';
import { constantPhaseInfoSchema } from './interpretation.ts';
import { checkedDecisionSchema } from './laboratory-rules.ts';
import { daySchema, instantSchema } from './fields.ts';
import { plateTypeSchema, positionSchema, sampleTypeSchema } from './plate.ts';
import { runCheckSchema, runDoubtsSchema, type CheckedWell, type RunCheck } from './run-check.ts';
import { runDateSourceSchema } from './run-date.ts';
import { runStatusSchema } from './run-status.ts';
import { commentSchema, runSchema } from './run.ts';
import { tmShiftSchema } from './tm-shift.ts';
import { callExplanationSchema } from './well-call.ts';

const kitSchema = z.strictObject({ name: z.string(), version: z.string() });
const lotSchema = z.strictObject({ name: z.string(), expirationDate: daySchema });
const commentRecordSchema = commentSchema.omit({ id: true, own: true });

/** A result by its lasting name, and as the laboratory words it. */
const resultSchema = z.strictObject({ name: diagnosticNameSchema, label: z.string() });
export type ReportResult = z.infer<typeof resultSchema>;

/** The zones and thresholds that the wells of one kit version, buffer and channel were called with. */
const assaySchema = z.strictObject({
  kit: kitSchema.nullable(),
  reactionBuffer: z.string().nullable(),
  channel: channelNameSchema,
  /** How the zones followed the controls; left out: the kit version does not ask for it. */
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
  /** Reports of earlier versions do not have it. */
  orderId: z.string().nullable().default(null),
  sampleType: sampleTypeSchema,
  kit: kitSchema.nullable(),
  reactionBuffer: z.string().nullable(),
  lot: lotSchema.nullable(),
  expected: resultSchema.nullable(),
  /** What counts: set by a person, else suggested; null: none. */
  result: resultSchema.nullable(),
  suggested: resultSchema.nullable(),
  /** What people set in place of the suggested result, in order. */
  changes: z.array(
    z.strictObject({
      result: resultSchema.nullable(),
      comment: z.string().nullable(),
      byName: z.string(),
      at: instantSchema,
      /** It takes back the change that counted before it. */
      isUndo: z.literal(true).optional(),
    }),
  ),
  /** Peaks, rules and flags, as they were when the well was called. */
  explanation: callExplanationSchema,
  comments: z.array(commentRecordSchema),
});

const placeSchema = z.strictObject({ position: positionSchema, channel: channelNameSchema });
const { demands, signed } = runCheckSchema.shape;

/** What was doubtful about the run, what the laboratory asked for, and what was answered. */
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
  /** Reports from before do not have these two. */
  curves: z.array(placeSchema.extend({ texts: z.array(z.string()) })).default([]),
  facts: runDoubtsSchema.shape.facts,
  /** What they were and why is listed with the wells. */
  changedByHand: z.array(placeSchema),
  nearBorder: z.array(placeSchema.extend({ text: z.string() })),
  /** Of reports from before. */
  spikes: z.array(placeSchema).optional(),
  saturated: z.array(placeSchema).optional(),
  plate: runDoubtsSchema.shape.plate,
  notAnalysed: z.array(positionSchema),
  /** null: it is not decided yet. */
  signed,
});

/**
 * What a report says, for programs: it is attached to the PDF. Everything by name, nothing by id; fields in this
 * order, wells in the order of the report.
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
    /** When the analyser ran; null: not known. */
    created: instantSchema.nullable(),
    /** Where that comes from; left out, with what follows: from before it was noted. */
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
    /** Of a trial; left out: it is none. */
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
  /** null: the run was decided before checks were kept. */
  check: checkSchema.nullable(),
  assays: z.array(assaySchema),
  wells: z.array(wellSchema),
});
export type ReportDocument = z.infer<typeof reportDocumentSchema>;

/** What a report holds of a check. */
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

/** What a report holds of a result. */
export const reportedResult = (color: DiagnosticColor | null | undefined): ReportResult | null =>
  color ? { name: color.diagnostic.name, label: color.diagnosticLabel } : null;
