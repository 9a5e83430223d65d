import { Button, Group } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

import { fetchCurrentUser, useMe } from '../data/identity.ts';
import { text } from '../locale/text.ts';
import { idleSeconds, openSession, sessionLocked, watchInput } from '../shared/identity/idle.ts';
import { openUnlockWindow, signInAgain, signOut } from '../shared/identity/sign-in.ts';
import { onNewTokens, readTokens, signInOf } from '../shared/identity/tokens.ts';
import { useObservable } from '../shared/hooks/observable.ts';
import { reloadPage } from '../shared/navigation/reload-page.ts';
import styles from './idle-lock.module.css';

const words = text.idleLock;
const SECOND_MS = 1_000;
const MINUTE_S = 60;

/** Covers the page after the laboratory's idle limit. Unsaved input stays behind the cover. */
export function IdleLock() {
  const { idleLockMinutes, preferredUsername } = useMe();
  const isLocked = useObservable(sessionLocked);
  const limit = idleLockMinutes ?? null;
  useEffect(watchInput, []);
  const left = useSecondsLeft(limit === null ? null : limit * MINUTE_S, isLocked);
  if (isLocked) return <Locked login={preferredUsername} />;
  if (left === null || left > MINUTE_S / 2) return null;
  return (
    <div role="alert" className={styles['warning']}>
      {words.soon(Math.max(0, left))}
    </div>
  );
}

/** Seconds until the session locks, or null without a limit. Reports activity to the server. */
function useSecondsLeft(limit: number | null, isLocked: boolean): number | null {
  const [left, setLeft] = useState<number | null>(null);
  const reportedAt = useRef(0);
  useEffect(() => {
    if (limit === null || isLocked) return undefined;
    reportedAt.current = Date.now();
    const timer = setInterval(() => {
      const idle = idleSeconds();
      setLeft(limit - idle);
      if (idle >= limit) sessionLocked.set(true);
      else if (Date.now() - reportedAt.current > (limit / 4) * SECOND_MS && idle < limit / 4) {
        reportedAt.current = Date.now();
        fetchCurrentUser().catch(() => undefined); // best effort: any later request reports activity
      }
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [limit, isLocked]);
  return limit === null || isLocked ? null : left;
}

function Locked({ login }: { readonly login: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const previous = useRef(signInOf(readTokens()));
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // After a sign-in in another window, the same user continues here; a different user starts fresh.
    const stop = onNewTokens(() => {
      const now = signInOf(readTokens());
      if (now?.sub !== previous.current?.sub) {
        reloadPage();
        return;
      }
      // A renewed token keeps its `auth_time`; only a sign-in changes it.
      if (now?.auth_time === previous.current?.auth_time) return;
      fetchCurrentUser().then(openSession, () => undefined);
    });
    return () => {
      stop();
      shown?.close();
    };
  }, []);
  const unlock = () => {
    if (openUnlockWindow(login)) return;
    setRefused(true);
    void signInAgain(login);
  };
  return (
    <dialog
      ref={dialog}
      className={styles['lock']}
      aria-labelledby="idle-lock-title"
      onCancel={(event) => event.preventDefault()}
    >
      <div className={styles['card']}>
        <IconLock size={32} stroke={1.6} aria-hidden />
        <h1 id="idle-lock-title">{words.title}</h1>
        <p>{words.text(login)}</p>
        {isRefused && <p role="status">{words.leaves}</p>}
        <Group gap={8}>
          <Button autoFocus onClick={unlock}>
            {words.unlock}
          </Button>
          <Button variant="default" onClick={() => void signOut()}>
            {words.logOut}
          </Button>
        </Group>
      </div>
    </dialog>
  );
}
