import type { ChannelName } from '@curvewell/domain';

/** Session storage key of the reviewed channel, so that the next run opens with the same one. */
export const REVIEWED_CHANNEL = 'curvewell.channel';

/** Sets the channel that the next review opens with. */
export function storeReviewedChannel(channel: ChannelName): void {
  sessionStorage.setItem(REVIEWED_CHANNEL, JSON.stringify(channel));
}
