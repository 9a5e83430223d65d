import {
  createTheme,
  defaultVariantColorsResolver,
  MantineProvider,
  mergeThemeOverrides,
  Paper,
  type VariantColorsResolver,
} from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';

import { text } from '../locale/text.ts';
import { waitingForServer } from '../shared/api/server-unavailable.ts';
import { useObservable } from '../shared/hooks/observable.ts';
import { shortcutsShown } from '../shared/navigation/shortcuts.ts';
import { ConfirmOutlet } from '../shared/ui/dialogs/confirm.tsx';
import { Toasts } from '../shared/ui/messages/toasts.tsx';
import { cookieColorSchemeManager } from './color-scheme.ts';
import { ShortcutsDialog } from './lazy-dialogs.ts';
import { lightOnPaper } from './light-on-paper.ts';
import { createQueryClient } from './query-client.ts';
import { createRouter } from './router.tsx';
import { SignInGate } from './sign-in-gate.tsx';
import { tokenVariables } from './theme-tokens.ts';
import { theme } from './theme.ts';
import { WaitingForServer } from './waiting-for-server.tsx';
import styles from './sign-in-gate.module.css';

/** Fills that are dark in the light theme and vice versa; Mantine computes one contrast for both. */
const OWN_COLOURS: readonly unknown[] = [undefined, 'accent', 'danger', 'warning', 'success'];

/** Mantine's button and icon colours, with text that is readable on a filled one in both themes. */
const variantColors: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input);
  return input.variant === 'filled' && OWN_COLOURS.includes(input.color)
    ? { ...colours, color: 'var(--on-accent)' }
    : colours;
};

const colorSchemeManager = cookieColorSchemeManager();
const queryClient = createQueryClient();
const appTheme = mergeThemeOverrides(theme, createTheme({ variantColorResolver: variantColors }));

export function App() {
  const isWaiting = useObservable(waitingForServer);
  useEffect(lightOnPaper, []);

  return (
    <MantineProvider
      theme={appTheme}
      cssVariablesResolver={tokenVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        {isWaiting && <WaitingForServer />}
        {window.isSecureContext ? (
          <SignInGate>
            <SignedInApp />
          </SignInGate>
        ) : (
          <InsecureOrigin />
        )}
      </QueryClientProvider>
    </MantineProvider>
  );
}

let router: ReturnType<typeof createRouter> | null = null;

/** The router reads the address on creation, so it is created after sign-in has restored the address. */
function SignedInApp() {
  // oxlint-disable-next-line react/globals -- one router per page load
  router ??= createRouter();
  return (
    <>
      <RouterProvider router={router} />
      <Toasts />
      <ConfirmOutlet />
      <Shortcuts />
    </>
  );
}

const closeShortcuts = () => shortcutsShown.set(false);

function Shortcuts() {
  return <ShortcutsDialog opened={useObservable(shortcutsShown)} onClose={closeShortcuts} />;
}

/** Shown on plain HTTP, where browsers withhold `crypto.subtle` and locks, which sign-in needs. */
function InsecureOrigin() {
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
