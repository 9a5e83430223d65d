import { z } from 'zod';

import {
  channelNameSchema,
  expressionSettingsSchema,
  phaseSettingsSchema,
  phaseTypeSchema,
  zoneNameSchema,
  zoneSettingsSchema,
} from './assay.ts';
import { diagnosticColorSchema } from './diagnostic-color.ts';
import { meltTemplateSettingsSchema } from './melt-templates.ts';
import { daySchema, idSchema, namedSchema, nameSchema, revisionSchema } from './fields.ts';
import { requiredControlsSchema } from './required-controls.ts';
import { lineSchema, linesSchema } from './text.ts';
import { tmShiftSettingsSchema } from './tm-shift.ts';

export const kitStatusSchema = z.enum(['VALIDATED', 'NOT_VALIDATED', 'PERF']);
export type KitStatus = z.infer<typeof kitStatusSchema>;

export const MAX_ZONES_PER_CHANNEL = 8;
/** By which buttons, arrows and drags move the edge of a zone, °C; by the fine step with Alt. What is typed or imported may be finer. */
export const ZONE_TEMPERATURE_STEP = 0.1;
export const FINE_ZONE_TEMPERATURE_STEP = 0.02;

/** The phases of a channel as they are configured, each with its zones. */
export const channelPhasesSchema = z
  .array(
    z.strictObject({
      ...phaseSettingsSchema.shape,
      zones: z.array(zoneSettingsSchema).max(MAX_ZONES_PER_CHANNEL),
    }),
  )
  .max(2);

export const analyserSchema = z.object({
  id: idSchema,
  name: z.string(),
  version: z.string(),
  maxNumberOfFilesByRun: z.int().min(1),
  active: z.boolean(),
  configured: z.boolean(),
  /** File name endings that the import page offers, the three of the specification first. */
  fileTypes: z.array(z.string()),
});
export type Analyser = z.infer<typeof analyserSchema>;

export const reactionBufferSchema = z.object({
  id: idSchema,
  name: z.string(),
  active: z.boolean(),
  channels: z.array(channelNameSchema),
  configured: z.boolean(),
});
export type ReactionBuffer = z.infer<typeof reactionBufferSchema>;

/** What a channel of a kit looks at, such as `LCT −13910`. */
export const channelAssignmentSchema = z.object({ channel: channelNameSchema, label: lineSchema.max(100) });

export const kitSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Shows how the product works; what it calls is not for patients. */
  isSample: z.boolean(),
  /** Runs of the caller's laboratory with it are trials. */
  makesTrials: z.boolean(),
  melt: z.boolean(),
  anneal: z.boolean(),
  reactionBuffers: z.array(reactionBufferSchema),
  channelAssignments: z.array(channelAssignmentSchema),
  diagnostics: z.array(diagnosticColorSchema).optional(),
  analysers: z.array(namedSchema).optional(),
  status: z.array(z.object({ analyserId: idSchema, status: kitStatusSchema })).optional(),
  active: z.boolean().optional(),
  configured: z.boolean().optional(),
});
export type Kit = z.infer<typeof kitSchema>;

/** A kit version by its id and the words for it. */
export const kitVersionReferenceSchema = z.object({ id: idSchema, version: z.string(), kit: namedSchema });

/** What a version is set to in all its buffers, analysers and channels. */
const versionSettingsShape = {
  requiredControls: requiredControlsSchema,
  /** What a well is called when a peak lies in no zone and no zone holds one, in each channel; null: no call. */
  outsideDiagnostic: diagnosticColorSchema.nullable(),
  /** null: zones stay as they are. */
  tmShift: tmShiftSettingsSchema.nullable(),
  /** null: a second product counts whatever the first one's target looks like. */
  meltTemplates: meltTemplateSettingsSchema.nullable(),
};

export const kitVersionSchema = kitVersionReferenceSchema.extend({
  lots: z.array(z.lazy(() => lotSchema)).optional(),
  validityStartDate: daySchema.nullable(),
  validityEndDate: daySchema.nullable(),
  isEditable: z.boolean(),
  isFirst: z.boolean(),
  ...versionSettingsShape,
  revision: revisionSchema,
});
export type KitVersion = z.infer<typeof kitVersionSchema>;
export type KitVersionSettings = Pick<KitVersion, keyof typeof versionSettingsShape>;

export const lotSchema = z.object({
  id: idSchema,
  name: z.string(),
  expirationDate: daySchema,
  active: z.boolean(),
  /** Made in the configuration area. */
  admin: z.boolean(),
  /** May be used for patient samples. */
  production: z.boolean(),
  kitVersion: kitVersionReferenceSchema,
  revision: revisionSchema,
  /**
   * The day, in UTC, of the newest run of one's own laboratory with it, among its last ones; null: none.
   * Given where a lot is chosen for a run.
   */
  lastUsedOn: daySchema.nullable().optional(),
});
export type Lot = z.infer<typeof lotSchema>;

