import { archiveCalls, runCalls, type RunSummary } from '@curvewell/contracts';
import { useQueryClient } from '@tanstack/react-query';

import { text } from '../../locale/text.ts';
import { api, apiFile, saveFile } from '../../shared/api-client.ts';
import { hasCode } from '../../shared/api-problem.ts';
import { confirm } from '../../shared/ui/confirm.tsx';
import { TOAST_MS, toastError, toastSuccess } from '../../shared/ui/toast.tsx';
import { runQueries } from './queries.ts';

type ListedRun = Pick<RunSummary, 'id' | 'businessId'>;

/** Asks, deletes the run, tells; whether it is gone. */
export function useDeleteRun(): (run: ListedRun) => Promise<boolean> {
  const queryClient = useQueryClient();
  return async ({ id, businessId }) => {
    const done = await confirm({
      title: text.runs.deleteQuestion(businessId),
      text: text.runs.deleteText,
      answers: 'yes-no',
      action: async () => {
        try {
          await api(runCalls.delete, { params: { runId: id } });
        } catch (error) {
          toastError(text.runs.notDeleted, error);
          throw error;
        }
      },
    });
    if (!done) return false;
    toastSuccess(text.runs.deleted(businessId));
    await queryClient.invalidateQueries({ queryKey: runQueries.all });
    return true;
  };
}

/** Asks, brings an archived run back, tells; whether it has left the archive. */
export function useRestoreArchived(): (run: ListedRun) => Promise<boolean> {
  const queryClient = useQueryClient();
  return async ({ id, businessId }) => {
    const done = await confirm({
      title: text.archive.restoreQuestion(businessId),
      action: async () => {
        try {
          await api(archiveCalls.restore, { params: { runId: id } });
        } catch (error) {
          toastError(text.archive.notRestored, error, { ms: TOAST_MS.listError });
          throw error;
        }
      },
    });
    if (!done) return false;
    toastSuccess(text.archive.restored(businessId));
    await queryClient.invalidateQueries({ queryKey: runQueries.all });
    return true;
  };
}

/** Asks, deletes an archived run for good, tells; whether it is gone. */
export function useDeletePermanently(): (run: ListedRun) => Promise<boolean> {
  const queryClient = useQueryClient();
  return async ({ id, businessId }) => {
    const done = await confirm({
      title: text.archive.deleteQuestion(businessId),
      text: text.archive.deleteText,
      answers: 'yes-no',
      action: async () => {
        try {
          await api(archiveCalls.deletePermanently, { params: { runId: id } });
        } catch (error) {
          toastError(text.runs.notDeleted, error, { ms: TOAST_MS.listError });
          throw error;
        }
      },
    });
    if (!done) return false;
    toastSuccess(text.runs.deleted(businessId));
    await queryClient.invalidateQueries({ queryKey: runQueries.all });
    return true;
  };
}

/** Hands the original files of a run to the browser's downloads. */
export async function downloadRunFiles({ id, businessId }: ListedRun): Promise<void> {
  try {
    const { blob, fileName } = await apiFile(runCalls.files, { params: { runId: id } });
    saveFile({ blob, fileName: fileName ?? `run-${businessId}.zip` });
  } catch (error) {
    toastError(hasCode(error, 'not-found') ? text.runs.noFiles : text.runs.downloadFailed, error);
  }
}
