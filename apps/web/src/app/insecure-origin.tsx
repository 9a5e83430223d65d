import { Paper } from '@mantine/core';

import { text } from '../locale/text.ts';
import styles from './sign-in-gate.module.css';

/** Browsers keep what signing in needs (`crypto.subtle`, locks) from pages that somebody on the way could have changed. */
export function InsecureOrigin() {
  const { insecure } = text.signIn;
  return (
    <main className={styles['page']}>
      <Paper withBorder className={styles['failure']} role="alert">
        <h1>{insecure.title}</h1>
        <p>{insecure.why(window.location.origin)}</p>
        <p>{insecure.todo(window.location.port)}</p>
        <p>{insecure.whom}</p>
      </Paper>
    </main>
  );
}
