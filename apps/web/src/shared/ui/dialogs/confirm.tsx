import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

import { text } from '../../../locale/text.ts';
import { observable, useObservable } from '../../hooks/observable.ts';
import styles from './confirm.module.css';
import { restoreFocus } from './focus-back.ts';

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

interface Open extends Question {
  /** Where the focus was. */
  readonly from: Element | null;
  readonly answer: (confirmed: boolean) => void;
}

const asked = observable<Open | null>(null);

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

/** Shows what `confirm` asks; stands once in the app. */
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
      // After what the answer does, which may move the focus itself.
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
        {/* Outside the body, which describes the dialog. */}
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

/** Mantine's own role is `dialog`, whatever it is given. */
function asAlertDialog(element: HTMLElement | null): void {
  element?.setAttribute('role', 'alertdialog');
}
