import { useEffect, useState } from 'react';

import { FailedScreen } from '../shared/ui/screen/failed-screen.tsx';
import { LoadingScreen } from '../shared/ui/screen/loading-screen.tsx';

const RELOADED = 'curvewell.reloaded';

const reload = (): void => window.location.reload();

/** Call when a page's code has loaded: a later failure then means a new release and may reload once more. */
export function hasLoadedCode(): void {
  sessionStorage.removeItem(RELOADED);
}

/**
 * Shown when a page's code cannot be fetched. The usual cause is a new release, so the app reloads; only
 * once, in case the cause is another.
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
