import { Paper } from '@mantine/core';

import { text } from '../locale/text.ts';
import styles from './sign-in-gate.module.css';

/** Shown on plain HTTP, where browsers withhold `crypto.subtle` and locks, which sign-in needs. */
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
