import { archiveCalls, type ArchiveSearchCriterion } from '@curvewell/contracts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../shared/api/api-client.ts';
import { interpretationQueries } from './interpretation.ts';
import { runPageQuery, type RunPaging, runQueries } from './runs.ts';

export const archiveQueries = {
  lists: ['archive', 'list'] as const,
  list: (paging: RunPaging, searchCriteria: readonly ArchiveSearchCriterion[]) =>
    runPageQuery([...archiveQueries.lists, paging, searchCriteria], async (signal) => {
      const body = { ...paging, searchCriteria: [...searchCriteria] };
      const { values, count } = await api(archiveCalls.search, { body, signal });
      return { runs: values, count };
    }),
  /** An archived run with its interpreted wells. */
  detail: (runId: string) =>
    queryOptions({
      queryKey: ['archive', 'detail', runId] as const,
      queryFn: ({ signal }) => api(archiveCalls.get, { params: { runId }, signal }),
      structuralSharing: false,
    }),
};

/**
 * A run has left the runs or the archive: who comes to its address asks for it again, but anyone who
 * still looks at it does not, since it no longer exists.
 */
export function removeCachedRun(client: QueryClient, runId: string): void {
  const gone = [runQueries.detail(runId), interpretationQueries.chart(runId), archiveQueries.detail(runId)];
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
    // Somebody else may have changed the run meanwhile.
    onError: async (_, { runId }) => {
      await client.invalidateQueries({ queryKey: runQueries.detail(runId).queryKey });
      await client.invalidateQueries({ queryKey: archiveQueries.detail(runId).queryKey });
    },
  });
}

/** Sends a run for archiving; with `markAsToDelete` also for deletion once it can no longer be restored. */
export const useArchiveRun = () =>
  useMovingMutation(
    ({ runId, markAsToDelete }: { readonly runId: string; readonly markAsToDelete: boolean }) =>
      api(archiveCalls.archive, { params: { runId }, body: { markAsToDelete } }),
  );

/** Brings an archived run back. */
export const useRestoreRun = () =>
  useMovingMutation(({ runId }: { readonly runId: string }) =>
    api(archiveCalls.restore, { params: { runId } }),
  );

/** Deletes an archived run for good. */
export const useDeleteArchivedRun = () =>
  useMovingMutation(({ runId }: { readonly runId: string }) =>
    api(archiveCalls.deletePermanently, { params: { runId } }),
  );
