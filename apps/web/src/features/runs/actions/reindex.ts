import { useReindexRuns } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { confirmAndRun } from '../../../shared/ui/dialogs/confirm-and-run.ts';

/** Asks for confirmation, rebuilds the search index and shows the outcome. */
export function useReindex(): () => Promise<unknown> {
  const { mutateAsync } = useReindexRuns();
  const words = text.shell.reindex;
  return () =>
    confirmAndRun({
      question: words.question,
      text: words.text,
      answers: 'yes-no',
      destroys: false,
      action: () => mutateAsync(),
      done: words.title,
      doneText: words.done,
      failed: words.failed,
    });
}
