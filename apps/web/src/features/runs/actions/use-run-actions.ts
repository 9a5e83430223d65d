import type { RunSummary } from '@curvewell/domain';

import { useDeleteRun, useDownloadRunFiles } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { hasCode } from '../../../shared/api/api-problem.ts';
import { saveFile } from '../../../shared/api/save-file.ts';
import { confirmAndRun } from '../../../shared/ui/dialogs/confirm-and-run.ts';
import { toastError } from '../../../shared/ui/messages/toast.tsx';

type ListedRun = Pick<RunSummary, 'id' | 'businessId'>;
/** Asks for confirmation, deletes the run and shows the outcome; resolves to whether it has left the list. */
export function useConfirmedDeletion(): (run: ListedRun) => Promise<boolean> {
  const deleteRun = useDeleteRun();
  return ({ id, businessId }) =>
    confirmAndRun({
      question: text.runs.deleteQuestion(businessId),
      text: text.runs.deleteText,
      answers: 'yes-no',
      action: () => deleteRun.mutateAsync(id),
      done: text.runs.deleted(businessId),
      failed: text.runs.notDeleted,
    });
}

/** Downloads the original files of a run. */
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
