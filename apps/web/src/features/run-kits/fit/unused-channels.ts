import { type ChannelName, type ImportReport, inChannelOrder, type KitFit } from '@curvewell/domain';

/** Channels with curves in which no chosen kit has a zone, in order. */
export function unusedChannels(
  { curves }: { readonly curves: readonly Pick<ImportReport['curves'][number], 'channel'>[] },
  zones: readonly Pick<KitFit['zones'][number], 'channel'>[],
): ChannelName[] {
  const used = new Set(zones.map(({ channel }) => channel));
  return inChannelOrder(curves.map(({ channel }) => channel)).filter((channel) => !used.has(channel));
}
