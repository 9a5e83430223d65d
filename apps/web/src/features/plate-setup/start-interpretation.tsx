import { Button, Loader } from '@mantine/core';
import { memo } from 'react';

import { text } from '../../locale/text.ts';
import { usePlateSetup } from './plate-setup-context.ts';
import classes from './plate-setup.module.css';

/** How far the plate is, and the button that starts its interpretation; a spinner while it runs. */
export const StartInterpretation = memo(function StartInterpretation() {
  const { state, isSaving, canStart, start } = usePlateSetup();
  return (
    <>
      <b className={classes['progress']} id="start-reason">
        {state.setCount === 0 ? text.wells.setOne : text.wells.progress(state.completeCount, state.setCount)}
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

/** Asks, and gives the run up. */
export const CancelRun = memo(function CancelRun({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <Button size="md" variant="subtle" color="gray" onClick={onCancel}>
      {text.common.cancel}
    </Button>
  );
});
