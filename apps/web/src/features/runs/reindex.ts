import { runCalls } from '@curvewell/contracts';
import { useQueryClient } from '@tanstack/react-query';

import { text } from '../../locale/text.ts';
import { api } from '../../shared/api-client.ts';
import { confirm } from '../../shared/ui/confirm.tsx';
import { toastError, toastSuccess } from '../../shared/ui/toast.tsx';
import { runQueries } from './queries.ts';

/** Asks, rebuilds the search index, tells. */
export function useReindex(): () => Promise<void> {
  const queryClient = useQueryClient();
  const words = text.shell.reindex;
  return async () => {
    const done = await confirm({
      title: words.question,
      answers: 'yes-no',
      destroys: false,
      action: async () => {
        try {
          await api(runCalls.reindex);
        } catch (error) {
          toastError(words.failed, error);
          throw error;
        }
      },
    });
    if (!done) return;
    toastSuccess(words.title, { text: words.done });
    await queryClient.invalidateQueries({ queryKey: runQueries.all });
  };
}
