import type { Run } from '@curvewell/contracts';
import { useQuery } from '@tanstack/react-query';

import { useRejectRun } from '../../data/decisions.ts';
import { runQueries } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { ReasonModal } from '../../shared/ui/reason-modal.tsx';
import { toastError, toastSuccess } from '../../shared/ui/toast.tsx';

interface RejectRunProps {
  readonly run: Run;
  readonly onClose: () => void;
  readonly onRejected: () => void;
}

/** Asks why a run is rejected, and rejects it. */
export function RejectRun({ run, onClose, onRejected }: RejectRunProps) {
  // The laboratory's rules may have been changed since the run was opened.
  const { data = run } = useQuery({ ...runQueries.detail(run.id), refetchOnMount: 'always' });
  const { businessId, rules, submittedByName } = data;
  const rejectRun = useRejectRun(run.id);
  const { confirm: ask, done, failed } = text.interpretation;
  return (
    <ReasonModal
      question={ask.reject(businessId)}
      text={ask.rejectText(submittedByName ?? '')}
      commonReasons={rules.commonReasons.rejection}
      isRequired={rules.rejectionNeedsReason}
      proceed={ask.rejectRun(businessId)}
      onProceed={async (reason) => {
        try {
          await rejectRun.mutateAsync(reason);
          toastSuccess(done.rejected(businessId));
          onRejected();
        } catch (error) {
          toastError(failed.status, error);
          throw error;
        }
      }}
      onClose={onClose}
    />
  );
}
