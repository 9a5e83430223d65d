import { z } from 'zod';

import {
  channelNameSchema,
  expressionSettingsSchema,
  phaseSettingsSchema,
  zoneSettingsSchema,
  type ChannelName,
} from './assay.ts';
import { diagnosticColorSchema } from './diagnostic-color.ts';
import { usedMeltTemplatesSchema } from './melt-templates.ts';
import { dyeCompensationSchema } from './dye-compensation.ts';
import { idSchema } from './fields.ts';
import { tmShiftSettingsSchema } from './tm-shift.ts';

/** How wells of one kit version and buffer were read in one channel: kept with the results, as it was. */
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
  /** When a peak lies in no zone and no zone holds one; null: no call. Absent in snapshots of former releases. */
  outsideDiagnostic: diagnosticColorSchema.nullable().default(null),
  /** If omitted: zones stay as they are. */
  tmShift: tmShiftSettingsSchema.optional(),
  /** If omitted: a second product counts whatever the first one's target looks like. */
  meltTemplates: usedMeltTemplatesSchema.optional(),
});
export type UsedConfiguration = z.infer<typeof usedConfigurationSchema>;

/** Everything that a run was interpreted with. */
export const configurationSnapshotSchema = z.object({
  assays: z.array(usedConfigurationSchema),
  /** TEST_OK and TEST_KO. */
  controls: z.array(diagnosticColorSchema),
  /** Of the analyser; left out: curves were analysed as they were read. */
  compensation: dyeCompensationSchema.optional(),
});
export type ConfigurationSnapshot = z.infer<typeof configurationSnapshotSchema>;

export interface AssayPlace {
  readonly kitVersionId: string;
  readonly reactionBufferId: string;
}

/** Names a configuration: kit version, buffer, channel. */
export function assayKey({ kitVersionId, reactionBufferId }: AssayPlace, channel: ChannelName): string {
  return `${kitVersionId} ${reactionBufferId} ${channel}`;
}

/** A configuration as the analysis takes it. */
export function channelConfiguration({
  channel,
  phases,
  rules,
  outsideDiagnostic,
  tmShift,
  meltTemplates,
}: UsedConfiguration) {
  return {
    channel,
    phases: phases.map(({ id: _phaseId, zones, ...settings }) => ({
      ...settings,
      zones: zones.map(({ id: _zoneId, ...zone }) => zone),
    })),
    rules: rules.map(({ zones, diagnosticColor, expressions }) => ({
      zones,
      diagnostic: diagnosticColor?.diagnostic.name ?? null,
      expressions,
    })),
    outsideDiagnostic: outsideDiagnostic?.diagnostic.name ?? null,
    ...(tmShift && { tmShift }),
    ...(meltTemplates && { meltTemplates }),
  };
}
