import { notificationsStore } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';

import { LATER_MS } from '../../hooks/later.ts';

/** Where toasts appear. Its code comes with the first toast, and some time after the first page in any case. */
export function ToastOutlet() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = (): void => {
      stop();
      import('./toasts.tsx').then(
        (loaded) => {
          setToasts(() => loaded.Toasts);
        },
        // The next page that is opened finds that its code is missing, and loads all of it again.
        () => undefined,
      );
    };
    const timer = setTimeout(load, LATER_MS);
    const unsubscribe = notificationsStore.subscribe(load);
    const stop = (): void => {
      clearTimeout(timer);
      unsubscribe();
    };
    // A toast may be older than this outlet.
    if (notificationsStore.getState().notifications.length > 0) load();
    return stop;
  }, []);
  return Toasts && <Toasts />;
}
