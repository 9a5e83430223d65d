import type { Run } from '@curvewell/domain';

import { useDeleteRun } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { confirmAndRun } from '../../../shared/ui/dialogs/confirm-and-run.ts';

/** Asks for confirmation and deletes a run unless it has been interpreted; resolves to whether to leave. */
export function useCancelRun(): (run: Run) => Promise<boolean> {
  const deleteRun = useDeleteRun();
  return ({ id, businessId, interpretationRunByName }) => {
    const isDeleted = interpretationRunByName === null;
    return confirmAndRun({
      question: text.step1.cancelQuestion(businessId),
      text: text.step1.cancelText,
      answers: 'yes-no',
      action: async () => {
        if (isDeleted) await deleteRun.mutateAsync(id);
      },
      done: isDeleted ? text.runs.deleted(businessId) : null,
      failed: text.runs.notDeleted,
    });
  };
}
