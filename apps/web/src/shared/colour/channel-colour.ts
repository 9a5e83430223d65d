import { ofEachChannel, type ChannelName } from '@curvewell/domain';

/** The colour of each channel, as a CSS variable of the theme. It always stands beside the channel's name. */
export const CHANNEL_COLOUR: Readonly<Record<ChannelName, string>> = ofEachChannel(
  (name) =>
    `var(--channel-${name
      .toLowerCase()
      .replace(/_(?=\D)/g, '-')
      .replace('_', '')})`,
);
