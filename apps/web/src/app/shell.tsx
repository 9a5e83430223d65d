import type { LiveEvent } from '@curvewell/contracts';
import { Burger } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';

import { useMe, useRestoredCopy, useRolledBack } from '../data/identity.ts';
import { useLiveEvents } from '../data/live-events.ts';
import { ReleaseOnStart } from '../features/releases/release-on-start.tsx';
import { VersionLine } from '../features/releases/version-line.tsx';
import { text } from '../locale/text.ts';
import { paths } from '../shared/navigation/paths.ts';
import { lazyDialog } from '../shared/ui/dialogs/lazy-dialog.tsx';
import { toastNotSent } from '../shared/ui/messages/toast-sent.ts';
import { toastError, toastInfo } from '../shared/ui/messages/toast.tsx';
import { OutlinedScreen } from '../shared/ui/screen/outlined-screen.tsx';
import { refusalOf } from './access.ts';
import { ScreenBoundary } from './boundaries.tsx';
import { GoTo } from './go-to.tsx';
import { IdleLock } from './idle-lock.tsx';
import { InstallationStrip } from './installation-strip.tsx';
import { usePageHandle } from './page-handle.ts';
import { Rail } from './rail.tsx';
import { RefusedPage } from './refused-page.tsx';
import { SkipLinks } from './skip-links.tsx';
import { UserMenu } from './user-menu.tsx';
import styles from './shell.module.css';

const NavigationDrawer = lazyDialog(async () => (await import('./navigation-drawer.tsx')).NavigationDrawer);

/** The frame of every page: top bar, rail and version line around the content. */
export function Shell() {
  return (
    <ScreenBoundary waiting={<OutlinedScreen />}>
      <SignedInShell />
    </ScreenBoundary>
  );
}

function SignedInShell() {
  const me = useMe();
  const [isCopy, isRolledBack] = [useRestoredCopy() !== null, useRolledBack() !== null];
  const [drawerOpen, drawer] = useDisclosure(false);
  const narrow = useMediaQuery('(max-width: 47.99em)');
  const { pathname } = useLocation();
  const handle = usePageHandle();
  const refusal = refusalOf(handle?.access ?? {}, me);
  const { close } = drawer;

  useEffect(close, [pathname, close]);
  useLiveUpdates(me.laboratoryState === 'active');

  return (
    <div className={styles['app']} data-copy={isCopy || isRolledBack || me.permissionsOnHold || undefined}>
      <IdleLock />
      <SkipLinks plate={handle?.plate === true && refusal === null} />
      <header className={styles['banner']}>
        <div className={styles['brand']}>
          {narrow && (
            <Burger size="sm" opened={drawerOpen} onClick={drawer.toggle} aria-label={text.shell.menu} />
          )}
          <Link to={paths.runList()} className={styles['logo']} aria-label={text.shell.logo}>
            <img src="/logo.svg" alt="" width={28} height={28} />
          </Link>
          <div>
            <Link to={paths.runList()} className={styles['wordmark']} tabIndex={-1} aria-hidden="true">
              {text.common.product}
            </Link>
            <Suspense>
              <VersionLine />
            </Suspense>
          </div>
        </div>
        {narrow ? <NavigationDrawer opened={drawerOpen} onClose={drawer.close} /> : <Rail />}
        <div className={styles['end']}>
          <GoTo />
          <UserMenu />
        </div>
      </header>
      <InstallationStrip />
      <div className={styles['page']} key={refusal ?? 'page'}>
        {refusal === null ? (
          <ScreenBoundary key={pathname}>
            <Outlet />
          </ScreenBoundary>
        ) : (
          <RefusedPage refusal={refusal} />
        )}
      </div>
      <Suspense>
        <ReleaseOnStart />
      </Suspense>
    </div>
  );
}

/** Notifies the user of changes by others to the open run, and of the outcome of their own requests. */
function notify(event: LiveEvent): void {
  if (event.kind !== 'run') return;
  const { runId, change, own } = event;
  if (own && change === 'run.archive-failed') {
    toastError(text.archive.notArchived, new Error(text.archive.stillListed));
  }
  if (own && change === 'run.send-failed') toastNotSent(runId);
  const words = text.live[change];
  if (own || words === null || !window.location.pathname.includes(runId)) return;
  toastInfo(words);
}

/** Updates cached runs from the server's events while a user of a laboratory is signed in. */
function useLiveUpdates(enabled: boolean): void {
  useLiveEvents(enabled, notify);
}
