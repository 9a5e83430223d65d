import { z } from 'zod';

import {
  MAX_CHANNELS,
  channelNameSchema,
  expressionSettingsSchema,
  phaseSettingsSchema,
  phaseTypeSchema,
  zoneNameSchema,
  zoneSettingsSchema,
} from './assay.ts';
import { confidenceSchema } from './analyser-profile.ts';
import { channelRulesSchema } from '../settings/channel-rules.ts';
import { amplificationSettingsSchema } from '../settings/amplification.ts';
import { curveShapesSchema } from '../settings/curve-shapes.ts';
import { diagnosticColorSchema } from '../diagnostics/diagnostic-color.ts';
import { meltTemplateSettingsSchema } from '../settings/melt-templates.ts';
import { daySchema, idSchema, namedSchema, nameSchema, revisionSchema } from '../text/fields.ts';
import { replicateSettingsSchema } from '../settings/replicate-settings.ts';
import { requiredControlsSchema } from '../settings/required-controls.ts';
import { linesSchema, storedLineSchema } from '../text/text.ts';
import { tmShiftSettingsSchema } from '../settings/tm-shift.ts';

export const kitStatusSchema = z.enum(['VALIDATED', 'NOT_VALIDATED', 'PERF']);
export type KitStatus = z.infer<typeof kitStatusSchema>;

/** Whose kit it is: that of one laboratory, which nobody else sees, or of all. */
export const kitOwnerSchema = z.enum(['laboratory', 'all']);
export type KitOwner = z.infer<typeof kitOwnerSchema>;

export const MAX_ZONES_PER_CHANNEL = 8;
/**
 * The step of buttons, arrow keys and drags for the limit of a zone, °C; with Alt the fine step. Typed and
 * imported values may be finer.
 */
export const ZONE_TEMPERATURE_STEP = 0.1;
export const FINE_ZONE_TEMPERATURE_STEP = 0.02;

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
  /** File extensions on the import page, the specification's first. */
  fileTypes: z.array(z.string()),
  /** The channels of its dyes, in order. */
  channels: z.array(channelNameSchema),
  /** Whether a real file of this analyser was read. */
  confidence: confidenceSchema,
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

/** The target of a kit's channel, such as `LCT −13910`. */
export const channelAssignmentSchema = z.object({
  channel: channelNameSchema,
  label: storedLineSchema.max(100),
});

export const kitSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** A sample kit, whose results are not for patients. */
  isSample: z.boolean(),
  /** Whether runs of the caller's laboratory with it are trial runs. */
  makesTrials: z.boolean(),
  /** The caller's laboratory, if the kit belongs to it alone; null: all laboratories. */
  owner: namedSchema.nullable(),
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

export const kitVersionReferenceSchema = z.object({ id: idSchema, version: z.string(), kit: namedSchema });

/** The settings of a version that apply to all its buffers, analysers and channels. */
export const kitVersionSettingsSchema = z.object({
  requiredControls: requiredControlsSchema,
  /** The diagnostic for a peak outside all zones when no zone has a peak, in each channel; null: no call. */
  outsideDiagnostic: diagnosticColorSchema.nullable(),
  /** Null: no Tm shift correction. */
  tmShift: tmShiftSettingsSchema.nullable(),
  /** Null: second products count without comparison with a template. */
  meltTemplates: meltTemplateSettingsSchema.nullable(),
  /** By channel; null: curves are not normalised and their shapes are not compared. */
  curveShapes: curveShapesSchema.nullable(),
  /** Null: wells with one name have no common result. */
  replicates: replicateSettingsSchema.nullable(),
  /** Null: samples have no combined result. */
  channelRules: channelRulesSchema.nullable(),
  /** By channel; null: rules cannot use amplification. */
  amplification: amplificationSettingsSchema.nullable(),
});
export type KitVersionSettings = z.infer<typeof kitVersionSettingsSchema>;

