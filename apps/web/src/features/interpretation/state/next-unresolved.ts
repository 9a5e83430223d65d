import { comparePositions, type ChannelName, type Position } from '@curvewell/domain';

import type { ReviewWell } from './review-wells.ts';

interface UnresolvedStep {
  readonly channels: readonly ChannelName[];
  /** The current position; without one, start before the first or after the last well. */
  readonly from: { readonly channel: ChannelName; readonly position: Position | null };
  readonly backwards: boolean;
}

/** The next unresolved well in reading order, channel by channel, wrapping around. */
export function nextUnresolved(
  wells: readonly ReviewWell[],
  { channels, from, backwards }: UnresolvedStep,
): { readonly well: ReviewWell; readonly isWrapped: boolean } | null {
  const direction = backwards ? -1 : 1;
  const rank = ({ channel }: { readonly channel: ChannelName }): number => channels.indexOf(channel);
  const inOrder = wells
    .filter(({ unresolved }) => unresolved !== null)
    .sort(
      (first, second) =>
        direction *
        (rank(first.interpreted) - rank(second.interpreted) ||
          comparePositions(first.position, second.position)),
    );
  const [first] = inOrder;
  if (!first) return null;
  const next = inOrder.find(({ interpreted: { channel }, position }) => {
    const channelsOn = (rank({ channel }) - rank(from)) * direction;
    if (channelsOn !== 0) return channelsOn > 0;
    return from.position === null || comparePositions(position, from.position) * direction > 0;
  });
  return { well: next ?? first, isWrapped: next === undefined };
}
