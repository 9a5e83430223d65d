import { useEffect, useState } from 'react';

import { FailedScreen } from '../shared/ui/screen/failed-screen.tsx';
import { LoadingScreen } from '../shared/ui/screen/loading-screen.tsx';

const RELOADED = 'curvewell.reloaded';

const reload = (): void => {
  window.location.reload();
};

/** The code of a page is there: should it be missing again, that is another release. */
export function hasLoadedCode(): void {
  sessionStorage.removeItem(RELOADED);
}

/**
 * In place of a page whose code cannot be fetched. Mostly a release took its place while this one was open, so all
 * of it is loaded again; once, as it may be missing for another reason.
 */
export function MissingCode({ error }: { readonly error: unknown }) {
  const [isFirst] = useState(() => sessionStorage.getItem(RELOADED) === null);
  useEffect(() => {
    if (!isFirst) return;
    sessionStorage.setItem(RELOADED, 'yes');
    reload();
  }, [isFirst]);
  return isFirst ? <LoadingScreen /> : <FailedScreen error={error} onRetry={reload} />;
}
