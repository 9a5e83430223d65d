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
  /** null: the settings no longer read it. */
  now: reinterpretedCallSchema.nullable(),
  /** What made the difference, in figures; null: it had no result, or no longer has one. */
  reason: z.string().nullable(),
  /** The override, which counts now; null: nobody did. */
  override: interpretedWellDiagnosticSchema.nullable(),
});
export type ReinterpretedWell = z.infer<typeof reinterpretedWellSchema>;

/** How a run would be reinterpreted. Nothing of it is stored. */
export const reinterpretationSchema = z.object({
  /** SHA-256 over everything that would be stored: what is shown is what is confirmed. */
  proposal: sha256Schema,
  revision: revisionSchema,
  then: traceSchema.extend({ byName: z.string(), at: instantSchema }),
  now: traceSchema,
  /** Wells that are called otherwise, that are called for the first time, and that are no longer read. */
  wells: z.array(reinterpretedWellSchema),
  /** Results that stay as they are. */
  unchanged: z.int(),
  /** Of them those whose figures are others: peaks, heights, score. */
  otherFigures: z.int(),
  /** Of the unchanged ones, those with an override, which stays. */
  keptOverrides: z.int(),
  /** Where kit and file do not fit by the current settings, and nobody has confirmed it. */
  fit: z.array(kitFitFindingSchema),
});
export type Reinterpretation = z.infer<typeof reinterpretationSchema>;

/** What becomes of an overridden result, where the suggested one is another. */
export const overrideAnswerSchema = z.enum(['keep', 'drop']);
export type OverrideAnswer = z.infer<typeof overrideAnswerSchema>;

/** Wells whose override must be kept or dropped by the user. */
export const overridesToDecide = (wells: readonly ReinterpretedWell[]): ReinterpretedWell[] =>
  wells.filter(({ override, now }) => override !== null && now !== null);

/** An interpretation that replaced another is kept, with its overrides. */
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
