import type { Run } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import { seenQueries, useMarkSeen } from '../../../data/decisions.ts';
import { hasCode } from '../../../shared/api/api-problem.ts';
import { nearestFirst, type ReviewWell } from './review-wells.ts';

/** The review of borderline wells, one after the other. */
export interface BorderReview {
  /** Of all channels, nearest to a limit first. */
  readonly wells: readonly ReviewWell[];
  /** Ids of the wells whose current result the user has seen. */
  readonly seen: ReadonlySet<string>;
  readonly seenCount: number;
  readonly isOpen: boolean;
  /** Goes to the first unseen well, or to the next one from the current. */
  readonly go: (backwards: boolean) => void;
  readonly close: () => void;
}

interface BorderReviewOf {
  readonly run: Run;
  readonly isArchived: boolean;
  /** In all channels. */
  readonly wells: readonly ReviewWell[];
  /** The only well in the panel. */
  readonly alone: ReviewWell | null;
  readonly onWell: (well: ReviewWell) => void;
}

/** A well counts as seen after this time alone in the panel, ms. */
const SEEN_MS = 1000;
const NONE: readonly string[] = [];

export function useBorderReview({ run, isArchived, wells, alone, onWell }: BorderReviewOf): BorderReview {
  const [isOpened, open] = useState(false);
  const [parameters, setParameters] = useSearchParams();
  // Set by links from the check before a decision.
  const isAsked = parameters.get('review') === 'near';
  const isOpen = isOpened || isAsked;
  const queue = useMemo(() => nearestFirst(wells), [wells]);
  const { data } = useQuery({ ...seenQueries.list(run.id), enabled: queue.length > 0 });
  const wellIds = data?.wellIds ?? NONE;
  const seen = useMemo(() => new Set(wellIds), [wellIds]);
  const { mutate, error, variables } = useMarkSeen(run.id);
  // No review is needed after the decision.
  const canMark = data !== undefined && !isArchived && run.permissions.canUpdate;
  const shown = alone === null ? -1 : queue.findIndex(({ well }) => well.id === alone.well.id);
  const shownWell = canMark ? queue[shown] : undefined;
  const wellId = shownWell?.well.id;
  const at = shownWell?.interpreted.interpretedWellDiagnostics.at(-1)?.at;
  // A result that is no longer the current one is not offered again, until the page shows the current one.
  const isOld = hasCode(error, 'stale') && variables?.wellId === wellId && variables?.at === at;
  const isToMark = wellId !== undefined && at !== undefined && !seen.has(wellId) && !isOld;

  const mark = useEffectEvent(mutate);
  useEffect(() => {
    if (!isToMark) return undefined;
    const timer = setTimeout(mark, SEEN_MS, { wellId, at });
    return () => clearTimeout(timer);
  }, [wellId, at, isToMark]);

  const go = (backwards: boolean): void => {
    const left = isOpen && isToMark ? wellId : null;
    if (isOpen && isToMark) mutate({ wellId, at });
    open(true);
    const next = isOpen && shown >= 0 ? queue[shown + (backwards ? -1 : 1)] : undefined;
    const unseen = queue.find(({ well }) => !seen.has(well.id) && well.id !== left);
    const to = next ?? unseen ?? (isOpen ? undefined : queue[0]);
    if (to) onWell(to);
  };

  return {
    wells: queue,
    seen,
    isOpen,
    go,
    seenCount: queue.filter(({ well }) => seen.has(well.id)).length,
    close: () => {
      open(false);
      if (!isAsked) return;
      const without = new URLSearchParams(parameters);
      without.delete('review');
      setParameters(without, { replace: true, preventScrollReset: true });
    },
  };
}
