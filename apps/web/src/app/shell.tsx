import { Burger } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';

import { useMe, useRestoredCopy, useRolledBack } from '../data/identity.ts';
import { ReleaseOnStart } from '../features/releases/release-on-start.tsx';
import { VersionLine } from '../features/releases/version-line.tsx';
import { text } from '../locale/text.ts';
import { paths } from '../shared/navigation/paths.ts';
import { lazyDialog } from '../shared/ui/dialogs/lazy-dialog.tsx';
import { OutlinedScreen } from '../shared/ui/screen/outlined-screen.tsx';
import { refusalOf } from './access.ts';
import { ScreenBoundary } from './boundaries.tsx';
import { GoTo } from './go-to.tsx';
import { InstallationStrip } from './installation-strip.tsx';
import { IdleLock } from './idle-lock.tsx';
import { useLiveUpdates } from './live-updates.ts';
import { usePageHandle } from './page-handle.ts';
import { Rail } from './rail.tsx';
import { RefusedPage } from './refused-page.tsx';
import styles from './shell.module.css';
import { SkipLinks } from './skip-links.tsx';
import { UserMenu } from './user-menu.tsx';

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
