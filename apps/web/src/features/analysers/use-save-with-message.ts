import { useSaveAnalyser } from '../../data/analysers.ts';
import { text } from '../../locale/text.ts';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';

/** Saves an analyser and shows a success or error message. */
export function useSaveWithMessage() {
  const { mutateAsync, isPending } = useSaveAnalyser();
  return {
    isPending,
    /** Returns whether it was saved. */
    save: async (change: Parameters<typeof mutateAsync>[0]): Promise<boolean> => {
      try {
        const { name } = await mutateAsync(change);
        toastSuccess(change.analyserId === null ? text.analysers.added(name) : text.analysers.changed(name));
        return true;
      } catch (error) {
        toastError(text.analysers.notSaved, error);
        return false;
      }
    },
  };
}
