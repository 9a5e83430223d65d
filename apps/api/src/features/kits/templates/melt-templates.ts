import { meltTemplateSettingsSchema, type MeltTemplateSettings } from '@curvewell/domain';

import type { KitVersion } from '../../../generated/prisma/client.ts';

/** The template settings of a stored version. */
export const meltTemplatesOf = ({
  meltTemplatesFrom: from,
}: Pick<KitVersion, 'meltTemplatesFrom'>): MeltTemplateSettings | null =>
  from === null ? null : meltTemplateSettingsSchema.parse({ from });
