import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { releaseQueries, useMarkReleaseSeen } from '../../data/releases.ts';
import { text } from '../../locale/text.ts';
import { lazyDialog } from '../../shared/ui/dialogs/lazy-dialog.tsx';
import { toastError } from '../../shared/ui/messages/toast.tsx';

const ReleaseDialog = lazyDialog(async () => (await import('./release-dialog.tsx')).ReleaseDialog);

/** Shows unseen release notes on start. Closing the dialog marks them as seen. */
export function ReleaseOnStart() {
  const { data: release } = useQuery(releaseQueries.lastIfNotSeen);
  const [closed, setClosed] = useState(false);
  const markSeen = useMarkReleaseSeen();
  if (!release) return null;
  const close = () => {
    setClosed(true);
    if (closed) return;
    markSeen.mutate(release.version, {
      onError: (error) => toastError(text.releases.notMarked, error),
    });
  };
  return <ReleaseDialog release={release} opened={!closed} onClose={close} />;
}