export const kitVersionSchema = kitVersionReferenceSchema.extend({
  lots: z.array(z.lazy(() => lotSchema)).optional(),
  validityStartDate: daySchema.nullable(),
  validityEndDate: daySchema.nullable(),
  isEditable: z.boolean(),
  isFirst: z.boolean(),
  ...kitVersionSettingsSchema.shape,
  revision: revisionSchema,
});
export type KitVersion = z.infer<typeof kitVersionSchema>;

export const lotSchema = z.object({
  id: idSchema,
  name: z.string(),
  expirationDate: daySchema,
  active: z.boolean(),
  /** Created on the configuration page. */
  admin: z.boolean(),
  /** May be used for patient samples. */
  production: z.boolean(),
  kitVersion: kitVersionReferenceSchema,
  revision: revisionSchema,
  /**
   * The date (UTC) of the newest run of the caller's laboratory with it, among recent runs; null: none.
   * Present where a lot is selected for a run.
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
  /** Null: the kit has no buffer yet, so nothing is configured. */
  reactionBuffer: reactionBufferSchema.nullable(),
  analyser: analyserSchema,
  status: kitStatusSchema,
  channels: z.array(channelSchema),
  combinationDiagnostics: z.array(combinationDiagnosticSchema),
  /** Warnings about settings that are allowed but rarely intended, one sentence each; shown when saving. */
  warnings: z.array(z.string()).optional(),
});
export type KitConfiguration = z.infer<typeof kitConfigurationSchema>;

/** The end of a version's validity must not precede its start; a missing date is no limit. */
export function validityInOrder({ value, issues }: z.core.ParsePayload<Validity>): void {
  const { validityStartDate: start, validityEndDate: end } = value;
  if (start === null || end === null || end >= start) return;
  const message = 'The validity ends before it begins.';
  // Validation continues, so that an enclosing union reports this issue rather than every alternative.
  issues.push({ code: 'custom', path: ['validityEndDate'], input: end, message, continue: true });
}
interface Validity {
  readonly validityStartDate: string | null;
  readonly validityEndDate: string | null;
}

/** An existing object by id, or a new one by name. */
const chosenOrNewSchema = z.union([z.strictObject({ id: idSchema }), z.strictObject({ name: nameSchema })]);

/** The settings of a kit to save: without ids, and with references by id or, for new objects, by name. */
export const kitConfigurationBodySchema = z.strictObject({
  kit: z.union([
    z.strictObject({ id: idSchema }),
    z.strictObject({
      name: nameSchema,
      /** Omitted: the caller's laboratory, if there is one. `all` needs `SUPER_ADMIN`. */
      owner: kitOwnerSchema.optional(),
    }),
  ]),
  kitVersion: z.union([
    z.strictObject({ id: idSchema, revision: revisionSchema }),
    z
      .strictObject({
        version: nameSchema,
        validityStartDate: daySchema.nullable().default(null),
        validityEndDate: daySchema.nullable().default(null),
        /**
         * A version to copy settings from. It is of the same kit. For a new kit it is of another, whose channels,
         * diagnostics and buffers are copied too.
         */
        copyOf: idSchema.optional(),
      })
      .check(validityInOrder),
  ]),
  reactionBuffer: chosenOrNewSchema.nullable().default(null),
  analyser: z.strictObject({ id: idSchema }).nullable().default(null),
  status: kitStatusSchema.optional(),
  /** The reason for a change of status, which is audited. */
  statusReason: linesSchema.max(2000).optional(),
  channelAssignments: z.array(z.strictObject(channelAssignmentSchema.shape)).max(MAX_CHANNELS).optional(),
  /** Omitted settings are unchanged. */
  ...kitVersionSettingsSchema
    .extend({ outsideDiagnostic: z.strictObject({ id: idSchema }).nullable() })
    .partial().shape,
  channels: z
    .array(
      z.strictObject({
        name: channelNameSchema,
        phases: channelPhasesSchema,
      }),
    )
    .max(MAX_CHANNELS)
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
    .max(MAX_CHANNELS * 2 ** MAX_ZONES_PER_CHANNEL)
    .default([]),
});
export type KitConfigurationBody = z.infer<typeof kitConfigurationBodySchema>;
