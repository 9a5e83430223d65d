import type { ReactNode } from 'react';

import { observable, useObservable } from '../../hooks/observable.ts';
import { lazyDialog } from './lazy-dialog.tsx';

interface Question {
  /** The question itself: “Delete run 1283?” */
  readonly title: string;
  /** What follows from it, with names and numbers. */
  readonly text?: ReactNode;
  /** `ok`: Cancel, OK. `yes-no`: deletions and “replace all”. `ok-only`: something to know before going on. */
  readonly answers?: 'ok' | 'yes-no' | 'ok-only';
  /** What going on is called, where “OK” would not say it. */
  readonly proceed?: string;
  /** Something is destroyed: the focus starts on the way out. */
  readonly destroys?: boolean;
  /** Done while the dialog stays, locked. When it fails the dialog closes as cancelled; the caller shows why. */
  readonly action?: () => Promise<unknown>;
}

export interface OpenQuestion extends Question {
  /** Where the focus was. */
  readonly from: Element | null;
  readonly answer: (confirmed: boolean) => void;
}

export const asked = observable<OpenQuestion | null>(null);

/** Asks; true when confirmed. Backdrop and Escape cancel. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked.get()?.answer(false);
    asked.set({
      ...question,
      from: document.activeElement,
      answer: (confirmed) => {
        asked.set(null);
        resolve(confirmed);
      },
    });
  });
}

const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** Shows what `confirm` asks; stands once in the app. */
export function ConfirmOutlet() {
  const open = useObservable(asked);
  if (open === null) return null;
  const cancel = () => {
    open.answer(false);
  };
  return <ConfirmDialog key={open.title} question={open} opened onClose={cancel} />;
}
