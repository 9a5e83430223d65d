import type { Amplification } from '@curvewell/contracts';
import type { ChannelName, ChartPoints, Position, Run } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { interpretationQueries } from '../../../data/interpretation.ts';
import { cqWords, type WellCq } from './cq-words.ts';
import { useReview } from './review-context.ts';

export const hasAmplification = (run: Run, channel: ChannelName): boolean =>
  (run.importReport.amplification ?? []).some((one) => one.channel === channel && one.cycleCount > 0);

/** Whether the files of the run hold amplification, or state a Cq, in a channel. */
export const hasCq = (run: Run, channel: ChannelName): boolean =>
  (run.importReport.amplification ?? []).some((one) => one.channel === channel);

/** The amplification curves of the channel, loaded once they are shown. */
export function useAmplificationCurves(isShown: boolean) {
  const { run, channel, isArchived } = useReview();
  const isOffered = hasAmplification(run, channel);
  const { data, status } = useQuery({
    ...interpretationQueries.amplification(run.id),
    enabled: isShown && isOffered && !isArchived,
  });
  const points = useMemo(() => pointsOf(data, channel), [data, channel]);
  const noteOf = useMemo(() => {
    const cqs = cqsOf(data, channel);
    return (position: Position): string | null => {
      const cq = cqs.get(position);
      return cq === undefined ? null : cqWords(cq);
    };
  }, [data, channel]);
  return { isOffered, points, noteOf, status };
}

function pointsOf(data: Amplification | undefined, channel: ChannelName): ReadonlyMap<Position, ChartPoints> {
  const wells = data?.filter((one) => one.channel === channel).flatMap((one) => one.wells) ?? [];
  return new Map(
    wells.flatMap(({ position, chartPoints }) => (chartPoints === null ? [] : [[position, chartPoints]])),
  );
}

function cqsOf(data: Amplification | undefined, channel: ChannelName): ReadonlyMap<Position, WellCq> {
  const wells = data?.filter((one) => one.channel === channel).flatMap((one) => one.wells) ?? [];
  return new Map(wells.map(({ position, cq, source, fault }) => [position, { cq, source, fault }]));
}

/** The Cq of each well of the channel; null: the files hold none, or it is not loaded. */
export function useCqs(): ReadonlyMap<Position, WellCq> | null {
  const { run, channel, isArchived } = useReview();
  const isOffered = hasCq(run, channel);
  const { data } = useQuery({
    ...interpretationQueries.amplification(run.id),
    enabled: isOffered && !isArchived,
  });
  return useMemo(() => {
    if (!isOffered || data === undefined) return null;
    return cqsOf(data, channel);
  }, [isOffered, data, channel]);
}
