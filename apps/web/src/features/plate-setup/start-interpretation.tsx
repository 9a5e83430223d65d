import { Button, Loader } from '@mantine/core';
import { memo } from 'react';

import type { PlateState } from './what-is-missing.ts';
import { wellsTexts } from '../../locale/en-GB/wells.ts';
import { text } from '../../locale/text.ts';
import classes from './plate-setup.module.css';

interface StartProps {
  readonly state: Pick<PlateState, 'setCount' | 'completeCount'>;
  readonly isRunning: boolean;
  readonly isEnabled: boolean;
  readonly onStart: () => void;
}

/** How far the plate is, and the button that starts its interpretation; a spinner while it runs. */
export const StartInterpretation = memo(function StartInterpretation(props: StartProps) {
  const { state, isRunning, isEnabled, onStart } = props;
  return (
    <>
      <b className={classes['progress']} id="start-reason">
        {state.setCount === 0 ? wellsTexts.setOne : wellsTexts.progress(state.completeCount, state.setCount)}
      </b>
      {isRunning ? (
        <span className={classes['running']} role="status">
          <Loader size={18} />
          {wellsTexts.inProgress}
        </span>
      ) : (
        <Button size="md" disabled={!isEnabled} aria-describedby="start-reason" onClick={onStart}>
          {wellsTexts.start}
        </Button>
      )}
    </>
  );
});

/** Asks, and gives the run up. */
export const CancelRun = memo(function CancelRun({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <Button size="md" variant="subtle" color="gray" onClick={onCancel}>
      {text.common.cancel}
    </Button>
  );
});
