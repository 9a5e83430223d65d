import { type ChannelRules, channelRulesSchema } from '@curvewell/domain';

import type { KitVersion } from '../../../generated/prisma/client.ts';

/** The channel rules of a stored version; null: samples have no combined result. */
export const channelRulesOf = ({ channelRules }: Pick<KitVersion, 'channelRules'>): ChannelRules | null =>
  channelRules === null ? null : channelRulesSchema.parse(channelRules);
