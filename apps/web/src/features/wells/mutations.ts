import { interpretationCalls, runCalls, type Run } from '@curvewell/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api } from '../../shared/api-client.ts';
import { updateOf, type PlateDraft } from './plate-draft.ts';

interface PlateSave {
  readonly plate: PlateDraft;
  /** What the plate was made from: what somebody else has changed meanwhile is not overwritten. */
  readonly revision: number;
}

/** Saves the plate. */
export function useSavePlate(run: Run) {
  return useMutation({
    mutationFn: ({ plate, revision }: PlateSave) =>
      api(runCalls.update, { params: { runId: run.id }, body: { ...updateOf(run, plate), revision } }),
  });
}

/** Interprets the plate as it was saved. */
export function useInterpret(run: Run) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api(interpretationCalls.interpret, { params: { runId: run.id } }),
    onSuccess: () => queryClient.invalidateQueries({ refetchType: 'none' }),
  });
}
