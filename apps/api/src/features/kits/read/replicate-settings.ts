import { type ReplicateSettings, replicateSettingsSchema } from '@curvewell/domain';

import type { KitVersion } from '../../../generated/prisma/client.ts';

/** How the wells of a stored version with one name become one sample; null: they do not. */
export const replicatesOf = ({ replicates }: Pick<KitVersion, 'replicates'>): ReplicateSettings | null =>
  replicates === null ? null : replicateSettingsSchema.parse(replicates);
