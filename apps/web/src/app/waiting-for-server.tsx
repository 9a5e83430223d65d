import { Loader, Paper } from '@mantine/core';
import { useEffect, useState } from 'react';

import { text } from '../locale/text.ts';
import { nextTryAt } from '../shared/api/server-unavailable.ts';
import { useObservable } from '../shared/hooks/observable.ts';
import styles from './sign-in-gate.module.css';

/** Covers the page while the server does not respond. Input on the page is kept. */
export function WaitingForServer() {
  const seconds = useSecondsUntil(useObservable(nextTryAt));

  return (
    <div className={styles['overlay']}>
      <Paper withBorder className={styles['panel']} role="alert">
        <Loader size="sm" />
        {text.signIn.unavailable}
        {/* Otherwise a screen reader would announce every second. */}
        {seconds > 0 && <span aria-hidden="true">{text.signIn.nextAttempt(seconds)}</span>}
      </Paper>
    </div>
  );
}

/** Whole seconds until `time`, counting down; 0 once it has passed. */
function useSecondsUntil(time: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return time === null ? 0 : Math.max(0, Math.ceil((time - now) / 1000));
}
