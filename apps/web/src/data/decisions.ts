import { decisionCalls, type CheckedBody } from '@curvewell/contracts';
import { NO_ANSWERS, type CheckedDecision, type Run } from '@curvewell/domain';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { useRunMutation } from './runs.ts';

export const decisionQueries = {
  allChecks: ['decisions', 'check'] as const,
  checks: (runId: string) => [...decisionQueries.allChecks, runId] as const,
  /** What is doubtful about a run before a decision: asked for again whenever somebody looks. */
  check: (runId: string, decision: CheckedDecision) =>
    queryOptions({
      queryKey: [...decisionQueries.checks(runId), decision] as const,
      queryFn: ({ signal }) => api(decisionCalls.check, { params: { runId }, query: { decision }, signal }),
      staleTime: 0,
    }),
  /** Whether a decided run is what was signed, as it was found lately. */
  record: (runId: string) =>
    queryOptions({
      queryKey: ['decisions', 'record', runId] as const,
      queryFn: ({ signal }) => api(decisionCalls.record, { params: { runId }, query: {}, signal }),
      staleTime: 0,
    }),
};

const answered = (_: Run, run: Run): Run => run;

export const useSubmitRun = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: (body: CheckedBody) => api(decisionCalls.submit, { params: { runId }, body }),
    runAfter: answered,
  });

export const useApproveRun = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: (body: CheckedBody) =>
      api(decisionCalls.decide, { params: { runId }, query: { status: 'APPROVED' }, body }),
    runAfter: answered,
  });

export const useRejectRun = (runId: string) =>
  useRunMutation({
    runId,
    mutationFn: (reason: string | undefined) =>
      api(decisionCalls.decide, {
        params: { runId },
        query: { status: 'REJECTED' },
        body: { ...NO_ANSWERS, ...(reason !== undefined && { reason }) },
      }),
    runAfter: answered,
  });

export const seenQueries = {
  /** The wells whose result, as it is now, one has seen oneself. */
  list: (runId: string) =>
    queryOptions({
      queryKey: ['decisions', 'seen', runId] as const,
      queryFn: ({ signal }) => api(decisionCalls.seen, { params: { runId }, signal }),
    }),
};

/** Marks results as seen; it shows at once, and a mark that was not kept goes again. */
export function useMarkSeen(runId: string) {
  const client = useQueryClient();
  const { queryKey } = seenQueries.list(runId);
  return useMutation({
    mutationFn: (wellIds: string[]) => api(decisionCalls.markSeen, { params: { runId }, body: { wellIds } }),
    onMutate: (wellIds) => {
      client.setQueryData(queryKey, (seen) => ({ wellIds: [...(seen?.wellIds ?? []), ...wellIds] }));
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

/** A new result has not been seen by anybody. */
export function useForgetSeen(runId: string) {
  const client = useQueryClient();
  return (wellId: string): void => {
    client.setQueryData(
      seenQueries.list(runId).queryKey,
      (seen) => seen && { wellIds: seen.wellIds.filter((id) => id !== wellId) },
    );
  };
}
