import { interpretationCalls } from '@curvewell/contracts';
import { queryOptions } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { withUpdatedDiagnostics } from './cached/run-changes.ts';
import { useRunMutation } from './runs.ts';

export const interpretationQueries = {
  /**
   * The wells as they were interpreted. Nothing changes them any more, so they are loaded once; what
   * people set in their place is in the run.
   */
  chart: (runId: string) =>
    queryOptions({
      queryKey: ['interpretation', 'chart', runId] as const,
      queryFn: ({ signal }) => api(interpretationCalls.chart, { params: { runId }, signal }),
      staleTime: ({ state }) => ((state.data?.length ?? 0) > 0 ? Infinity : 0),
      structuralSharing: false,
    }),
};

/** Interprets the plate as it was saved. */
export const useInterpretRun = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: () => api(interpretationCalls.interpret, { params: { runId } }),
    runAfter: (_, run) => run,
  });

interface DiagnosticUpdate {
  readonly wellId: string;
  readonly diagnosticColorId: string;
  /** Why; undefined: nobody has to say. */
  readonly reason: string | undefined;
}

/** Sets another diagnostic beside the suggested one of a well. */
export const useUpdateDiagnostic = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: ({ wellId, diagnosticColorId, reason }: DiagnosticUpdate) =>
      api(interpretationCalls.updateDiagnostic, {
        params: { runId },
        query: { wellIds: [wellId] },
        body: { id: diagnosticColorId, ...(reason !== undefined && { comment: reason }) },
      }),
    runAfter: withUpdatedDiagnostics,
  });
