import { z } from 'zod';

import { channelNameSchema, phaseTypeSchema } from '../kit/assay.ts';
import { wellBrokenRuleSchema } from '../laboratory/broken-rule.ts';
import { runChannelRulesSchema } from '../settings/channel-rules.ts';
import { runDeliverySchema } from '../outputs/delivery-faults.ts';
import { diagnosticColorSchema } from '../diagnostics/diagnostic-color.ts';
import { importReportSchema } from './import-report.ts';
import { fitAnswerSchema } from '../kit/kit-fit.ts';
import {
  channelAssignmentSchema,
  kitStatusSchema,
  kitVersionReferenceSchema,
  lotSchema,
} from '../kit/kit.ts';
import { laboratoryRulesSchema } from '../laboratory/laboratory-rules.ts';
import { daySchema, idSchema, instantSchema, namedSchema, revisionSchema } from '../text/fields.ts';
import { plateTypeSchema, positionSchema, sampleTypeSchema } from '../plate/plate.ts';
import { runReplicatesSchema } from '../settings/replicate-settings.ts';
import { requiredControlsSchema } from '../settings/required-controls.ts';
import { trialLotSchema } from './trial.ts';
import { runFactSchema } from './run-check.ts';
import { runDateSourceSchema } from './run-date.ts';
import { runPermissionsSchema } from './run-permissions.ts';
import { runStatusSchema } from './run-status.ts';
import { DEFAULT_TIME_ZONE } from '../text/time-zone.ts';
import { interpretedWellDiagnosticSchema } from '../call/well-diagnostic.ts';

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

/** Length limits of a well's name and order id. */
export const MAX_WELL_NAME = 100;
export const MAX_ORDER_ID = 100;

/** The content of a well in one channel. */
export const wellSchema = z.object({
  id: idSchema,
  name: z.string().nullable(),
  /** The order id of the sample, from a work list. */
  orderId: z.string().nullable(),
  position: positionSchema,
  channel: channelNameSchema,
  /** Whether the well is set: it has a sample type. */
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
  /** Overrides in order; the last one counts. */
  updatedDiagnostics: z.array(interpretedWellDiagnosticSchema),
});
export type Well = z.infer<typeof wellSchema>;

export const channelAnalysisSchema = z.object({
  id: idSchema,
  name: z.string(),
  channel: channelNameSchema,
  phases: z.array(phaseTypeSchema),
  wells: z.record(positionSchema, wellSchema),
});

/** A row of step 1: a kit version with its buffer and lots on the plate. */
const runKitSchema = z.object({
  kitVersion: kitVersionReferenceSchema,
  /** Null: any buffer of the kit. */
  reactionBuffer: namedSchema.nullable(),
  lots: z.array(lotSchema.pick({ id: true, name: true, expirationDate: true, active: true })),
  /** The last day of the version's validity; null: no end. */
  validityEndDate: daySchema.nullable(),
  channelAssignments: z.array(channelAssignmentSchema),
  /** Of the kit version; the laboratory's rules may require more. */
  requiredControls: requiredControlsSchema,
  /** Whether its wells with one name are one sample. */
  hasReplicates: z.boolean().optional(),
  /** Of the kit on the run's analyser. */
  status: kitStatusSchema,
});

export const usedKitReactionBufferPairSchema = z.object({
  kitVersion: kitVersionReferenceSchema,
  reactionBuffer: namedSchema,
});

const runFileSchema = z.object({ id: idSchema, name: z.string(), size: z.int(), sha256: z.string() });

/** The user and time of an act on a run. */
const actSchema = z.object({ name: z.string(), at: instantSchema });

/** A run in a list. */
export const runSummarySchema = z.object({
  id: idSchema,
  businessId: z.int(),
  plateId: z.string().nullable(),
  plateType: plateTypeSchema,
  name: z.string(),
  /** When the analyser ran, if `runDateSource` says that it is known; used for sorting in any case. */
  created: instantSchema,
  runDateSource: runDateSourceSchema.default('UNKNOWN'),
  /** The zone of a date without an offset, or of an entered date; null: neither. */
  runDateZone: z.string().nullable().default(null),
  /** A date without an offset as in the file, ISO 8601. */
  runDateText: z.string().nullable().default(null),
  /** The user who entered it. */
  runDateByName: z.string().nullable().default(null),
  /** The zone for displayed times. */
  laboratoryTimeZone: z.string().default(DEFAULT_TIME_ZONE),
  createdByName: z.string(),
  instrumentName: z.string(),
  analyser: idSchema,
  runImportDate: instantSchema,
  status: runStatusSchema,
  /** Since when it has this status; of an archived run, since when it is archived. */
  since: instantSchema,
  submittedByName: z.string().nullable(),
  /** Set once the run is interpreted. */
  interpretationRunByName: z.string().nullable(),
  rejectedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  laboratory: namedSchema,
  /** Null: not attempted. */
  ftpSent: z.boolean().nullable(),
  /** Null: sent, or not requested. */
  delivery: runDeliverySchema.nullable(),
  fileName: z.string(),
  lotName: z.string().nullable(),
  /** Whether a lot was inactive or of a sample kit at the interpretation; before that, whether one is now. */
  isTrial: z.boolean(),
  /** The lots that make it a trial run. */
  trialLots: z.array(trialLotSchema),
  usedKitReactionBufferPairs: z.array(usedKitReactionBufferPairSchema),
  /** Whether the curves of its files are stored. */
  parsed: z.boolean(),
  deletionDate: daySchema.nullable(),
  /** Whether archiving is requested or has failed; null: neither, or archived. */
  archiving: z.enum(['pending', 'failed']).nullable(),
  /** The last comparison of a decided run with its signature; null: not signed, or not compared yet. */
  record: z.enum(['unchanged', 'changed']).nullable(),
  revision: revisionSchema,
  permissions: runPermissionsSchema,
  /** In lists: the results of the samples of an approved run over wells or channels; omitted: there are none. */
  samples: z.object({ positive: z.int(), negative: z.int(), none: z.int() }).optional(),
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
  /** The reason for the rejection; null: not rejected, or no reason required. */
  rejectionReason: z.string().nullable(),
  /** The laboratory's rules for submitting, approving, rejecting and overriding. */
  rules: laboratoryRulesSchema,
  algorithmVersion: z.string().nullable(),
  /** The hash of the settings of the interpretation. */
  configurationSha256: z.string().nullable(),
  /** Controls and standards that broke a Westgard rule at the interpretation. */
  brokenRules: z.array(wellBrokenRuleSchema),
  /** Of a decided run: the facts of its signed check. Omitted: undecided, or decided before checks had them. */
  signedFacts: z.array(runFactSchema).optional(),
  /** Of the interpretation: the kit versions whose wells with one name have one result. */
  replicates: runReplicatesSchema.optional(),
  /** Of the interpretation: the kit versions with channel rules. */
  channelRules: runChannelRulesSchema.optional(),
  /** The reader's report: the content of the files, and what was skipped and why. */
  importReport: importReportSchema,
  /** Mismatches of kits and files, and who confirmed them; null: nothing needed confirmation. */
  fit: fitAnswerSchema.nullable(),
});
export type Run = z.infer<typeof runSchema>;