export const zoneSchema = z.object({ ...zoneSettingsSchema.shape, id: idSchema, dataEnum: phaseTypeSchema });

export const phaseSchema = z.object({
  ...phaseSettingsSchema.shape,
  id: idSchema,
  zones: z.array(zoneSchema),
  analyser: namedSchema,
  kitVersion: z.object({ id: idSchema, version: z.string() }),
  configured: z.boolean(),
});
export type Phase = z.infer<typeof phaseSchema>;

export const channelSchema = z.object({
  id: z.string(),
  name: channelNameSchema,
  phases: z.array(phaseSchema),
  configured: z.boolean(),
});

export const combinationSchema = z.object({
  id: z.string(),
  label: z.string(),
  zones: z.array(zoneNameSchema),
});

export const expressionSchema = z.object({ ...expressionSettingsSchema.shape, id: z.string() });

export const combinationDiagnosticSchema = z.object({
  id: idSchema,
  channel: channelNameSchema,
  combination: combinationSchema,
  diagnosticColor: diagnosticColorSchema.nullable(),
  expressions: z.array(expressionSchema),
});
export type CombinationDiagnostic = z.infer<typeof combinationDiagnosticSchema>;

export const kitConfigurationSchema = z.object({
  kitVersion: kitVersionSchema,
  /** null: the kit has none yet, so that nothing is configured. */
  reactionBuffer: reactionBufferSchema.nullable(),
  analyser: analyserSchema,
  status: kitStatusSchema,
  channels: z.array(channelSchema),
  combinationDiagnostics: z.array(combinationDiagnosticSchema),
  /** What may be saved and is seldom meant, one sentence each; shown when it is saved. */
  warnings: z.array(z.string()).optional(),
});
export type KitConfiguration = z.infer<typeof kitConfigurationSchema>;

/** A version's validity does not end before it begins; a missing day does not limit. */
export function validityInOrder({ value, issues }: z.core.ParsePayload<Validity>): void {
  const { validityStartDate: start, validityEndDate: end } = value;
  if (start === null || end === null || end >= start) return;
  const message = 'The validity ends before it begins.';
  // It goes on, so that a union around it names this and not all that it might have been.
  issues.push({ code: 'custom', path: ['validityEndDate'], input: end, message, continue: true });
}
interface Validity {
  readonly validityStartDate: string | null;
  readonly validityEndDate: string | null;
}

/** Something chosen by its id, or a new one by its name. */
const chosenOrNewSchema = z.union([z.strictObject({ id: idSchema }), z.strictObject({ name: nameSchema })]);

/** A kit configuration as it is saved: settings without ids, references by id or, when new, by name. */
export const kitConfigurationBodySchema = z.strictObject({
  kit: chosenOrNewSchema,
  kitVersion: z.union([
    z.strictObject({ id: idSchema, revision: revisionSchema }),
    z
      .strictObject({
        version: nameSchema,
        validityStartDate: daySchema.nullable().default(null),
        validityEndDate: daySchema.nullable().default(null),
        /** A version of the same kit whose configuration it begins with. */
        copyOf: idSchema.optional(),
      })
      .check(validityInOrder),
  ]),
  reactionBuffer: chosenOrNewSchema.nullable().default(null),
  analyser: z.strictObject({ id: idSchema }).nullable().default(null),
  status: kitStatusSchema.optional(),
  /** Why the status changes; kept on record. */
  statusReason: linesSchema.max(2000).optional(),
  channelAssignments: z.array(z.strictObject(channelAssignmentSchema.shape)).max(2).optional(),
  /** A setting that is left out stays as it is. */
  ...z
    .object({ ...versionSettingsShape, outsideDiagnostic: z.strictObject({ id: idSchema }).nullable() })
    .partial().shape,
  channels: z
    .array(
      z.strictObject({
        name: channelNameSchema,
        phases: channelPhasesSchema,
      }),
    )
    .max(2)
    .default([]),
  combinationDiagnostics: z
    .array(
      z.strictObject({
        channel: channelNameSchema,
        combination: z.strictObject({ zones: z.array(zoneNameSchema).max(MAX_ZONES_PER_CHANNEL) }),
        diagnosticColor: z.strictObject({ id: idSchema }).nullable(),
        expressions: z.array(expressionSettingsSchema).max(20),
      }),
    )
    .max(2 * 2 ** MAX_ZONES_PER_CHANNEL)
    .default([]),
});
export type KitConfigurationBody = z.infer<typeof kitConfigurationBodySchema>;
