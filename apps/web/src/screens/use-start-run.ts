import type { Run } from '@curvewell/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';

import { paths } from '../app/paths.ts';
import { runQueries } from '../features/runs/queries.ts';
import { useInterpret, useSaveLot, useSavePlate } from '../features/wells/mutations.ts';
import type { PlateDraft } from '../features/wells/plate-draft.ts';
import type { PlateEditor } from '../features/wells/use-plate-editor.ts';
import { wellsTexts } from '../locale/en-GB/wells.ts';
import { text } from '../locale/text.ts';
import { hasCode } from '../shared/api-problem.ts';
import { otherEditOf } from '../shared/ui/stale-alert.tsx';
import { toastError, toastSuccess } from '../shared/ui/toast.tsx';

/** Saves the plate, starts the interpretation, and meets what somebody else has saved meanwhile. */
export function useStartRun(run: Run, editor: PlateEditor) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const save = useSavePlate(run);
  const interpret = useInterpret(run);
  const lotSave = useSaveLot(run);
  const detail = runQueries.detail(run.id);

  const saved = async (plate: PlateDraft, revision: number): Promise<void> => {
    const after = await save.mutateAsync({ plate, revision });
    queryClient.setQueryData(detail.queryKey, after);
    editor.adopt(after);
  };
  /** Whether the failure was that somebody else was faster. */
  const metOther = async (error: unknown): Promise<boolean> => {
    if (!hasCode(error, 'stale')) return false;
    const theirs = await queryClient.query({ ...detail, staleTime: 0 });
    editor.meet(theirs, otherEditOf(error));
    return true;
  };

  return {
    isPending: save.isPending || interpret.isPending,
    start: async (): Promise<void> => {
      try {
        await saved(editor.plate, editor.revision);
        await interpret.mutateAsync();
      } catch (error) {
        const isMet = await metOther(error).catch(() => false);
        if (!isMet) toastError(wellsTexts.startFailed, error);
        return;
      }
      await navigate(paths.runInterpretation(run.id));
    },
    /** Puts a lot that was just made on the run; whether it is there. */
    putLot: async (kitVersionId: string, lotId: string): Promise<boolean> => {
      try {
        const after = await lotSave.mutateAsync({ kitVersionId, lotId, revision: editor.revision });
        queryClient.setQueryData(detail.queryKey, after);
        editor.goOnFrom(after);
        return true;
      } catch (error) {
        const isMet = await metOther(error).catch(() => false);
        if (!isMet) toastError(text.step1.lotNotAdded, error);
        return false;
      }
    },
    /** A plate that two people's versions were made one in. */
    saveCompared: async (plate: PlateDraft, revision: number): Promise<boolean> => {
      try {
        await saved(plate, revision);
      } catch (error) {
        const isMet = await metOther(error).catch(() => false);
        if (!isMet) toastError(wellsTexts.notSaved, error);
        return false;
      }
      toastSuccess(wellsTexts.comparedSaved);
      return true;
    },
  };
}
