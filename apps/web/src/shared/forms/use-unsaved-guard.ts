import { useEffect, useRef } from 'react';
import { useBlocker, useNavigate } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import { isReloading } from '../navigation/reload-page.ts';
import { confirm } from '../ui/dialogs/confirm.tsx';
import { watchUnsaved } from './unsaved-changes.ts';
import { useStable } from '../hooks/use-stable.ts';

interface Unsaved {
  readonly isChanged: boolean;
  /** The changes are stored in the browser as a draft. */
  readonly isKept: boolean;
}

/** The part of an address that identifies a page: its tab, and whether a kit is open, but not a selection. */
function pageOf({ pathname, search }: { readonly pathname: string; readonly search: string }): string {
  const parameters = new URLSearchParams(search);
  const tab = parameters.get('tab') ?? '';
  return [pathname, tab, tab === 'kits' && parameters.has('kit') ? 'kit' : ''].join(' ');
}

/**
 * Asks before the user leaves a page with unsaved changes: our dialog for navigation within the app, the
 * browser's when the tab closes.
 */
export function useUnsavedGuard({ isChanged, isKept }: Unsaved): void {
  const isUnsaved = useStable(() => isChanged && !isReloading());
  const navigate = useNavigate();
  const agreedTo = useRef<string>(undefined);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Writing the selection to the address does not leave the page.
      pageOf(currentLocation) !== pageOf(nextLocation) &&
      pageOf(nextLocation) !== agreedTo.current &&
      isUnsaved(),
  );
  const blockerNow = useStable(() => blocker);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { location } = blocker;
    void confirm({
      title: text.unsaved.question,
      text: isKept ? text.unsaved.kept : text.unsaved.lost,
      destroys: !isKept,
    }).then((isLeaving) => {
      const now = blockerNow();
      if (now.state === 'blocked') {
        if (isLeaving) now.proceed();
        else now.reset();
      } else if (isLeaving) {
        // Writing the selection cancels a blocked navigation, so remember that the user agreed to it.
        agreedTo.current = pageOf(location);
        void navigate(location);
      }
    });
  }, [blocker, blockerNow, isKept, navigate]);

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent): void => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onLeave);
    const forget = watchUnsaved(isUnsaved);
    return () => {
      forget();
      window.removeEventListener('beforeunload', onLeave);
    };
  }, [isUnsaved]);
}
