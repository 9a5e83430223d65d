import { z } from 'zod';

import { usedAmplificationSchema } from './amplification.ts';
import {
  channelNameSchema,
  expressionSettingsSchema,
  phaseSettingsSchema,
  zoneSettingsSchema,
  type ChannelName,
} from '../kit/assay.ts';
import { usedChannelRulesSchema } from './channel-rules.ts';
import { curveShapeSchema } from './curve-shapes.ts';
import { diagnosticColorSchema, ruleDiagnostic } from '../diagnostics/diagnostic-color.ts';
import { usedMeltTemplatesSchema } from './melt-templates.ts';
import { dyeCompensationSchema } from '../kit/dye-compensation.ts';
import { idSchema } from '../text/fields.ts';
import { usedReplicatesSchema } from './replicate-settings.ts';
import { tmShiftSettingsSchema } from './tm-shift.ts';

/** The settings of one kit version and buffer in one channel, stored unchanged with the results. */
export const usedConfigurationSchema = z.object({
  kitVersionId: idSchema,
  reactionBufferId: idSchema,
  channel: channelNameSchema,
  phases: z.array(
    z.object({
      ...phaseSettingsSchema.shape,
      id: idSchema,
      zones: z.array(z.object({ ...zoneSettingsSchema.shape, id: idSchema })),
    }),
  ),
  rules: z.array(
    z.object({
      zones: z.array(z.string()),
      diagnosticColor: diagnosticColorSchema.nullable(),
      expressions: z.array(expressionSettingsSchema),
    }),
  ),
  /** For a peak outside all zones when no zone has a peak; null: no call. Missing in older snapshots. */
  outsideDiagnostic: diagnosticColorSchema.nullable().default(null),
  /** Omitted: no Tm shift correction. */
  tmShift: tmShiftSettingsSchema.optional(),
  /** Omitted: second products count without comparison with a template. */
  meltTemplates: usedMeltTemplatesSchema.optional(),
  /** Of this channel; omitted: curves were not normalised. */
  curveShape: curveShapeSchema.optional(),
  /** Of the channels that its rules use; omitted: they use none. */
  amplification: usedAmplificationSchema.optional(),
  /** Omitted: wells with one name have no common result. */
  replicates: usedReplicatesSchema.optional(),
  /** Of the kit version, over all its channels; omitted: samples have no combined result. */
  channelRules: usedChannelRulesSchema.optional(),
});
export type UsedConfiguration = z.infer<typeof usedConfigurationSchema>;

export const configurationSnapshotSchema = z.object({
  assays: z.array(usedConfigurationSchema),
  /** TEST_OK and TEST_KO. */
  controls: z.array(diagnosticColorSchema),
  /** Cross-talk of the analyser; omitted: curves were analysed as read. */
  compensation: dyeCompensationSchema.optional(),
});
export type ConfigurationSnapshot = z.infer<typeof configurationSnapshotSchema>;

export interface AssayPlace {
  readonly kitVersionId: string;
  readonly reactionBufferId: string;
}

/** The key of settings: kit version, buffer, channel. */
export function assayKey({ kitVersionId, reactionBufferId }: AssayPlace, channel: ChannelName): string {
  return `${kitVersionId} ${reactionBufferId} ${channel}`;
}

/** Settings in the format of the analysis package. */
export function channelConfiguration({
  channel,
  phases,
  rules,
  outsideDiagnostic,
  tmShift,
  meltTemplates,
  curveShape,
  amplification,
}: UsedConfiguration) {
  return {
    channel,
    phases: phases.map(({ id: _phaseId, zones, ...settings }) => ({
      ...settings,
      zones: zones.map(({ id: _zoneId, ...zone }) => zone),
    })),
    rules: rules.map(({ zones, diagnosticColor, expressions }) => ({
      zones,
      ...ruleDiagnostic(diagnosticColor),
      expressions,
    })),
    outsideDiagnostic: outsideDiagnostic?.diagnostic.name ?? null,
    ...(tmShift && { tmShift }),
    ...(meltTemplates && { meltTemplates }),
    ...(curveShape && { curveShape }),
    ...(amplification && { amplification }),
  };
}
