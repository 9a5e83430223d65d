import { Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { releaseQueries, useMarkReleaseSeen } from '../../data/releases.ts';
import { text } from '../../locale/text.ts';
import { formatDay } from '../../shared/format/format.ts';
import { toastError } from '../../shared/ui/messages/toast.tsx';
import { ReleaseNotes } from './release-notes.tsx';

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
      onError: (error) => {
        toastError(text.releases.notMarked, error);
      },
    });
  };
  return (
    <Modal
      opened={!closed}
      onClose={close}
      size={640}
      title={text.releases.titleWithDate(release.version, formatDay(release.date))}
    >
      <ReleaseNotes release={release} />
      <Group justify="flex-end" mt="lg">
        <Button onClick={close} data-autofocus>
          {text.common.close}
        </Button>
      </Group>
    </Modal>
  );
}
