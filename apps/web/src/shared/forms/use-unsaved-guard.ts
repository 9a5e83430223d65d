import { useEffect, useRef } from 'react';
import { NavigationType, useBlocker, useNavigate } from 'react-router-dom';

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

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/** The part of an address that identifies a page: its tab, and whether a kit is open, but not a selection. */
function pageOf({ pathname, search }: Place): string {
  const parameters = new URLSearchParams(search);
  const tab = parameters.get('tab') ?? '';
  return [pathname, tab, tab === 'kits' && parameters.has('kit') ? 'kit' : ''].join(' ');
}

/** The page of an address with the records that are open on it in forms. A new lot belongs to a version. */
function placeOf(place: Place): string {
  const parameters = new URLSearchParams(place.search);
  const isLots = parameters.get('tab') === 'lots';
  const records = ['laboratory', 'user', 'lot', ...(isLots ? ['version'] : [])];
  return [pageOf(place), ...records.map((record) => parameters.get(record) ?? '')].join(' ');
}

/**
 * Asks before the user leaves a page with unsaved changes: our dialog for navigation within the app, the
 * browser's when the tab closes.
 */
export function useUnsavedGuard({ isChanged, isKept }: Unsaved): void {
  const isUnsaved = useStable(() => isChanged && !isReloading());
  const navigate = useNavigate();
  const agreedTo = useRef<string>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // A page replaces the address when it writes its own selection, and asks itself where a form is lost.
    const partOf = historyAction === NavigationType.Replace ? pageOf : placeOf;
    return (
      partOf(currentLocation) !== partOf(nextLocation) &&
      placeOf(nextLocation) !== agreedTo.current &&
      isUnsaved()
    );
  });
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
        agreedTo.current = placeOf(location);
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
