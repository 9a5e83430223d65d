import { type ComponentType, useEffect, useState } from 'react';

import { whenIdle } from '../../hooks/when-idle.ts';

/** Where toasts appear. Its code comes after the first page; a toast until then waits for it. */
export function ToastOutlet() {
  const [Toasts, setToasts] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      whenIdle(() => {
        import('./toasts.tsx').then(
          (loaded) => {
            setToasts(() => loaded.Toasts);
          },
          // The next page that is opened finds that its code is missing, and loads all of it again.
          () => undefined,
        );
      }),
    [],
  );
  return Toasts && <Toasts />;
}
