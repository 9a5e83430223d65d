import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

import { text } from '../locale/text.ts';
import { isReloading } from './reload-page.ts';
import { confirm } from './ui/confirm.tsx';
import { watchUnsaved } from './unsaved-changes.ts';
import { useStable } from './use-stable.ts';

interface Unsaved {
  readonly isChanged: boolean;
  /** The changes stay in the browser as a draft. */
  readonly isKept: boolean;
}

/** Asks before a page with unsaved changes is left: for another address by ours, when the tab closes by the browser's question. */
export function useUnsavedGuard({ isChanged, isKept }: Unsaved): void {
  const isUnsaved = useStable(() => isChanged && !isReloading());
  // The selection is written into the address: that leaves nothing.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm({
      title: text.unsaved.question,
      text: isKept ? text.unsaved.kept : text.unsaved.lost,
      destroys: !isKept,
    }).then((isLeaving) => {
      if (isLeaving) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker, isKept]);

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
