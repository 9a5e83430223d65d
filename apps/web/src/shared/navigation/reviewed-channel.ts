import type { ChannelName } from '@curvewell/domain';

/** Where the channel that is reviewed is kept in the browser's tab: anyone who reviews a channel continues with it. */
export const REVIEWED_CHANNEL = 'curvewell.channel';

/** The channel that the review shows when it is opened next. */
export function storeReviewedChannel(channel: ChannelName): void {
  sessionStorage.setItem(REVIEWED_CHANNEL, JSON.stringify(channel));
}
