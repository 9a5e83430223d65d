import { type Run, runCalls } from '@curvewell/contracts';
import { useQueryClient } from '@tanstack/react-query';

import { text } from '../../locale/text.ts';
import { api } from '../../shared/api-client.ts';
import { confirm } from '../../shared/ui/confirm.tsx';
import { toastError, toastSuccess } from '../../shared/ui/toast.tsx';
import { runQueries } from './queries.ts';

/** Asks, and deletes a run that nobody has interpreted yet; whether to leave. */
export function useCancelRun(): (run: Run) => Promise<boolean> {
  const queryClient = useQueryClient();
  return async (run) => {
    const isDeleted = run.interpretationRunByName === null;
    const done = await confirm({
      title: text.step1.cancelQuestion(run.businessId),
      text: text.step1.cancelText,
      answers: 'yes-no',
      action: async () => {
        if (!isDeleted) return;
        try {
          await api(runCalls.delete, { params: { runId: run.id } });
        } catch (error) {
          toastError(text.runs.notDeleted, error);
          throw error;
        }
      },
    });
    if (done && isDeleted) {
      toastSuccess(text.runs.deleted(run.businessId));
      await queryClient.invalidateQueries({ queryKey: runQueries.lists });
    }
    return done;
  };
}
