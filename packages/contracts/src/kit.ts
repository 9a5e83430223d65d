import {
  channelAssignmentSchema,
  channelNameSchema,
  channelPhasesSchema,
  daySchema,
  expressionSettingsSchema,
  idSchema,
  kitStatusSchema,
  linesSchema,
  MAX_ZONES_PER_CHANNEL,
  meltTemplateSettingsSchema,
  nameSchema,
  requiredControlsSchema,
  revisionSchema,
  tmShiftSettingsSchema,
  validityInOrder,
  zoneNameSchema,
} from '@curvewell/domain';
import { z } from 'zod';

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
  /** Left out: it stays as it is. */
  requiredControls: requiredControlsSchema.optional(),
  /** Left out: it stays as it is; null: no call. */
  outsideDiagnostic: z.strictObject({ id: idSchema }).nullable().optional(),
  /** Left out: it stays as it is; null: zones stay as they are. */
  tmShift: tmShiftSettingsSchema.nullable().optional(),
  /** Left out: it stays as it is; null: not asked. */
  meltTemplates: meltTemplateSettingsSchema.nullable().optional(),
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
