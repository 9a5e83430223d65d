import { useReindexRuns } from '../../../data/runs.ts';
import { text } from '../../../locale/text.ts';
import { askAndDo } from '../../../shared/ui/dialogs/ask-and-do.ts';

/** Asks, rebuilds the search index, shows the outcome. */
export function useReindex(): () => Promise<unknown> {
  const { mutateAsync } = useReindexRuns();
  const words = text.shell.reindex;
  return () =>
    askAndDo({
      question: words.question,
      answers: 'yes-no',
      destroys: false,
      action: () => mutateAsync(),
      done: words.title,
      doneText: words.done,
      failed: words.failed,
    });
}
