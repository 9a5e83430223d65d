import type { KitStatus } from '@curvewell/domain';
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';

import type { Configured } from '../../../data/kits.ts';
import type { useDraft } from '../use-draft.ts';
import type { useSave } from '../use-save.ts';
import { text } from '../../../locale/text.ts';
import { StatusBadge } from './status-badge.tsx';

/** The chosen status, until the user enters a reason. */
export interface StatusChange {
  readonly status: KitStatus;
  readonly reason: string;
}

interface ChangeStatusProps {
  readonly statusChange: StatusChange;
  readonly setStatusChange: (statusChange: StatusChange | null) => void;
  readonly saving: ReturnType<typeof useSave>;
  readonly work: Pick<ReturnType<typeof useDraft>, 'rebase'>;
  readonly base: Configured;
  readonly kit: string;
  readonly analyser: string;
}

/** Saves a status with its reason. */
export function ChangeStatus({
  statusChange,
  setStatusChange,
  saving,
  work,
  base,
  kit,
  analyser,
}: ChangeStatusProps) {
  return (
    <StatusDialog
      {...statusChange}
      kit={kit}
      analyser={analyser}
      isSaving={saving.isPending}
      onReason={(reason) => setStatusChange({ ...statusChange, reason })}
      onClose={() => setStatusChange(null)}
      onSave={() => {
        void saving.saveStatus(statusChange.status, statusChange.reason).then((answer) => {
          if (!answer) return;
          setStatusChange(null);
          // Keep the draft and update only the version for the next save.
          work.rebase({ ...base, kitVersion: answer.kitVersion });
        });
      }}
    />
  );
}

interface StatusDialogProps {
  readonly status: KitStatus;
  readonly kit: string;
  readonly analyser: string;
  readonly isSaving: boolean;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** Asks for the reason of a change of status, which is recorded. */
function StatusDialog(props: StatusDialogProps) {
  const { status, kit, analyser, isSaving, reason, onReason, onSave, onClose } = props;
  const words = text.kits.statusWhy;
  return (
    <Modal opened onClose={onClose} title={words.title(kit, analyser)}>
      <Stack gap="sm">
        <StatusBadge status={status} />
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
