import { kitVersionSettingsSchema } from '@curvewell/domain';
import type { z } from 'zod';

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
export const storedSettingsSchema = kitVersionSettingsSchema.omit({ outsideDiagnostic: true });
export type StoredSettings = z.infer<typeof storedSettingsSchema>;

export const settingsOfRow = ({
  negativeControls: negative,
  positiveControls: positive,
  tmShiftLimit: limit,
  meltTemplatesFrom: from,
  ...row
}: SettingsRow): StoredSettings =>
  storedSettingsSchema.parse({
    ...row,
    requiredControls: { negative, positive },
    tmShift: limit === null ? null : { limit },
    meltTemplates: from === null ? null : { from },
  });
