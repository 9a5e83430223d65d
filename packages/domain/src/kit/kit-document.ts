import { z } from 'zod';

import { MAX_CHANNELS, channelNameSchema, expressionSettingsSchema, zoneNameSchema } from './assay.ts';
import { channelRulesSchema } from '../settings/channel-rules.ts';
import {
  colorSchema,
  diagnosticColorSchema,
  diagnosticNameSchema,
  outsideDiagnosticNameSchema,
} from '../diagnostics/diagnostic-color.ts';
import {
  channelAssignmentSchema,
  channelPhasesSchema,
  kitStatusSchema,
  MAX_ZONES_PER_CHANNEL,
  validityInOrder,
} from './kit.ts';
import { keptTemplateSchema, meltTemplateSettingsSchema } from '../settings/melt-templates.ts';
import { amplificationSettingsSchema } from '../settings/amplification.ts';
import { curveShapesSchema } from '../settings/curve-shapes.ts';
import { daySchema, storedNameSchema } from '../text/fields.ts';
import { replicateSettingsSchema } from '../settings/replicate-settings.ts';
import { DEFAULT_REQUIRED_CONTROLS, requiredControlsSchema } from '../settings/required-controls.ts';
import { tmShiftSettingsSchema } from '../settings/tm-shift.ts';

/** Combinations of eight zones, with several rules each. */
const MAX_RULES_PER_CHANNEL = 1000;

/** Those of the catalogue, and a kit's own. */
const MAX_DIAGNOSTICS = 100;

const ruleSchema = z.strictObject({
  /** Zone letters; empty: no peak in any zone. */
  zones: z.array(zoneNameSchema).max(MAX_ZONES_PER_CHANNEL),
  /** Null: not configured. */
  diagnostic: diagnosticNameSchema.nullable(),
  expressions: z.array(expressionSettingsSchema).max(20),
});

const channelSettingsSchema = z.strictObject({
  name: channelNameSchema,
  phases: channelPhasesSchema,
  /** In the order of evaluation. */
  rules: z.array(ruleSchema).max(MAX_RULES_PER_CHANNEL),
  /** Templates of its targets on this analyser; omitted: none. */
  keptTemplates: z
    .array(keptTemplateSchema)
    .max(2 * MAX_ZONES_PER_CHANNEL)
    .optional(),
});
export type ChannelSettings = z.infer<typeof channelSettingsSchema>;

/** A kit version for transfer between installations: with names instead of ids. */
export const kitDocumentSchema = z.strictObject({
  format: z.literal('curvewell-kit-version'),
  formatVersion: z.literal(1),
  kit: z.strictObject({
    name: storedNameSchema,
    /** A sample kit, which stays one when it is imported. */
    sample: z.literal(true).optional(),
    channels: z.array(z.strictObject(channelAssignmentSchema.shape)).max(MAX_CHANNELS),
    diagnostics: z
      .array(
        z.strictObject({
          name: diagnosticNameSchema,
          label: storedNameSchema,
          color: colorSchema,
          ...diagnosticColorSchema.pick({
            letters: true,
            lisCode: true,
            snomedCt: true,
            loinc: true,
            meaning: true,
          }).shape,
        }),
      )
      .max(MAX_DIAGNOSTICS),
  }),
  version: z
    .strictObject({
      version: storedNameSchema,
      validityStartDate: daySchema.nullable(),
      validityEndDate: daySchema.nullable(),
      isEditable: z.boolean(),
      requiredControls: requiredControlsSchema.default(DEFAULT_REQUIRED_CONTROLS),
      /** For a peak outside all zones when no zone has a peak; null: no call. */
      outsideDiagnostic: outsideDiagnosticNameSchema.nullable().default(null),
      /** Omitted: no Tm shift correction. */
      tmShift: tmShiftSettingsSchema.optional(),
      /** Omitted: second products count without comparison with a template. */
      meltTemplates: meltTemplateSettingsSchema.optional(),
      /** Omitted: curves are not normalised and their shapes are not compared. */
      curveShapes: curveShapesSchema.optional(),
      /** Omitted: wells with one name have no common result. */
      replicates: replicateSettingsSchema.optional(),
      /** Omitted: samples have no combined result. */
      channelRules: channelRulesSchema.optional(),
      /** Omitted: rules cannot use amplification. */
      amplification: amplificationSettingsSchema.optional(),
    })
    .check(validityInOrder),
  /** One for each analyser and reaction buffer. */
  configurations: z
    .array(
      z.strictObject({
        analyser: storedNameSchema,
        status: kitStatusSchema,
        reactionBuffer: storedNameSchema,
        channels: z.array(channelSettingsSchema).max(MAX_CHANNELS),
      }),
    )
    .max(500),
});
export type KitDocument = z.infer<typeof kitDocumentSchema>;
