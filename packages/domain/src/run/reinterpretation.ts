import { z } from 'zod';

import { channelNameSchema } from '../kit/assay.ts';
import { diagnosticColorSchema } from '../diagnostics/diagnostic-color.ts';
import { kitFitFindingSchema } from '../kit/kit-fit.ts';
import { idSchema, instantSchema, revisionSchema } from '../text/fields.ts';
import { positionSchema } from '../plate/plate.ts';
import { sha256Schema } from '../record/hashes.ts';
import { runStatusSchema } from './run-status.ts';
import { interpretedWellDiagnosticSchema } from '../call/well-diagnostic.ts';

/** The versions and hashes of an interpretation. */
const traceSchema = z.object({
  algorithmVersion: z.string(),
  softwareVersion: z.string(),
  /** Of the settings. */
  configurationSha256: z.string(),
});

/** A call with its explanation. */
const reinterpretedCallSchema = z.object({
  /** Null: no diagnostic. */
  diagnosticColor: diagnosticColorSchema.nullable(),
  sentence: z.string(),
});

/** A well whose result would change. */
export const reinterpretedWellSchema = z.object({
  wellId: idSchema,
  position: positionSchema,
  channel: channelNameSchema,
  name: z.string().nullable(),
  /** Null: no result yet. */
  then: reinterpretedCallSchema.nullable(),
  /** Null: no longer interpreted by the settings. */
  now: reinterpretedCallSchema.nullable(),
  /** The cause of the change in figures; null: no result before, or none after. */
  reason: z.string().nullable(),
  /** The current override; null: none. */
  override: interpretedWellDiagnosticSchema.nullable(),
});
export type ReinterpretedWell = z.infer<typeof reinterpretedWellSchema>;

/** A previewed reinterpretation. Nothing is stored. */
export const reinterpretationSchema = z.object({
  /** SHA-256 over everything that would be stored, so that the preview is what the user confirms. */
  proposal: sha256Schema,
  revision: revisionSchema,
  then: traceSchema.extend({ byName: z.string(), at: instantSchema }),
  now: traceSchema,
  /** Wells whose call changes, that are called for the first time, or that are no longer interpreted. */
  wells: z.array(reinterpretedWellSchema),
  /** Number of unchanged results. */
  unchanged: z.int(),
  /** Unchanged results with other figures: peaks, heights, score. */
  otherFigures: z.int(),
  /** Unchanged results with an override, which is kept. */
  keptOverrides: z.int(),
  /** Mismatches of kit and file with the current settings that nobody has confirmed. */
  fit: z.array(kitFitFindingSchema),
});
export type Reinterpretation = z.infer<typeof reinterpretationSchema>;

/** What to do with an override whose suggested diagnostic changes. */
export const overrideAnswerSchema = z.enum(['keep', 'drop']);
export type OverrideAnswer = z.infer<typeof overrideAnswerSchema>;

/** Wells whose override the user must keep or drop. */
export const overridesToDecide = (wells: readonly ReinterpretedWell[]): ReinterpretedWell[] =>
  wells.filter(({ override, now }) => override !== null && now !== null);

/** A superseded interpretation with its overrides. */
export const formerInterpretationSchema = traceSchema.extend({
  id: idSchema,
  byName: z.string(),
  at: instantSchema,
  replacedByName: z.string(),
  replacedAt: instantSchema,
  /** The reason; null: the run had not been submitted, so none was required. */
  reason: z.string().nullable(),
  /** The status of the run when it was reinterpreted. */
  status: runStatusSchema,
  updatedDiagnostics: z.array(interpretedWellDiagnosticSchema.extend({ wellId: idSchema })),
});
export type FormerInterpretation = z.infer<typeof formerInterpretationSchema>;
