import { type AmplificationSettings, amplificationSettingsSchema } from '@curvewell/domain';

import type { KitVersion } from '../../../generated/prisma/client.ts';

/** The latest cycles of a stored version; null: rules do not ask if a channel has amplified. */
export const amplificationOf = ({
  amplification,
}: Pick<KitVersion, 'amplification'>): AmplificationSettings | null =>
  amplification === null ? null : amplificationSettingsSchema.parse(amplification);
