import { isRunDateKnown, isRunDateOpen } from '@curvewell/domain';
import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../../locale/text.ts';
import { lazyDialog } from '../dialogs/lazy-dialog.tsx';
import type { SetRunDateProps } from './run-date-props.ts';

const words = text.runDate;

/** Its calendar is as long as the plate, and few runs need it. */
const RunDateDialog = lazyDialog(async () => (await import('./run-date-dialog.tsx')).RunDateDialog);

/** A button that asks for the run date if the files contain none. */
export function SetRunDate({
  run,
  onSet,
  ...button
}: SetRunDateProps & Pick<ButtonProps, 'size' | 'variant'>) {
  const [isOpen, setOpen] = useState(false);
  if (!isRunDateOpen(run)) return null;
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {isRunDateKnown(run) ? words.change : words.set}
      </Button>
      {isOpen && <RunDateDialog opened run={run} onSet={onSet} onClose={() => setOpen(false)} />}
    </>
  );
}
