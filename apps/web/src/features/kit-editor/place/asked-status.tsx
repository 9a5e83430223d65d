import type { KitStatus } from '@curvewell/domain';

import type { Configured } from '../../../data/kits.ts';
import type { useDraft } from '../use-draft.ts';
import type { useSave } from '../use-save.ts';
import { StatusDialog } from './status-dialog.tsx';

/** The chosen status, until the user enters a reason. */
export interface Asked {
  readonly status: KitStatus;
  readonly reason: string;
}

interface AskedStatusProps {
  readonly asked: Asked;
  readonly ask: (asked: Asked | null) => void;
  readonly saving: ReturnType<typeof useSave>;
  readonly work: Pick<ReturnType<typeof useDraft>, 'rebase'>;
  readonly base: Configured;
  readonly kit: string;
  readonly analyser: string;
}

/** Saves a status with its reason. */
export function AskedStatus({ asked, ask, saving, work, base, kit, analyser }: AskedStatusProps) {
  return (
    <StatusDialog
      {...asked}
      kit={kit}
      analyser={analyser}
      isSaving={saving.isPending}
      onReason={(reason) => {
        ask({ ...asked, reason });
      }}
      onClose={() => {
        ask(null);
      }}
      onSave={() => {
        void saving.saveStatus(asked.status, asked.reason).then((answer) => {
          if (!answer) return;
          ask(null);
          // Keep the draft and update only the version for the next save.
          work.rebase({ ...base, kitVersion: answer.kitVersion });
        });
      }}
    />
  );
}
