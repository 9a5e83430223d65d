import type { Run } from '@curvewell/domain';
import { useNavigate } from 'react-router-dom';

import { useInterpretRun } from '../../data/interpretation.ts';
import { useReloadRun, useUpdateRun } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { hasCode } from '../../shared/api/api-problem.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { otherEditOf } from '../../shared/ui/alerts/stale-alert.tsx';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { type PlateDraft, updateOf } from './draft/plate-draft.ts';
import type { PlateEditor } from './draft/use-plate-editor.ts';
import { runKitsWithLot } from './run-kits.ts';

/** Saves the plate and starts the interpretation. Detects conflicts with other users' saves. */
export function useStartRun(run: Run, editor: PlateEditor) {
  const navigate = useNavigate();
  const save = useUpdateRun(run.id);
  const saveLot = useUpdateRun(run.id);
  const interpret = useInterpretRun(run.id);
  const reload = useReloadRun(run.id);

  const saved = async (plate: PlateDraft, revision: number): Promise<void> => {
    editor.adopt(await save.mutateAsync({ ...updateOf(run, plate), revision }));
  };
  /** Handles a conflict; returns whether the error was one. */
  const handleConflict = async (error: unknown): Promise<boolean> => {
    if (!hasCode(error, 'stale')) return false;
    editor.reportConflict(await reload(), otherEditOf(error));
    return true;
  };

  return {
    isPending: save.isPending || interpret.isPending,
    start: async (): Promise<void> => {
      try {
        await saved(editor.plate, editor.revision);
        await interpret.mutateAsync();
      } catch (error) {
        const isConflict = await handleConflict(error).catch(() => false);
        if (!isConflict) toastError(text.wells.startFailed, error);
        return;
      }
      await navigate(paths.runInterpretation(run.id));
    },
    /** Adds a new lot to the run; resolves to whether it was added. */
    putLot: async (kitVersionId: string, lotId: string): Promise<boolean> => {
      try {
        const kits = runKitsWithLot(run, { kitVersionId, lotId });
        editor.continueFrom(await saveLot.mutateAsync({ revision: editor.revision, kits }));
        return true;
      } catch (error) {
        const isConflict = await handleConflict(error).catch(() => false);
        if (!isConflict) toastError(text.step1.lotNotAdded, error);
        return false;
      }
    },
    /** Saves a plate merged from two users' versions. */
    saveCompared: async (plate: PlateDraft, revision: number): Promise<boolean> => {
      try {
        await saved(plate, revision);
      } catch (error) {
        const isConflict = await handleConflict(error).catch(() => false);
        if (!isConflict) toastError(text.wells.notSaved, error);
        return false;
      }
      toastSuccess(text.wells.comparedSaved);
      return true;
    },
  };
}
