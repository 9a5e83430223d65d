import { isSample } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';

import { interpretationQueries, overlayQuery, type OverlayRun } from '../../../data/interpretation.ts';
import { belongsTo, type Overlay } from './overlay.ts';
import { useReview } from './review-context.ts';

export interface ShownOverlay {
  readonly shown: Overlay | null;
  /** Null while they load. */
  readonly runs: readonly OverlayRun[] | null;
  readonly isError: boolean;
}

/** The overlay that belongs to what is shown, with its runs. */
export function useOverlay(isRead: boolean): ShownOverlay {
  const { overlay, channel, selected } = useReview();
  const names = selected.map(({ well }) => well.name);
  const isOfShown = overlay !== null && belongsTo(overlay, { channel, names });
  const followed = useFollowed(isOfShown ? null : overlay);
  const shown = isOfShown ? overlay : followed.overlay;
  const isReady = shown !== null && !followed.isPending;
  const { data = null, isError } = useQuery({
    ...overlayQuery({ places: shown?.places ?? [], channel, isRead }),
    enabled: isReady,
  });
  return { shown, runs: isReady ? data : null, isError: isError || followed.isError };
}

/** The overlay of the same sample follows the selection: that of the selected sample, in place of another's. */
function useFollowed(other: Overlay | null) {
  const { run, channel, selected, filtered } = useReview();
  const [only] = filtered;
  const name = only?.well.name ?? '';
  const isFollowing =
    other?.kind === 'sample' &&
    selected.length === 1 &&
    only !== undefined &&
    isSample(only.sampleType) &&
    name !== '';
  const { data, isError } = useQuery({
    ...interpretationQueries.references({ runId: run.id, wellId: only?.well.id ?? '' }),
    enabled: isFollowing,
  });
  const overlay: Overlay | null = isFollowing
    ? { kind: 'sample', name, channel, places: data?.sample ?? [] }
    : null;
  return { overlay, isPending: isFollowing && data === undefined, isError: isFollowing && isError };
}
