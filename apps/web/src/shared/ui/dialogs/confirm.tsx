import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { observable, useObservable } from '../../hooks/observable.ts';
import styles from './confirm.module.css';
import { restoreFocus } from './focus-back.ts';

interface Question {
  /** The question: “Delete run 1283?” */
  readonly title: string;
  /** The consequences, with names and numbers. */
  readonly text?: ReactNode;
  /** `ok`: Cancel, OK. `yes-no`: deletions and “replace all”. `ok-only`: information before going on. */
  readonly answers?: 'ok' | 'yes-no' | 'ok-only';
  /** Label of the confirming button, if not “OK”. */
  readonly proceed?: string;
  /** The action destroys data: the focus starts on the cancelling button. */
  readonly destroys?: boolean;
  /** Runs while the dialog is disabled. On failure it closes as cancelled; the caller reports the error. */
  readonly action?: () => Promise<unknown>;
}

interface Open extends Question {
  /** The element that had the focus before. */
  readonly from: Element | null;
  readonly answer: (confirmed: boolean) => void;
}

const asked = observable<Open | null>(null);

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

/** Renders the dialogs of `confirm`; mounted once, in the app. */
export function ConfirmOutlet() {
  const open = useObservable(asked);
  return open && <ConfirmDialog key={open.title} question={open} />;
}

function ConfirmDialog({ question }: { readonly question: Open }) {
  const {
    title,
    text: consequence,
    answers = 'ok',
    proceed: proceedWord,
    destroys = answers === 'yes-no',
    action,
    answer,
    from,
  } = question;
  const [busy, setBusy] = useState(false);
  useEffect(
    () => () => {
      // Runs after the caller's reaction, which may move the focus itself.
      setTimeout(() => {
        if (asked.get() === null) restoreFocus(from);
      }, 0);
    },
    [from],
  );
  const words = text.confirm[answers === 'yes-no' ? 'yesNo' : 'ok'];
  const cancel = () => {
    if (!busy) answer(answers === 'ok-only');
  };
  const proceed = async () => {
    if (!action) {
      answer(true);
      return;
    }
    setBusy(true);
    try {
      await action();
      answer(true);
    } catch {
      answer(false);
    }
  };

  return (
    <Modal.Root opened onClose={cancel} size={440} centered>
      <Modal.Overlay />
      <Modal.Content ref={asAlertDialog}>
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
        </Modal.Header>
        {consequence !== undefined && <Modal.Body className={styles['text'] ?? ''}>{consequence}</Modal.Body>}
        {/* Outside the body, because the body describes the dialog. */}
        <Group justify="flex-end" gap="sm" p="md" pt={0}>
          {answers !== 'ok-only' && (
            <Button variant="default" onClick={cancel} disabled={busy} {...(destroys && autofocus)}>
              {words.cancel}
            </Button>
          )}
          <Button
            color={destroys ? 'danger' : 'accent'}
            loading={busy}
            onClick={() => void proceed()}
            {...(!destroys && autofocus)}
          >
            {proceedWord ?? words.proceed}
          </Button>
        </Group>
      </Modal.Content>
    </Modal.Root>
  );
}

const autofocus = { 'data-autofocus': true };

/** Mantine ignores a role passed to it and uses `dialog`. */
function asAlertDialog(element: HTMLElement | null): void {
  element?.setAttribute('role', 'alertdialog');
}
