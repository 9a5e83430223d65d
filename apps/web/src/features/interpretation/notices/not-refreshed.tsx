import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import classes from '../interpretation.module.css';

/** A failed refetch of a run that is already shown. */
export interface RefreshFailure {
  readonly error: Error;
  readonly refetch: () => void;
}

/** Placed in the header so that nothing moves. The loaded run and unsaved input stay. */
export function NotRefreshed({ refetch }: RefreshFailure) {
  return (
    <span role="alert" className={classes['not-refreshed']}>
      <IconAlertTriangle size={14} stroke={1.6} aria-hidden />
      <span>{text.interpretation.notRefreshed}</span>
      <Button size="compact-xs" variant="default" onClick={refetch}>
        {text.common.tryAgain}
      </Button>
    </span>
  );
}
