import { type DiagnosticColor, type KitStatus, resultsWithoutCode } from '@curvewell/domain';

import type { Configured } from '../../../data/kits.ts';
import type { useDraft } from '../use-draft.ts';
import type { useSave } from '../use-save.ts';
import { StatusDialog } from './status-dialog.tsx';

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
  readonly diagnostics: readonly DiagnosticColor[];
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
  diagnostics,
  kit,
  analyser,
}: ChangeStatusProps) {
  return (
    <StatusDialog
      {...statusChange}
      kit={kit}
      analyser={analyser}
      withoutCode={resultsWithoutCode(base.kitVersion.channelRules ?? [], diagnostics)}
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
