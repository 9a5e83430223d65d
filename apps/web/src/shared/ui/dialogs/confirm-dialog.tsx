import { Button, Group, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';

import { text } from '../../../locale/text.ts';
import styles from './confirm.module.css';
import { restoreFocus } from './focus-back.ts';
import { asked, type OpenQuestion } from './question.ts';

interface ConfirmDialogProps {
  readonly question: OpenQuestion;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What `confirm` asks. */
export function ConfirmDialog({ question, opened }: ConfirmDialogProps) {
  const {
    title,
    text: consequence,
    answers = 'ok',
    proceed: proceedWord,
    destroys = answers === 'yes-no',
    mayProceed,
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
    if (mayProceed?.() === false) return;
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
    <Modal.Root opened={opened} onClose={cancel} size={440} centered>
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
