import type { RunSummary } from '@curvewell/contracts';

import { useDeleteArchivedRun, useRestoreRun } from '../../data/archive.ts';
import { useDeleteRun, useDownloadRunFiles } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { hasCode } from '../../shared/api/api-problem.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { askAndDo } from '../../shared/ui/ask-and-do.ts';
import { TOAST_MS, toastError } from '../../shared/ui/toast.tsx';

type ListedRun = Pick<RunSummary, 'id' | 'businessId'>;
/** Asks, acts, tells; whether the run has left the list. */
type Removal = (run: ListedRun) => Promise<boolean>;

export function useAskedDeletion(): Removal {
  const deleteRun = useDeleteRun();
  return ({ id, businessId }) =>
    askAndDo({
      question: text.runs.deleteQuestion(businessId),
      text: text.runs.deleteText,
      answers: 'yes-no',
      action: () => deleteRun.mutateAsync(id),
      done: text.runs.deleted(businessId),
      failed: text.runs.notDeleted,
    });
}

export function useAskedRestoration(): Removal {
  const restoreRun = useRestoreRun();
  return ({ id, businessId }) =>
    askAndDo({
      question: text.archive.restoreQuestion(businessId),
      action: () => restoreRun.mutateAsync({ runId: id }),
      done: text.archive.restored(businessId),
      failed: text.archive.notRestored,
      failedMs: TOAST_MS.listError,
    });
}

export function useAskedFinalDeletion(): Removal {
  const deleteRun = useDeleteArchivedRun();
  return ({ id, businessId }) =>
    askAndDo({
      question: text.archive.deleteQuestion(businessId),
      text: text.archive.deleteText,
      answers: 'yes-no',
      action: () => deleteRun.mutateAsync({ runId: id }),
      done: text.runs.deleted(businessId),
      failed: text.runs.notDeleted,
      failedMs: TOAST_MS.listError,
    });
}

/** Hands the original files of a run to the browser's downloads. */
export function useDownload(): (run: ListedRun) => Promise<void> {
  const { mutateAsync } = useDownloadRunFiles();
  return async ({ id, businessId }) => {
    try {
      const { blob, fileName } = await mutateAsync(id);
      saveFile({ blob, fileName: fileName ?? `run-${businessId}.zip` });
    } catch (error) {
      toastError(hasCode(error, 'not-found') ? text.runs.noFiles : text.runs.downloadFailed, error);
    }
  };
}
