import { Loader, Paper } from '@mantine/core';

import { text } from '../locale/text.ts';
import styles from './sign-in-gate.module.css';

/** Over the page while the server does not answer; what is on the page stays. */
export function WaitingForServer() {
  return (
    <div className={styles['overlay']}>
      <Paper withBorder className={styles['panel']} role="alert">
        <Loader size="sm" />
        {text.signIn.unavailable}
      </Paper>
    </div>
  );
}
