import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema } from './assay.ts';
import { wellBrokenRuleSchema } from './broken-rule.ts';
import { runDeliverySchema } from './delivery-faults.ts';
import { diagnosticColorSchema } from './diagnostic-color.ts';
import { importReportSchema } from './import-report.ts';
import { fitAnswerSchema } from './kit-fit.ts';
import { channelAssignmentSchema, kitStatusSchema, kitVersionReferenceSchema, lotSchema } from './kit.ts';
import { laboratoryRulesSchema } from './laboratory-rules.ts';
import { daySchema, idSchema, instantSchema, namedSchema, revisionSchema } from './fields.ts';
import { plateTypeSchema, positionSchema, sampleTypeSchema } from './plate.ts';
import { requiredControlsSchema } from './required-controls.ts';
import { trialLotSchema } from './trial.ts';
import { runDateSourceSchema } from './run-date.ts';
import { runPermissionsSchema } from './run-permissions.ts';
import { runStatusSchema } from './run-status.ts';
import { DEFAULT_TIME_ZONE } from './time-zone.ts';
import { interpretedWellDiagnosticSchema } from './well-diagnostic.ts';

export const commentSchema = z.object({
  id: idSchema,
  technicianName: z.string(),
  /** Whether the caller wrote it and may edit it. */
  own: z.boolean(),
  creationDateTime: instantSchema,
  editDateTime: instantSchema.nullable(),
  value: z.string(),
});
export type Comment = z.infer<typeof commentSchema>;

/** The longest name and the longest order id of a well that are saved. */
export const MAX_WELL_NAME = 100;
export const MAX_ORDER_ID = 100;

/** What is in one well, in one channel. */
export const wellSchema = z.object({
  id: idSchema,
  name: z.string().nullable(),
  /** Under which the sample was ordered, as a work list gave it. */
  orderId: z.string().nullable(),
  position: positionSchema,
  channel: channelNameSchema,
  /** The well is set: it has a sample type. */
  analyseWell: z.boolean(),
  sampleType: sampleTypeSchema.nullable(),
  kitVersion: kitVersionReferenceSchema.nullable(),
  lot: z.object({ id: idSchema, name: z.string(), expirationDate: daySchema }).nullable(),
  reactionBuffer: namedSchema.nullable(),
  expectedDiagnostic: diagnosticColorSchema.nullable(),
  /** The suggested diagnostic's name once interpreted; null: none. */
  res: z.string().nullable(),
  /** 0 to 1 once interpreted. */
  score: z.number().nullable(),
  comments: z.array(commentSchema),
  diagnosticComment: z.string().nullable(),
  /** What people have set in place of the suggested diagnostic, in order: the last one counts. */
  updatedDiagnostics: z.array(interpretedWellDiagnosticSchema),
});
export type Well = z.infer<typeof wellSchema>;

/** The wells of one channel of the plate. */
export const channelAnalysisSchema = z.object({
  id: idSchema,
  name: z.string(),
  channel: channelNameSchema,
  phases: z.array(phaseTypeSchema),
  wells: z.record(positionSchema, wellSchema),
});
export type ChannelAnalysis = z.infer<typeof channelAnalysisSchema>;

/** One row of step 1: a kit version with the buffer and the lots that are on the plate. */
const runKitSchema = z.object({
  kitVersion: kitVersionReferenceSchema,
  /** null: any buffer of the kit. */
  reactionBuffer: namedSchema.nullable(),
  lots: z.array(lotSchema.pick({ id: true, name: true, expirationDate: true, active: true })),
  /** The last day on which the version is valid; null: no end is set. */
  validityEndDate: daySchema.nullable(),
  channelAssignments: z.array(channelAssignmentSchema),
  /** Of the kit version; the laboratory's rules may ask for more. */
  requiredControls: requiredControlsSchema,
  /** Of the kit on the run's analyser. */
  status: kitStatusSchema,
});

export const usedKitReactionBufferPairSchema = z.object({
  kitVersion: kitVersionReferenceSchema,
  reactionBuffer: namedSchema,
});

