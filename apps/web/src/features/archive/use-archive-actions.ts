import type { RunSummary } from '@curvewell/domain';

import { useDeleteArchivedRun, useRestoreRun } from '../../data/archive.ts';
import { text } from '../../locale/text.ts';
import { confirmAndRun } from '../../shared/ui/dialogs/confirm-and-run.ts';
import { TOAST_MS } from '../../shared/ui/messages/toast.tsx';

/** Asks for confirmation, acts and shows the outcome. Resolves to whether the run has left the archive. */
type Removal = (run: Pick<RunSummary, 'id' | 'businessId'>) => Promise<boolean>;

export function useConfirmedRestoration(): Removal {
  const restoreRun = useRestoreRun();
  return ({ id, businessId }) =>
    confirmAndRun({
      question: text.archive.restoreQuestion(businessId),
      text: text.archive.restoreText,
      action: () => restoreRun.mutateAsync({ runId: id }),
      done: text.archive.restored(businessId),
      failed: text.archive.notRestored,
      failedMs: TOAST_MS.listError,
    });
}

export function useConfirmedPermanentDeletion(): Removal {
  const deleteRun = useDeleteArchivedRun();
  return ({ id, businessId }) =>
    confirmAndRun({
      question: text.archive.deleteQuestion(businessId),
      text: text.archive.deleteText,
      answers: 'yes-no',
      action: () => deleteRun.mutateAsync({ runId: id }),
      done: text.runs.deleted(businessId),
      failed: text.runs.notDeleted,
      failedMs: TOAST_MS.listError,
    });
}
