import {
  archiveCalls,
  fileTransferCalls,
  interpretationCalls,
  runCalls,
  type RunDecision,
} from '@curvewell/contracts';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';

import { api } from '../../shared/api-client.ts';
import { interpretationQueries } from './queries.ts';

/** Runs are listed by another feature; a change of one makes its lists old. */
const RUN_LISTS = ['runs'] as const;

function useRunMutation<Input>(
  mutationFn: (input: Input) => Promise<unknown>,
): UseMutationResult<unknown, Error, Input> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // Also after a failure: somebody else may have changed the run meanwhile.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: RUN_LISTS });
      await queryClient.invalidateQueries({ queryKey: [...interpretationQueries.all, 'detail'] });
    },
  });
}

export const useSubmitRun = (runId: string) =>
  useRunMutation(() => api(runCalls.submit, { params: { runId } }));

export const useDecideRun = (runId: string) =>
  useRunMutation((status: RunDecision) => api(runCalls.decide, { params: { runId }, query: { status } }));

export const useSendRunFiles = (runId: string) =>
  useRunMutation(() => api(fileTransferCalls.sendRun, { params: { runId } }));

/** A run that has left its place is not asked for there again, while its screen is still shown. */
function useGoneMutation<Input>(
  mutationFn: (input: Input) => Promise<unknown>,
): UseMutationResult<unknown, Error, Input> {
  const queryClient = useQueryClient();
  const details = { queryKey: [...interpretationQueries.all, 'detail'] };
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ ...details, refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: RUN_LISTS });
    },
    // Somebody else may have changed the run meanwhile.
    onError: () => queryClient.invalidateQueries(details),
  });
}

export const useArchiveRun = (runId: string) =>
  useGoneMutation((markAsToDelete: boolean) =>
    api(archiveCalls.archive, { params: { runId }, body: { markAsToDelete } }),
  );

export const useRestoreRun = (runId: string) =>
  useGoneMutation(() => api(archiveCalls.restore, { params: { runId } }));

export const useDeleteRun = (runId: string) =>
  useGoneMutation(() => api(runCalls.delete, { params: { runId } }));

export const useDeleteArchivedRun = (runId: string) =>
  useGoneMutation(() => api(archiveCalls.deletePermanently, { params: { runId } }));

export const useUpdateDiagnostic = (runId: string) =>
  useRunMutation(({ wellId, diagnosticColorId }: { wellId: string; diagnosticColorId: string }) =>
    api(interpretationCalls.updateDiagnostic, {
      params: { runId },
      query: { wellIds: [wellId] },
      body: { id: diagnosticColorId },
    }),
  );

export const useCommentWells = (runId: string) =>
  useRunMutation(({ wellIds, value }: { wellIds: readonly string[]; value: string }) => {
    const [wellId, ...others] = wellIds;
    return wellId !== undefined && others.length === 0
      ? api(runCalls.commentWell, { params: { runId, wellId }, body: { value } })
      : api(runCalls.commentWells, { params: { runId }, query: { wellIds: [...wellIds] }, body: { value } });
  });

export const useCommentRun = (runId: string) =>
  useRunMutation((value: string) => api(runCalls.commentRun, { params: { runId }, body: { value } }));

export const useEditComment = (runId: string) =>
  useRunMutation(({ commentId, value }: { commentId: string; value: string }) =>
    api(runCalls.editComment, { params: { runId, commentId }, body: { value } }),
  );
