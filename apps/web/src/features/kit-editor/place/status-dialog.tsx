import type { KitStatus } from '@curvewell/domain';
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';

import { text } from '../../../locale/text.ts';
import { StatusBadge } from './status-badge.tsx';

interface StatusDialogProps {
  readonly status: KitStatus;
  readonly kit: string;
  readonly analyser: string;
  /** Combined results without a code for the LIS. */
  readonly withoutCode: readonly string[];
  readonly isSaving: boolean;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Asks for the reason of a change of status, which is recorded. */
export function StatusDialog(props: StatusDialogProps) {
  const { status, kit, analyser, withoutCode, isSaving, reason, onReason, onSave, onClose } = props;
  const words = text.kits.statusWhy;
  return (
    <Modal opened onClose={onClose} title={words.title(kit, analyser)}>
      <Stack gap="sm">
        <StatusBadge status={status} />
        {status === 'VALIDATED' && withoutCode.length > 0 && (
          <Text size="sm">{words.withoutCode(withoutCode)}</Text>
        )}
        <Textarea
          label={words.reason}
          maxLength={2000}
          data-autofocus
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button loading={isSaving} onClick={onSave}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
