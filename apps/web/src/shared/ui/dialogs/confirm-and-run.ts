import type { ReactNode } from 'react';

import { confirm } from './confirm.tsx';
import { toastError, toastSuccess } from '../messages/toast.tsx';

interface Deed {
  /** “Delete run 1283?” */
  readonly question: string;
  /** What follows from it. */
  readonly text?: ReactNode;
  readonly answers?: 'ok' | 'yes-no';
  readonly destroys?: boolean;
  readonly action: () => Promise<unknown>;
  /** The message when it is done; null: none. */
  readonly done: string | null;
  readonly doneText?: string;
  readonly failed: string;
  readonly failedMs?: number;
}

/** Asks, acts, shows the outcome; whether it was done. The question closes either way. */
export async function confirmAndRun({ question, action, done, doneText, failed, failedMs, ...asked }: Deed) {
  const isDone = await confirm({
    ...asked,
    title: question,
    action: async () => {
      try {
        await action();
      } catch (error) {
        toastError(failed, error, failedMs === undefined ? {} : { ms: failedMs });
        throw error;
      }
    },
  });
  if (isDone && done !== null) toastSuccess(done, doneText === undefined ? {} : { text: doneText });
  return isDone;
}
