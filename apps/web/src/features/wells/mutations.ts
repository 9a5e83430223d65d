import { interpretationCalls, runCalls, type Run } from '@curvewell/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../../shared/api-client.ts';
import { updateOf, type PlateDraft } from './plate-draft.ts';
import { wellQueries } from './queries.ts';

/** Saves the plate, then interprets it. */
export function useStartInterpretation(run: Run) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (plate: PlateDraft) => {
      const saved = await api(runCalls.update, { params: { runId: run.id }, body: updateOf(run, plate) });
      // The next save names the revision of this one, also when the interpretation fails.
      queryClient.setQueryData(wellQueries.run(run.id).queryKey, saved);
      return api(interpretationCalls.interpret, { params: { runId: run.id } });
    },
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export function useCancelRun(runId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api(runCalls.delete, { params: { runId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['runs'] }),
  });
}
