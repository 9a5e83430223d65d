import type { KitStatus } from '@curvewell/contracts';
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';

import { text } from '../../../locale/text.ts';
import { StatusBadge } from './status-badge.tsx';

interface StatusDialogProps {
  readonly status: KitStatus;
  readonly kit: string;
  readonly analyser: string;
  readonly isSaving: boolean;
  readonly onSave: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks why a status changes; it is kept on record. */
export function StatusDialog({ status, kit, analyser, isSaving, onSave, onClose }: StatusDialogProps) {
  const words = text.kits.statusWhy;
  const [reason, setReason] = useState('');
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title(kit, analyser)}
      closeButtonProps={{ 'aria-label': text.common.close }}
    >
      <Stack gap="sm">
        <StatusBadge status={status} />
        <Textarea
          label={words.reason}
          maxLength={2000}
          data-autofocus
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button
            loading={isSaving}
            onClick={() => {
              onSave(reason);
            }}
          >
            {words.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
