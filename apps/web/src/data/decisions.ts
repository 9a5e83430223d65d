import { decisionCalls, type CheckedBody } from '@curvewell/contracts';
import { NO_ANSWERS, type CheckedDecision } from '@curvewell/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { answered, runQueries, useRunMutation } from './runs.ts';
import { callQuery } from '../shared/api/call-query.ts';

export const decisionQueries = {
  allChecks: ['decisions', 'check'] as const,
  checks: (runId: string) => [...decisionQueries.allChecks, runId] as const,
  /** The check before a decision, never cached: the list of doubts must be current. */
  check: (runId: string, decision: CheckedDecision) => ({
    ...callQuery([...decisionQueries.checks(runId), decision], decisionCalls.check, {
      params: { runId },
      query: { decision },
    }),
    staleTime: 0,
  }),
  /** Whether a decided run still matches its signature, from the last check of the server. */
  record: (runId: string) => ({
    ...callQuery(['decisions', 'record', runId], decisionCalls.record, { params: { runId }, query: {} }),
    staleTime: 0,
  }),
};

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
  /** The wells whose current result the user has marked as seen. */
  list: (runId: string) => callQuery(['decisions', 'seen', runId], decisionCalls.seen, { params: { runId } }),
};

interface SeenResult {
  readonly wellId: string;
  /** The time of the shown result, ISO 8601. */
  readonly at: string;
}

/** Marks a result as seen. Shown immediately and rolled back on failure. */
export function useMarkSeen(runId: string) {
  const client = useQueryClient();
  const { queryKey } = seenQueries.list(runId);
  return useMutation({
    mutationFn: (result: SeenResult) =>
      api(decisionCalls.markSeen, { params: { runId }, body: { results: [result] } }),
    onMutate: ({ wellId }) => {
      client.setQueryData(queryKey, (seen) => ({ wellIds: [...(seen?.wellIds ?? []), wellId] }));
    },
    // The request may have failed because another user changed the result.
    onError: () =>
      Promise.all(
        [queryKey, runQueries.detail(runId).queryKey].map((key) =>
          client.invalidateQueries({ queryKey: key }),
        ),
      ),
  });
}

/** Clears the mark of a well with a new result: no user has seen it yet. */
export function useForgetSeen(runId: string) {
  const client = useQueryClient();
  return (wellId: string): void => {
    client.setQueryData(
      seenQueries.list(runId).queryKey,
      (seen) => seen && { wellIds: seen.wellIds.filter((id) => id !== wellId) },
    );
  };
}
