import { Button, Loader } from '@mantine/core';

import type { PlateState } from '../features/wells/what-is-missing.ts';
import { wellsTexts } from '../locale/en-GB/wells.ts';
import classes from './creation-wells.module.css';

interface StartProps {
  readonly state: PlateState;
  readonly isRunning: boolean;
  readonly isEnabled: boolean;
  readonly onStart: () => void;
}

/** How far the plate is, and the button that starts its interpretation; a spinner while it runs. */
export function StartInterpretation({ state, isRunning, isEnabled, onStart }: StartProps) {
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
}
