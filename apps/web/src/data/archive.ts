import { archiveCalls, type ArchiveSearchCriterion } from '@curvewell/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { interpretationQueries } from './interpretation.ts';
import { runPageQuery, type RunPaging, runQueries } from './runs.ts';
import { callQuery } from '../shared/api/call-query.ts';

export const archiveQueries = {
  lists: ['archive', 'list'] as const,
  list: (paging: RunPaging, searchCriteria: readonly ArchiveSearchCriterion[]) =>
    runPageQuery([...archiveQueries.lists, paging, searchCriteria], async (signal) => {
      const body = { ...paging, searchCriteria: [...searchCriteria] };
      const { values, count } = await api(archiveCalls.search, { body, signal });
      return { runs: values, count };
    }),
  /** An archived run with its interpreted wells. */
  detail: (runId: string) => ({
    ...callQuery(['archive', 'detail', runId], archiveCalls.get, { params: { runId } }),
    structuralSharing: false,
  }),
};

/**
 * Removes a run that has left the run list or the archive. The next visit of its address requests it again;
 * mounted queries do not, since the run no longer exists there.
 */
export function removeCachedRun(client: QueryClient, runId: string): void {
  const gone = [runQueries.detail(runId), interpretationQueries.chart(runId), archiveQueries.detail(runId)];
  void client.invalidateQueries({
    queryKey: interpretationQueries.allNormalised(runId),
    refetchType: 'none',
  });
  for (const { queryKey } of gone) void client.invalidateQueries({ queryKey, refetchType: 'none' });
}

function useMovingMutation<Input extends { readonly runId: string }>(
  mutationFn: (input: Input) => Promise<unknown>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (_, { runId }) => {
      removeCachedRun(client, runId);
      await client.invalidateQueries({ queryKey: runQueries.lists });
      await client.invalidateQueries({ queryKey: archiveQueries.lists });
    },
    // The request may have failed because another user changed the run.
    onError: async (_, { runId }) => {
      await client.invalidateQueries({ queryKey: runQueries.detail(runId).queryKey });
      await client.invalidateQueries({ queryKey: archiveQueries.detail(runId).queryKey });
    },
  });
}

/** Archives a run. `markAsToDelete` also deletes it once it can no longer be restored. */
export const useArchiveRun = () =>
  useMovingMutation(
    ({ runId, markAsToDelete }: { readonly runId: string; readonly markAsToDelete: boolean }) =>
      api(archiveCalls.archive, { params: { runId }, body: { markAsToDelete } }),
  );

export const useRestoreRun = () =>
  useMovingMutation(({ runId }: { readonly runId: string }) =>
    api(archiveCalls.restore, { params: { runId } }),
  );

export const useDeleteArchivedRun = () =>
  useMovingMutation(({ runId }: { readonly runId: string }) =>
    api(archiveCalls.deletePermanently, { params: { runId } }),
  );
