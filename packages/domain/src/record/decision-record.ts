import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema } from '../assay.ts';
import { idSchema, instantSchema, namedSchema } from '../fields.ts';
import { plateTypeSchema, positionSchema, sampleTypeSchema } from '../plate.ts';
import { runCheckSchema } from '../run-check.ts';
import { runDateSourceSchema } from '../run-date.ts';
import { callExplanationSchema } from '../well-call.ts';
import { diagnosticColorSchema } from '../diagnostic-color.ts';
import { jsonValueSchema, sha256Schema } from './hashes.ts';

/** A person as they were called then. */
const personSchema = z.strictObject({ id: idSchema, name: z.string() });
const wellPlaceSchema = z.strictObject({ position: positionSchema, channel: channelNameSchema });

const recordFileSchema = z.strictObject({ name: z.string(), size: z.int(), sha256: sha256Schema });

/** The readings as they were taken from the files: what the algorithm was given. */
const recordCurvesSchema = z.strictObject({
  channel: channelNameSchema,
  phase: phaseTypeSchema,
  quantity: z.string(),
  positions: z.array(positionSchema),
  pointCounts: z.array(z.int()),
  /** Of the bytes, little endian float64, in this order of positions. */
  temperaturesSha256: sha256Schema,
  valuesSha256: sha256Schema,
  /** Of the packed curves as they are stored; left out: they were not packed. */
  packedSha256: sha256Schema.optional(),
});

/** The diagnostics of a result: the algorithm's first, then those of people; the last one that stands counts. */
const recordDiagnosticSchema = z.strictObject({
  state: z.enum(['INITIAL', 'UPDATED']),
  diagnosticColor: diagnosticColorSchema.nullable(),
  /** Why it was changed. */
  reason: z.string().nullable(),
  by: personSchema,
  at: instantSchema,
  /** It takes back the change that counted before it; left out: it does not. */
  isUndo: z.literal(true).optional(),
});

const recordWellSchema = z.strictObject({
  id: idSchema,
  ...wellPlaceSchema.shape,
  name: z.string().nullable(),
  /** Under which the sample was ordered. */
  orderId: z.string().nullable(),
  sampleType: sampleTypeSchema.nullable(),
  kitVersion: z.strictObject({ id: idSchema, kit: z.string(), version: z.string() }).nullable(),
  lot: namedSchema.strict().nullable(),
  reactionBuffer: namedSchema.strict().nullable(),
  /** The name of a diagnostic. */
  expected: z.string().nullable(),
  /** As they stand with the well, for lists. */
  result: z.string().nullable(),
  score: z.number().nullable(),
  diagnosticComment: z.string().nullable(),
  /** Why it was called so; null: nothing reads this well. */
  explanation: callExplanationSchema.nullable(),
  diagnostics: z.array(recordDiagnosticSchema),
});

const recordCommentSchema = z.strictObject({
  id: idSchema,
  /** null: of the run. */
  well: wellPlaceSchema.nullable(),
  by: personSchema,
  value: z.string(),
  at: instantSchema,
  editedAt: instantSchema.nullable(),
});

/** The slopes as pages and reports draw them. */
const recordSlopesSchema = z.strictObject({
  ...recordCurvesSchema.omit({ quantity: true, packedSha256: true }).shape,
});

/** A control as it is in its series; excluded from the mean it may be later. */
const recordControlSchema = z.strictObject({
  ...wellPlaceSchema.shape,
  call: z.string().nullable(),
  /** The rule that it broke by the earlier readings. */
  brokenRule: jsonValueSchema,
  peaks: z.array(jsonValueSchema),
});

/** A lot as it was when somebody decided. */
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
  /** What the check showed, what the laboratory asked for, and what was answered; null: rejected without one. */
  check: runCheckSchema.nullable(),
  /** Of all wells; left out: from before they were kept. */
  lots: z.array(recordLotSchema).optional(),
});

/**
 * Everything that a decision is about, as it was when it was made: the record that is hashed and signed. It is rebuilt
 * from the same rows whenever somebody asks whether it still is what was signed.
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
    /** null: not known. */
    runDate: instantSchema.nullable(),
    /** Omitted, with what follows: from before it was noted. */
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
    /** Lots that were not active when it was interpreted; left out: there were none. */
    trialLotIds: z.array(idSchema).min(1).optional(),
  }),
  files: z.array(recordFileSchema),
  /** By channel and phase. */
  curves: z.array(recordCurvesSchema),
  interpretation: z.strictObject({
    algorithmVersion: z.string(),
    softwareVersion: z.string(),
    /** SHA-256 over the SHA-256 of the files, in order. */
    inputSha256: sha256Schema,
    configurationSha256: sha256Schema,
    /** Of the sources of the engine: names the build of the algorithm. If omitted: from before it was kept. */
    engineSha256: sha256Schema.optional(),
    /** The settings as they were. */
    configuration: jsonValueSchema,
    by: personSchema,
    at: instantSchema,
  }),
  /** Omitted, with what follows: from before the engine was kept. By channel and phase. */
  slopes: z.array(recordSlopesSchema).optional(),
  /** By channel and position. */
  controls: z.array(recordControlSchema).optional(),
  /** What the reader of the files reported and was given. */
  importReport: jsonValueSchema.optional(),
  /** By channel and position. */
  wells: z.array(recordWellSchema),
  /** In order. */
  comments: z.array(recordCommentSchema),
  /** In order; the last one is what is signed. */
  decisions: z.array(recordDecisionSchema),
});
export type DecisionRecord = z.infer<typeof decisionRecordSchema>;
