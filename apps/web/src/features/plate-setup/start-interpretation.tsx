import { Button, Loader } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { memo } from 'react';

import { text } from '../../locale/text.ts';
import { usePlateSetup } from './plate-setup-context.ts';
import classes from './plate-setup.module.css';

/** The progress of the plate setup, and the button that starts the interpretation. */
export const StartInterpretation = memo(function StartInterpretation() {
  const { state, doubts, lacking, isSaving, canStart, start } = usePlateSetup();
  const toLookAt = doubts.length + lacking.length;
  return (
    <>
      <b className={classes['progress']} id="start-reason">
        {state.setCount === 0 ? text.wells.setOne : text.wells.progress(state.completeCount, state.setCount)}
        {toLookAt > 0 && <span className={classes['doubtful']}>{text.wells.toLookAt(toLookAt)}</span>}
      </b>
      {isSaving ? (
        <span className={classes['running']} role="status">
          <Loader size={18} />
          {text.wells.inProgress}
        </span>
      ) : (
        <Button size="md" disabled={!canStart} aria-describedby="start-reason" onClick={start}>
          {text.wells.start}
        </Button>
      )}
    </>
  );
});

interface LeaveStepProps {
  readonly onCancel: () => void;
  readonly onBack: () => void;
}

/** Cancels the run after confirmation, or returns to step 1 and keeps the plate as a draft. */
export const LeaveStep = memo(function LeaveStep({ onCancel, onBack }: LeaveStepProps) {
  return (
    <>
      <Button size="md" variant="subtle" color="gray" onClick={onCancel}>
        {text.common.cancel}
      </Button>
      <Button
        size="md"
        variant="default"
        leftSection={<IconChevronLeft size={18} stroke={1.6} aria-hidden />}
        onClick={onBack}
      >
        {text.wells.backToStep1}
      </Button>
    </>
  );
});
