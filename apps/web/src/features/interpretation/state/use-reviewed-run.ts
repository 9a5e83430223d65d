import type { InterpretedWell, Run } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { archiveQueries } from '../../../data/archive.ts';
import { interpretationQueries } from '../../../data/interpretation.ts';
import { runQueries } from '../../../data/runs.ts';
import { withUpdates } from './review-wells.ts';

interface ReviewedRun {
  readonly run: Run;
  readonly interpreted: readonly InterpretedWell[];
}

interface Reviewed {
  /** undefined while loading. */
  readonly data: ReviewedRun | undefined;
  /** Available before the interpreted wells are loaded. */
  readonly run: Run | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** Run and chart have separate caches: user changes affect only the run, and the chart is immutable. */
function useRunWithChart(runId: string, enabled: boolean): Reviewed {
  const run = useQuery({ ...runQueries.detail(runId), enabled });
  const chart = useQuery({ ...interpretationQueries.chart(runId), enabled });
  // The cached chart predates the interpretation.
  const isChartOld = chart.data?.length === 0 && chart.isFetching && run.data?.acts.interpreted !== null;
  const data = useMemo(
    () =>
      run.data && chart.data && !isChartOld
        ? { run: run.data, interpreted: withUpdates(run.data, chart.data) }
        : undefined,
    [run.data, chart.data, isChartOld],
  );
  return {
    data,
    run: run.data,
    error: run.error ?? chart.error,
    refetch: () => {
      void run.refetch();
      void chart.refetch();
    },
  };
}

function useArchivedRun(runId: string, enabled: boolean): Reviewed {
  const { data: archived, error, refetch } = useQuery({ ...archiveQueries.detail(runId), enabled });
  const data = useMemo(
    () =>
      archived && { run: archived.run, interpreted: withUpdates(archived.run, archived.interpretedWells) },
    [archived],
  );
  return { data, run: data?.run, error, refetch: () => void refetch() };
}

export function useReviewedRun({
  runId,
  isArchived,
}: {
  readonly runId: string;
  readonly isArchived: boolean;
}): Reviewed {
  const current = useRunWithChart(runId, !isArchived);
  const archived = useArchivedRun(runId, isArchived);
  return isArchived ? archived : current;
}
