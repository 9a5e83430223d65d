import { z } from 'zod';

import { channelNameSchema } from './assay.ts';
import { diagnosticColorSchema } from './diagnostic-color.ts';
import { kitFitFindingSchema } from './kit-fit.ts';
import { idSchema, instantSchema, revisionSchema } from './fields.ts';
import { positionSchema } from './plate.ts';
import { sha256Schema } from './record/hashes.ts';
import { runStatusSchema } from './run-status.ts';
import { interpretedWellDiagnosticSchema } from './well-diagnostic.ts';

/** With what a run is interpreted. */
const traceSchema = z.object({
  algorithmVersion: z.string(),
  softwareVersion: z.string(),
  /** Of the settings. */
  configurationSha256: z.string(),
});

/** What a well is called, and why. */
const reinterpretedCallSchema = z.object({
  /** null: no diagnostic. */
  diagnosticColor: diagnosticColorSchema.nullable(),
  sentence: z.string(),
});

/** A well whose result an interpretation would change. */
export const reinterpretedWellSchema = z.object({
  wellId: idSchema,
  position: positionSchema,
  channel: channelNameSchema,
  name: z.string().nullable(),
  /** null: it has no result yet. */
  then: reinterpretedCallSchema.nullable(),
  /** null: the settings do not read it any more. */
  now: reinterpretedCallSchema.nullable(),
  /** What made the difference, in figures; null: it had no result, or has none any more. */
  reason: z.string().nullable(),
  /** What somebody set by hand, which counts now; null: nobody did. */
  byHand: interpretedWellDiagnosticSchema.nullable(),
});
export type ReinterpretedWell = z.infer<typeof reinterpretedWellSchema>;

/** How a run would be reinterpreted. Nothing of it is stored. */
export const reinterpretationSchema = z.object({
  /** SHA-256 over everything that would be stored: what is shown is what is confirmed. */
  proposal: sha256Schema,
  revision: revisionSchema,
  then: traceSchema.extend({ byName: z.string(), at: instantSchema }),
  now: traceSchema,
  /** Wells that are called otherwise, that are called for the first time, and that are not read any more. */
  wells: z.array(reinterpretedWellSchema),
  /** Results that stay as they are. */
  unchanged: z.int(),
  /** Of them those whose figures are others: peaks, heights, score. */
  otherFigures: z.int(),
  /** Of the unchanged ones, those that were set by hand: it stays. */
  keptByHand: z.int(),
  /** Where kit and file do not fit by the settings of now, and nobody has confirmed it. */
  fit: z.array(kitFitFindingSchema),
});
export type Reinterpretation = z.infer<typeof reinterpretationSchema>;

/** What becomes of a result that was set by hand, where the suggested one is another. */
export const byHandAnswerSchema = z.enum(['keep', 'drop']);
export type ByHandAnswer = z.infer<typeof byHandAnswerSchema>;

/** Wells whose override must be kept or dropped by the user. */
export const askedByHand = (wells: readonly ReinterpretedWell[]): ReinterpretedWell[] =>
  wells.filter(({ byHand, now }) => byHand !== null && now !== null);

/** An interpretation that took another's place is kept, with what was set by hand then. */
export const formerInterpretationSchema = traceSchema.extend({
  id: idSchema,
  byName: z.string(),
  at: instantSchema,
  replacedByName: z.string(),
  replacedAt: instantSchema,
  /** Why; null: the run had not been submitted, so no reason was required. */
  reason: z.string().nullable(),
  /** Of the run when it was reinterpreted. */
  status: runStatusSchema,
  updatedDiagnostics: z.array(interpretedWellDiagnosticSchema.extend({ wellId: idSchema })),
});
export type FormerInterpretation = z.infer<typeof formerInterpretationSchema>;
