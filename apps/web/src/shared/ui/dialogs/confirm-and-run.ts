import type { ReactNode } from 'react';

import { confirm } from './confirm.tsx';
import { toastError, toastSuccess } from '../messages/toast.tsx';

interface ConfirmedAction {
  /** “Delete run 1283?” */
  readonly question: string;
  /** The consequences. */
  readonly text?: ReactNode;
  readonly answers?: 'ok' | 'yes-no';
  readonly destroys?: boolean;
  readonly action: () => Promise<unknown>;
  /** The success message; null shows none. */
  readonly done: string | null;
  readonly doneText?: string;
  readonly failed: string;
  readonly failedMs?: number;
}

/** Asks, runs the action and shows its outcome. @returns whether the action succeeded */
export async function confirmAndRun({
  question,
  action,
  done,
  doneText,
  failed,
  failedMs,
  ...asked
}: ConfirmedAction) {
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
