import { useEffect, useRef } from 'react';
import { useBlocker, useNavigate } from 'react-router-dom';

import { text } from '../../locale/text.ts';
import { isReloading } from '../navigation/reload-page.ts';
import { confirm } from '../ui/dialogs/confirm.tsx';
import { watchUnsaved } from './unsaved-changes.ts';
import { useStable } from '../hooks/use-stable.ts';

interface Unsaved {
  readonly isChanged: boolean;
  /** The changes stay in the browser as a draft. */
  readonly isKept: boolean;
}

/** What of an address is a page: a tab is one, a selection in the address is not. */
const pageOf = ({ pathname, search }: { readonly pathname: string; readonly search: string }): string =>
  `${pathname} ${new URLSearchParams(search).get('tab') ?? ''}`;

/** Asks before a page with unsaved changes is left: for another address by ours, when the tab closes by the browser's question. */
export function useUnsavedGuard({ isChanged, isKept }: Unsaved): void {
  const isUnsaved = useStable(() => isChanged && !isReloading());
  const navigate = useNavigate();
  const agreedTo = useRef<string>(undefined);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // The selection is written into the address: that leaves nothing.
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
        // The selection was written while the question stood: that ended the block, not the wish to go.
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
