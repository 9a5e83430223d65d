import type { ChannelName } from '@curvewell/domain';

/** More channels than this have a separate line above the tools. */
const CHANNELS_IN_TOOLS = 2;
/** Its height, px: see `.channels` of `review-plate.module.css`. */
const LINE_HEIGHT = 32;

/** The height of the line with the channels; 0: they are among the tools. */
export const channelLineHeight = (channels: readonly ChannelName[]): number =>
  channels.length > CHANNELS_IN_TOOLS ? LINE_HEIGHT : 0;
