import { enteredDateFault, localTimeOf, runDateDoubt, type EnteredRunDate } from '@curvewell/domain';
import { Modal, Text, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';

import { text } from '../../../locale/text.ts';
import { DialogFooter } from '../dialogs/dialog-footer.tsx';
import { useRestoreFocus } from '../dialogs/focus-back.ts';
import { toastError, toastSuccess } from '../messages/toast.tsx';
import { DayInput } from './day-input.tsx';
import styles from './run-date-dialog.module.css';
import type { SetRunDateProps } from './run-date-props.ts';

const words = text.runDate;

interface RunDateDialogProps extends SetRunDateProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for the run date, in the laboratory's time zone. It stays open with the input if it cannot be saved. */
export function RunDateDialog({ opened, run, onSet, onClose }: RunDateDialogProps) {
  const timeZone = run.laboratoryTimeZone;
  // Prefilled only with a date that a user entered: users would confirm a guess without reading it.
  const entered = run.runDateSource === 'PERSON' ? localTimeOf(new Date(run.created), timeZone) : '';
  const [day, setDay] = useState(entered.slice(0, 10));
  const [time, setTime] = useState(entered.slice(11, 16));
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useRestoreFocus();

  const date: EnteredRunDate | null =
    day === '' || time === '' ? null : { local: `${day}T${time}`, timeZone };
  // oxlint-disable-next-line react/purity -- compares with the current time on every render
  const fault = date === null ? null : enteredDateFault(date, new Date());
  const close = (): void => {
    if (!isBusy) onClose();
  };
  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (date === null || fault !== null) return;
    setBusy(true);
    try {
      await onSet(date);
      toastSuccess(words.saved);
      onClose();
    } catch (error) {
      toastError(words.notSaved, error);
      setBusy(false);
    }
  };

  return (
    <Modal opened={opened} onClose={close} size={440} centered title={words.title(run.businessId)}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Text size="sm">{runDateDoubt(run)}</Text>
        <div className={styles['fields']}>
          <DayInput
            label={words.day}
            required
            value={day}
            onChange={setDay}
            error={isTried && day === '' ? words.dayMissing : undefined}
          />
          <TextInput
            label={words.time}
            type="time"
            required
            value={time}
            onChange={({ currentTarget: { value } }) => setTime(value.slice(0, 5))}
            error={isTried && time === '' ? words.timeMissing : undefined}
          />
        </div>
        <Text size="xs" c="dimmed">
          {words.zone(timeZone)}
        </Text>
        <Text size="sm" c="danger" role="alert" mih={20}>
          {isTried ? fault : null}
        </Text>
        <DialogFooter gap="sm" pt="xs" act={words.save} isPending={isBusy} isHeld={isBusy} onCancel={close} />
      </form>
    </Modal>
  );
}
