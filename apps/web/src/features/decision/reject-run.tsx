import type { Run } from '@curvewell/domain';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';

import { useRejectRun } from '../../data/decisions.ts';
import { useMe } from '../../data/identity.ts';
import { runQueries } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { hasCode } from '../../shared/api/api-problem.ts';
import { type DraftPlace, readDraft, removeDraft, writeDraft } from '../../shared/forms/draft-storage.ts';
import { ReasonModal } from '../../shared/ui/dialogs/reason-modal.tsx';
import { toastNotSent } from '../../shared/ui/messages/toast-sent.ts';
import { toastError, toastSuccess } from '../../shared/ui/messages/toast.tsx';
import { leaveForSignIn } from './leave-for-sign-in.ts';

interface RejectRunProps {
  readonly run: Run;
  /** The reason of a failed rejection, or an empty string. */
  readonly failedReason: string;
  readonly onFailed: (reason: string) => void;
  readonly onClose: () => void;
  readonly onRejected: () => void;
}

/** Stored while the user signs in again. */
const draftSchema = z.object({ reason: z.string() });
const draftPlace = (runId: string, userId: string): DraftPlace => ({ what: 'reject', userId, runId });

/** Whether the user was rejecting this run when they left to sign in again. */
export const isRejectionStarted = (runId: string, userId: string): boolean =>
  readDraft(draftPlace(runId, userId)) !== null;

/**
 * Asks for the reason and rejects the run. If the laboratory requires signing in again, the user returns to
 * this dialog with the typed reason. On failure it closes and passes the reason to `onFailed`.
 */
export function RejectRun({ run, failedReason, onFailed, onClose, onRejected }: RejectRunProps) {
  const { preferredUsername } = useMe();
  const place = draftPlace(run.id, preferredUsername);
  // The laboratory's rules may have changed since the run was opened.
  const { data = run } = useQuery({ ...runQueries.detail(run.id), refetchOnMount: 'always' });
  const { businessId, rules, submittedByName } = data;
  const rejectRun = useRejectRun(run.id);
  const { confirm: ask, done, failed } = text.interpretation;
  return (
    <ReasonModal
      question={ask.reject(businessId)}
      text={[ask.rejectText(submittedByName ?? ''), ...(rules.signInAgain ? [ask.rejectSignIn] : [])].join(
        ' ',
      )}
      commonReasons={rules.commonReasons.rejection}
      initialReason={draftSchema.safeParse(readDraft(place)).data?.reason ?? failedReason}
      isRequired={rules.rejectionNeedsReason}
      proceed={ask.rejectRun(businessId)}
      onProceed={async (reason) => {
        try {
          const { ftpSent } = await rejectRun.mutateAsync(reason);
          toastSuccess(done.rejected(businessId));
          if (ftpSent === false) toastNotSent(run.id);
          onRejected();
        } catch (error) {
          if (hasCode(error, 'sign-in-again')) {
            writeDraft(place, { reason: reason ?? '', at: new Date().toISOString() });
            // Keep the dialog disabled until the browser leaves the page.
            if (await leaveForSignIn(preferredUsername)) await new Promise(() => undefined);
            throw error;
          }
          toastError(failed.status, error);
          onFailed(reason ?? '');
        }
      }}
      onClose={() => {
        removeDraft(place);
        onClose();
      }}
    />
  );
}
