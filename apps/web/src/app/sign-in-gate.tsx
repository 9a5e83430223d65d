import { Button, Paper } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

import { text } from '../locale/text.ts';
import { watchTokens } from '../shared/identity/access-token.ts';
import { signInFailure } from '../shared/identity/ended-session.ts';
import { signIn } from '../shared/identity/sign-in.ts';
import { useObservable } from '../shared/hooks/observable.ts';
import { reloadPage } from '../shared/navigation/reload-page.ts';
import styles from './sign-in-gate.module.css';

/** One attempt per page load, even if React mounts the gate more than once. */
let attempt: Promise<boolean> | null = null;

/** Renders its children only after sign-in. */
export function SignInGate({ children }: { readonly children: ReactNode }) {
  const [signedIn, setSignedIn] = useState(false);
  const failure = useObservable(signInFailure);

  useEffect(() => {
    let wanted = true;
    attempt ??= signIn();
    attempt.then(
      (done) => {
        if (wanted) setSignedIn(done);
      },
      (error: unknown) => signInFailure.set(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      wanted = false;
    };
  }, []);

  useEffect(() => (signedIn ? watchTokens() : undefined), [signedIn]);

  if (failure !== null) return <SignInFailed reason={failure} />;
  if (!signedIn) return <SigningIn />;
  return children;
}

function SigningIn() {
  return (
    <main className={styles['page']} data-outlined>
      <img src="/logo.svg" alt={text.common.product} width={56} height={56} className={styles['late']} />
      <h1 className={styles['late']}>{text.signIn.signingIn}</h1>
    </main>
  );
}

function SignInFailed({ reason }: { readonly reason: string }) {
  return (
    <main className={styles['page']}>
      <Paper withBorder className={styles['failure']} role="alert">
        <h1>{text.signIn.failed}</h1>
        <p>{reason}</p>
        <Button onClick={reloadPage}>{text.common.tryAgain}</Button>
      </Paper>
    </main>
  );
}