const runFileSchema = z.object({ id: idSchema, name: z.string(), size: z.int(), sha256: z.string() });

/** Who did something to a run, and when. */
const actSchema = z.object({ name: z.string(), at: instantSchema });

/** A run as a list shows it. */
export const runSummarySchema = z.object({
  id: idSchema,
  businessId: z.int(),
  plateId: z.string().nullable(),
  plateType: plateTypeSchema,
  name: z.string(),
  /** When the analyser ran, if `runDateSource` says that it is known; sorted by in any case. */
  created: instantSchema,
  runDateSource: runDateSourceSchema.default('UNKNOWN'),
  /** In which a date without an offset was read, or was entered; null: neither. */
  runDateZone: z.string().nullable().default(null),
  /** A date without an offset as the file gives it, ISO 8601. */
  runDateText: z.string().nullable().default(null),
  /** Who entered it. */
  runDateByName: z.string().nullable().default(null),
  /** In which times of the run are shown. */
  laboratoryTimeZone: z.string().default(DEFAULT_TIME_ZONE),
  createdByName: z.string(),
  instrumentName: z.string(),
  analyser: idSchema,
  runImportDate: instantSchema,
  status: runStatusSchema,
  /** Since when it is in this status; of an archived run, since when it is archived. */
  since: instantSchema,
  submittedByName: z.string().nullable(),
  /** Filled once the run is interpreted. */
  interpretationRunByName: z.string().nullable(),
  rejectedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  laboratory: namedSchema,
  /** null: not tried. */
  ftpSent: z.boolean().nullable(),
  /** Null: it is sent, or nobody has asked for that. */
  delivery: runDeliverySchema.nullable(),
  fileName: z.string(),
  lotName: z.string().nullable(),
  /** Some lot was not active, or of a sample kit, when it was interpreted; before that, is so now. */
  isTrial: z.boolean(),
  /** Its lots that make it a trial. */
  trialLots: z.array(trialLotSchema),
  usedKitReactionBufferPairs: z.array(usedKitReactionBufferPairSchema),
  /** The curves of its files are stored. */
  parsed: z.boolean(),
  deletionDate: daySchema.nullable(),
  /** Whether it has been sent for archiving, or that has failed; null: neither, or it is archived. */
  archiving: z.enum(['pending', 'failed']).nullable(),
  /** Of a decided run, when it was last held against its signature; null: nobody has signed it, or not looked yet. */
  record: z.enum(['unchanged', 'changed']).nullable(),
  revision: revisionSchema,
  permissions: runPermissionsSchema,
});
export type RunSummary = z.infer<typeof runSummarySchema>;

export const runSchema = runSummarySchema.extend({
  kits: z.array(runKitSchema),
  analyses: z.array(channelAnalysisSchema),
  comments: z.array(commentSchema),
  files: z.array(runFileSchema),
  acts: z.object({
    imported: actSchema,
    interpreted: actSchema.nullable(),
    submitted: actSchema.nullable(),
    approved: actSchema.nullable(),
    rejected: actSchema.nullable(),
    archived: actSchema.nullable(),
  }),
  /** Why it was rejected; null: it was not, or no reason was required. */
  rejectionReason: z.string().nullable(),
  /** What its laboratory asks for before it is submitted, approved, rejected or changed. */
  rules: laboratoryRulesSchema,
  algorithmVersion: z.string().nullable(),
  /** Of the settings that the run was interpreted with. */
  configurationSha256: z.string().nullable(),
  /** Its controls and standards that broke a rule of Westgard when it was interpreted. */
  brokenRules: z.array(wellBrokenRuleSchema),
  /** What the reader found in the files, and what it left out and why. */
  importReport: importReportSchema,
  /** Where its kits and its files do not fit, and who has confirmed it; null: nothing had to be confirmed. */
  fit: fitAnswerSchema.nullable(),
});
export type Run = z.infer<typeof runSchema>;
