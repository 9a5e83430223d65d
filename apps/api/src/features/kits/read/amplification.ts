import { type AmplificationSettings, amplificationSettingsSchema } from '@curvewell/domain';

import type { KitVersion } from '../../../generated/prisma/client.ts';

/** The latest cycles of a stored version; null: rules cannot use amplification. */
export const amplificationOf = ({
  amplification,
}: Pick<KitVersion, 'amplification'>): AmplificationSettings | null =>
  amplification === null ? null : amplificationSettingsSchema.parse(amplification);
