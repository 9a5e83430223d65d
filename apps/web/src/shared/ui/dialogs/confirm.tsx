import { useObservable } from '../../hooks/observable.ts';
import { lazyDialog } from './lazy-dialog.tsx';
import { asked, type Question } from './question.ts';

/** Asks a question. Backdrop and Escape cancel. @returns true if confirmed */
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

/** Renders the dialogs of `confirm`; mounted once, in the app. */
export function ConfirmOutlet() {
  const open = useObservable(asked);
  if (open === null) return null;
  const cancel = () => open.answer(false);
  return <ConfirmDialog key={open.title} question={open} opened onClose={cancel} />;
}
