import type { Release } from '@curvewell/domain';
import { Button, Group, Modal } from '@mantine/core';

import { text } from '../../locale/text.ts';
import { formatDay } from '../../shared/format/format.ts';
import { ReleaseNotes } from './release-notes.tsx';

interface ReleaseDialogProps {
  readonly release: Release;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The notes of a release that this person has not seen. */
export function ReleaseDialog({ release, opened, onClose }: ReleaseDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size={640}
      title={text.releases.titleWithDate(release.version, formatDay(release.date))}
    >
      <ReleaseNotes release={release} />
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {text.common.close}
        </Button>
      </Group>
    </Modal>
  );
}
