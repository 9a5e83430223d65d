import { interpretationCalls, runCalls, type Run } from '@curvewell/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { api } from '../../shared/api-client.ts';
import { updateOf, type PlateDraft } from './plate-draft.ts';

/**
 * Saves the plate, then interprets it. The save names the revision that the
 * plate was opened with, or that its last save made: what somebody else has
 * changed meanwhile is not overwritten.
 */
export function useStartInterpretation(run: Run) {
  const queryClient = useQueryClient();
  const revision = useRef(run.revision);
  return useMutation({
    mutationFn: async (plate: PlateDraft) => {
      const body = { ...updateOf(run, plate), revision: revision.current };
      const saved = await api(runCalls.update, { params: { runId: run.id }, body });
      revision.current = saved.revision;
      return api(interpretationCalls.interpret, { params: { runId: run.id } });
    },
    onSuccess: () => queryClient.invalidateQueries({ refetchType: 'none' }),
  });
}
