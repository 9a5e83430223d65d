import {
  amplificationSettingsSchema,
  channelRulesSchema,
  curveShapesSchema,
  type KitVersionSettings,
  meltTemplateSettingsSchema,
  replicateSettingsSchema,
} from '@curvewell/domain';

import { jsonOf, listOf } from '../../../database/columns.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

export const SETTINGS_SELECT = {
  negativeControls: true,
  positiveControls: true,
  tmShiftLimit: true,
  meltTemplatesFrom: true,
  curveShapes: true,
  replicates: true,
  channelRules: true,
  amplification: true,
} as const satisfies Prisma.KitVersionSelect;

/** The same for statements of `columns.ts`. */
export const SETTINGS_FIELDS = Object.keys(SETTINGS_SELECT) as (keyof typeof SETTINGS_SELECT)[]; // its own keys

/** The zones of a phase `p`, as SQL. */
export const ZONES_OF_PHASE = listOf(
  jsonOf('z', Prisma.ZoneScalarFieldEnum),
  'z.name',
  'zone z WHERE z.phase_id = p.id',
);

export type SettingsRow = Prisma.KitVersionGetPayload<{ select: typeof SETTINGS_SELECT }>;

/** The settings of a kit version, except the diagnostic outside zones, which is a separate row. */
export type StoredSettings = Omit<KitVersionSettings, 'outsideDiagnostic'>;

export const settingsOfRow = (row: SettingsRow): StoredSettings => ({
  requiredControls: { negative: row.negativeControls, positive: row.positiveControls },
  tmShift: row.tmShiftLimit === null ? null : { limit: row.tmShiftLimit },
  meltTemplates:
    row.meltTemplatesFrom === null ? null : meltTemplateSettingsSchema.parse({ from: row.meltTemplatesFrom }),
  curveShapes: curveShapesSchema.nullable().parse(row.curveShapes),
  replicates: replicateSettingsSchema.nullable().parse(row.replicates),
  channelRules: channelRulesSchema.nullable().parse(row.channelRules),
  amplification: amplificationSettingsSchema.nullable().parse(row.amplification),
});
