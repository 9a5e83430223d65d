import { MIN_REASON, MAX_REASON } from '@curvewell/domain';
import { Button, Modal, TextInput } from '@mantine/core';
import { useRef, useState, type SyntheticEvent } from 'react';

import { text } from '../../../locale/text.ts';
import { useRestoreFocus } from './focus-back.ts';
import classes from './reason-modal.module.css';
import { DialogFooter } from './dialog-footer.tsx';

interface ReasonModalProps {
  /** “Reject run 5?” */
  readonly question: string;
  /** The consequences. */
  readonly text: string;
  readonly commonReasons: readonly string[];
  /** The reason typed earlier. */
  readonly initialReason?: string;
  readonly isRequired: boolean;
  /** “Reject run 5” */
  readonly proceed: string;
  /**
   * Runs while the dialog stays open and disabled; the caller reports the outcome. On failure the dialog
   * stays open with the reason.
   */
  readonly onProceed: (reason: string | undefined) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the reason of an action, which becomes part of the record. */
export function ReasonModal(props: ReasonModalProps) {
  const { question, text: consequence, commonReasons, isRequired, proceed, onProceed, onClose } = props;
  const [reason, setReason] = useState(props.initialReason ?? '');
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useRestoreFocus();
  const givenReason = reason.trim();
  const isEnough = givenReason.length >= MIN_REASON || (givenReason === '' && !isRequired);
  const close = (): void => {
    if (!isBusy) onClose();
  };
  const act = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (!isEnough) return;
    setBusy(true);
    try {
      await onProceed(givenReason === '' ? undefined : givenReason);
      onClose();
    } catch {
      // The caller has reported the error. The button was disabled and has lost the focus.
      setBusy(false);
      field.current?.focus();
    }
  };
  return (
    <Modal.Root opened onClose={close} size={440} centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header role="presentation">
          <Modal.Title>{question}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <form onSubmit={(event) => void act(event)}>
            <p className={classes['text']}>{consequence}</p>
            <div role="group" aria-label={text.reason.common} className={classes['choices']}>
              {commonReasons.map((common) => (
                <Button
                  key={common}
                  size="xs"
                  variant="default"
                  aria-pressed={givenReason === common}
                  onClick={() => setReason(common)}
                >
                  {common}
                </Button>
              ))}
            </div>
            <TextInput
              ref={field}
              data-autofocus
              label={text.reason.label}
              required={isRequired}
              maxLength={MAX_REASON}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <DialogFooter
              gap="sm"
              pt="md"
              act={proceed}
              isPending={isBusy}
              isReady={isEnough}
              isHeld={isBusy}
              color="danger"
              onCancel={close}
            />
          </form>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
