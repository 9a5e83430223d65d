import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema } from '../kit/assay.ts';
import { idSchema, instantSchema, namedSchema } from '../text/fields.ts';
import { plateTypeSchema, positionSchema, sampleTypeSchema } from '../plate/plate.ts';
import { runCheckSchema } from '../run/run-check.ts';
import { runDateSourceSchema } from '../run/run-date.ts';
import { callExplanationSchema } from '../call/well-call.ts';
import { diagnosticColorSchema } from '../diagnostics/diagnostic-color.ts';
import { jsonValueSchema, sha256Schema } from './hashes.ts';

/** A user with their name at that time. */
const personSchema = z.strictObject({ id: idSchema, name: z.string() });
const wellPlaceSchema = z.strictObject({ position: positionSchema, channel: channelNameSchema });

const recordFileSchema = z.strictObject({ name: z.string(), size: z.int(), sha256: sha256Schema });

/** The readings from the files: the input of the algorithm. */
const recordCurvesSchema = z.strictObject({
  channel: channelNameSchema,
  phase: phaseTypeSchema,
  quantity: z.string(),
  positions: z.array(positionSchema),
  pointCounts: z.array(z.int()),
  /** Of the bytes, little-endian float64, in this order of positions. */
  temperaturesSha256: sha256Schema,
  valuesSha256: sha256Schema,
  /** Of the stored packed curves; omitted: they were not packed. */
  packedSha256: sha256Schema.optional(),
});

/** The diagnostics of a result: the suggested one, then overrides; the last one in effect counts. */
const recordDiagnosticSchema = z.strictObject({
  state: z.enum(['INITIAL', 'UPDATED']),
  diagnosticColor: diagnosticColorSchema.nullable(),
  /** The reason for the change. */
  reason: z.string().nullable(),
  by: personSchema,
  at: instantSchema,
  /** It undoes the previous override; omitted: it does not. */
  isUndo: z.literal(true).optional(),
});

const recordWellSchema = z.strictObject({
  id: idSchema,
  ...wellPlaceSchema.shape,
  name: z.string().nullable(),
  orderId: z.string().nullable(),
  sampleType: sampleTypeSchema.nullable(),
  kitVersion: z.strictObject({ id: idSchema, kit: z.string(), version: z.string() }).nullable(),
  lot: namedSchema.strict().nullable(),
  reactionBuffer: namedSchema.strict().nullable(),
  /** The name of the expected diagnostic. */
  expected: z.string().nullable(),
  /** As shown in lists. */
  result: z.string().nullable(),
  score: z.number().nullable(),
  diagnosticComment: z.string().nullable(),
  /** The explanation of the call; null: the well is not interpreted. */
  explanation: callExplanationSchema.nullable(),
  diagnostics: z.array(recordDiagnosticSchema),
});

const recordCommentSchema = z.strictObject({
  id: idSchema,
  /** Null: a comment on the run. */
  well: wellPlaceSchema.nullable(),
  by: personSchema,
  value: z.string(),
  at: instantSchema,
  editedAt: instantSchema.nullable(),
});

/** The slopes as drawn on pages and in reports. */
const recordSlopesSchema = z.strictObject({
  ...recordCurvesSchema.omit({ quantity: true, packedSha256: true }).shape,
});

/** A control reading; whether it is excluded from the mean may change later and is not included. */
const recordControlSchema = z.strictObject({
  ...wellPlaceSchema.shape,
  call: z.string().nullable(),
  /** The rule that it broke, compared with earlier readings. */
  brokenRule: jsonValueSchema,
  peaks: z.array(jsonValueSchema),
});

const recordLotSchema = z.strictObject({
  ...namedSchema.shape,
  kit: z.string(),
  version: z.string(),
  expirationDate: z.iso.date(),
});

const recordDecisionSchema = z.strictObject({
  decision: z.enum(['submit', 'approve', 'reject']),
  by: personSchema,
  at: instantSchema,
  /** Of a rejection. */
  reason: z.string().nullable(),
  /** The check with its requirements and answers; null: rejected without one. */
  check: runCheckSchema.nullable(),
  /** Of all wells; omitted: older decisions. */
  lots: z.array(recordLotSchema).optional(),
});

/**
 * Everything that a decision covers, at the time of the decision: the record that is hashed and signed. It is
 * rebuilt from the same rows whenever the signature is verified.
 */
export const decisionRecordSchema = z.strictObject({
  format: z.literal('curvewell-decision-record/1'),
  run: z.strictObject({
    id: idSchema,
    laboratoryId: idSchema,
    businessId: z.int(),
    name: z.string(),
    plateId: z.string().nullable(),
    plateType: plateTypeSchema,
    fileName: z.string(),
    instrumentName: z.string(),
    analyserId: idSchema,
    /** Null: unknown. */
    runDate: instantSchema.nullable(),
    /** Omitted together with the next fields: not recorded then. */
    runDateSource: runDateSourceSchema.optional(),
    runDateZone: z.string().nullable().optional(),
    runDateText: z.string().nullable().optional(),
    runDateBy: personSchema.nullable().optional(),
    importedAt: instantSchema,
    createdBy: personSchema,
    status: z.enum(['APPROVED', 'REJECTED']),
    submittedBy: personSchema,
    submittedAt: instantSchema,
    decidedBy: personSchema,
    decidedAt: instantSchema,
    /** Lots that were inactive at the interpretation; omitted: none. */
    trialLotIds: z.array(idSchema).min(1).optional(),
  }),
  files: z.array(recordFileSchema),
  /** By channel and phase. */
  curves: z.array(recordCurvesSchema),
  /** Stored beside the curves; omitted: the files hold none, or the run is from before it was read. */
  amplification: z.strictObject({ contentSha256: sha256Schema, packedSha256: sha256Schema }).optional(),
  interpretation: z.strictObject({
    algorithmVersion: z.string(),
    softwareVersion: z.string(),
    /** SHA-256 over the SHA-256 of the files, in order. */
    inputSha256: sha256Schema,
    configurationSha256: sha256Schema,
    /**
     * Hash of the engine's sources, which identifies the build of the algorithm. Omitted: not recorded then.
     */
    engineSha256: sha256Schema.optional(),
    /** The settings at that time. */
    configuration: jsonValueSchema,
    by: personSchema,
    at: instantSchema,
  }),
  /** Omitted together with the next fields: not recorded then. By channel and phase. */
  slopes: z.array(recordSlopesSchema).optional(),
  /** By channel and position. */
  controls: z.array(recordControlSchema).optional(),
  /** The report of the file reader, and the answers given to it. */
  importReport: jsonValueSchema.optional(),
  /** By channel and position. */
  wells: z.array(recordWellSchema),
  /** In order. */
  comments: z.array(recordCommentSchema),
  /** In order; the last one is signed. */
  decisions: z.array(recordDecisionSchema),
});
export type DecisionRecord = z.infer<typeof decisionRecordSchema>;
