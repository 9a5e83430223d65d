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

interface LotSave {
  readonly kitVersionId: string;
  readonly lotId: string;
  readonly revision: number;
}

/** Puts one more lot on the run. */
export function useSaveLot(run: Run) {
  return useMutation({
    mutationFn: ({ kitVersionId, lotId, revision }: LotSave) => {
      const kits = run.kits.map(({ kitVersion: { id }, reactionBuffer, lots }) => ({
        kitVersion: { id },
        reactionBuffer: reactionBuffer && { id: reactionBuffer.id },
        lots: [...lots.map((lot) => lot.id), ...(id === kitVersionId ? [lotId] : [])].map((lot) => ({
          id: lot,
        })),
      }));
      return api(runCalls.update, { params: { runId: run.id }, body: { revision, kits } });
    },
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
