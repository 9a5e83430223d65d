import { type Run, runCalls, type UpdateRun } from '@curvewell/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { text } from '../../locale/text.ts';
import { api } from '../../shared/api-client.ts';
import { hasCode } from '../../shared/api-problem.ts';
import { toastError } from '../../shared/ui/toast.tsx';
import { runQueries } from './queries.ts';

interface MetadataSave {
  readonly analyserId: string;
  readonly plateId: string;
  readonly kits: NonNullable<UpdateRun['kits']>;
  readonly kitIds: readonly string[];
  /** Of somebody else's save that was compared; else what was opened. */
  readonly revision?: number;
}

/** Saves plate id and kits, then the analyser: it is sent apart, since another one reads the files anew. */
export function useSaveMetadata(run: Run, onSaved: (run: Run) => void) {
  const queryClient = useQueryClient();
  // What was opened, not what a refetch has brought meanwhile: the form still says the former.
  const revision = useRef(run.revision);
  const keep = (saved: Run) => {
    revision.current = saved.revision;
    queryClient.setQueryData(runQueries.detail(run.id).queryKey, saved);
  };
  return useMutation({
    mutationFn: async ({ analyserId, plateId, kits, kitIds, ...compared }: MetadataSave) => {
      const params = { runId: run.id };
      const body = {
        revision: compared.revision ?? revision.current,
        plateId: plateId.trim() === '' ? null : plateId,
        kits,
      };
      keep(await api(runCalls.update, { params, body }));
      return api(runCalls.setAcquisitions, {
        params,
        body: { analyser: { id: analyserId }, kitIds: [...kitIds], revision: revision.current },
      });
    },
    onSuccess: async (saved) => {
      keep(saved);
      await queryClient.invalidateQueries({ queryKey: runQueries.lists });
      onSaved(saved);
    },
    onError: (error) => {
      if (!hasCode(error, 'stale')) toastError(text.step1.notSaved, error);
    },
  });
}
