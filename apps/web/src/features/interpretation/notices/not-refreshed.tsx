import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { text } from '../../../locale/text.ts';
import classes from '../interpretation.module.css';

/** What has gone wrong since the run was shown. */
export interface RefreshFailure {
  readonly error: Error;
  readonly refetch: () => void;
}

/** In the head, where it moves nothing: what is shown stays, and with it what is being typed. */
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
