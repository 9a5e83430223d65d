import {
  ARCHIVE_RETENTION_DAYS,
  checkedDecisionSchema,
  type CheckedDecision,
  type Run,
} from '@curvewell/domain';
import { Button } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { useArchiveRun, useDeleteArchivedRun, useRestoreRun } from '../../data/archive.ts';
import { useSendRunFiles } from '../../data/deliveries.ts';
import { useDeleteRun } from '../../data/runs.ts';
import { text } from '../../locale/text.ts';
import { formatDate } from '../../shared/format/format.ts';
import { confirmAndRun } from '../../shared/ui/dialogs/confirm-and-run.ts';
import { notSentToastId, toastNotSent } from '../../shared/ui/messages/toast-sent.ts';
import { toastError, toastInfo, toastSuccess, TOAST_MS } from '../../shared/ui/messages/toast.tsx';
import { NextWaiting } from './next-waiting.tsx';

interface ReviewActionsProps {
  readonly run: Run;
  /** The address of the plate, on which the address of its check is based. */
  readonly plate: string;
  readonly hasResults: boolean;
  readonly onReject: () => void;
  readonly onReinterpret: () => void;
  /** Returns to the list that the run was opened from. */
  readonly onLeave: () => void;
}

const texts = text.interpretation;
const DAY_MS = 86_400_000;
/** Ctrl+Enter on the plate presses this button. */
const OPENS_CHECK = { 'data-opens-check': true, 'aria-keyshortcuts': 'Control+Enter' } as const;

/** Left side of the footer: close the run, and the actions that remove it. */
export function ReviewFooterStart({ run, onLeave }: ReviewActionsProps) {
  const deleteRun = useDeleteRun();
  const archiveRun = useArchiveRun();
  const deleteArchived = useDeleteArchivedRun();
  const { id: runId, permissions, businessId } = run;
  const { confirm: ask, footer, done, failed } = texts;
  const leaveIfDone = (isDone: boolean): void => {
    if (isDone) onLeave();
  };
  return (
    <>
      <Button size="md" variant="subtle" color="gray" onClick={onLeave}>
        {footer.close}
      </Button>
      {permissions.canArchiveAndDelete ? (
        <DangerButton
          label={footer.archiveAndDelete}
          onClick={() =>
            confirmAndRun({
              question: ask.archiveAndDelete(businessId),
              text: ask.restorable(
                formatDate(new Date(Date.now() + ARCHIVE_RETENTION_DAYS * DAY_MS).toISOString()),
              ),
              action: () => archiveRun.mutateAsync({ runId, markAsToDelete: true }),
              failed: failed.archive,
              done: done.archived(businessId),
            }).then(leaveIfDone)
          }
        />
      ) : (
        permissions.canDelete && (
          <DangerButton
            label={footer.delete}
            onClick={() =>
              confirmAndRun({
                question: ask.delete(businessId),
                text: ask.deleteText,
                answers: 'yes-no',
                action: () => deleteRun.mutateAsync(runId),
                failed: failed.delete,
                done: done.deleted(businessId),
              }).then(leaveIfDone)
            }
          />
        )
      )}
      {permissions.canDeletePermanently && (
        <DangerButton
          label={footer.deletePermanently}
          onClick={() =>
            confirmAndRun({
              question: ask.deletePermanently,
              text: ask.cannotUndo,
              answers: 'yes-no',
              action: () => deleteArchived.mutateAsync({ runId }),
              failed: failed.delete,
              failedMs: TOAST_MS.listError,
              done: done.deleted(businessId),
            }).then(leaveIfDone)
          }
        />
      )}
    </>
  );
}

function DangerButton({ label, onClick }: { label: string; onClick: () => Promise<void> }) {
  return (
    <Button size="md" variant="subtle" color="danger" c="var(--danger)" onClick={() => void onClick()}>
      {label}
    </Button>
  );
}

/** Right side of the footer: the next steps of the run, the main action last. */
export function ReviewFooterEnd(props: ReviewActionsProps) {
  const { run, plate, hasResults, onReject, onReinterpret, onLeave } = props;
  const sendRun = useSendRunFiles(run.id);
  const archiveRun = useArchiveRun();
  const restoreRun = useRestoreRun();
  const { id: runId, permissions, businessId } = run;
  const { confirm: ask, footer, done, failed } = texts;
  const leaveIfDone = (isDone: boolean): void => {
    if (isDone) onLeave();
  };
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  /** The check that the user came from. */
  const back = checkedDecisionSchema.safeParse(parameters.get('back')).data ?? null;
  const to = (decision: CheckedDecision) => () => void navigate(`${plate}?check=${decision}`);
  const main = { size: 'md', variant: 'filled' } as const;
  const side = { size: 'md', variant: 'default' } as const;
  return (
    <>
      {permissions.canReinterpret && back === null && (
        <Button {...side} onClick={onReinterpret}>
          {text.reinterpretation.button}
        </Button>
      )}
      {permissions.canArchive && (
        <Button
          {...side}
          onClick={() =>
            void confirmAndRun({
              question: ask.archive(businessId),
              action: () => archiveRun.mutateAsync({ runId, markAsToDelete: false }),
              failed: failed.archive,
              done: done.archived(businessId),
            }).then(leaveIfDone)
          }
        >
          {footer.archive}
        </Button>
      )}
      {permissions.canSendFiles && (
        <Button
          {...main}
          loading={sendRun.isPending}
          onClick={() => {
            sendRun.sendFiles().then(
              ({ ftpSent }) => {
                if (ftpSent === true) toastSuccess(done.sent(businessId));
                else if (ftpSent === false) toastNotSent(runId);
                else toastInfo(done.sending(businessId));
              },
              (error: unknown) => toastError(text.sending.failed, error, { about: notSentToastId(runId) }),
            );
          }}
        >
          {footer.send}
        </Button>
      )}
      {permissions.canRestore && (
        <Button
          {...main}
          onClick={() =>
            void confirmAndRun({
              question: ask.restore(businessId),
              text: text.archive.restoreText,
              action: () => restoreRun.mutateAsync({ runId }),
              failed: failed.restore,
              failedMs: TOAST_MS.listError,
              done: done.restored(businessId),
            }).then(leaveIfDone)
          }
        >
          {footer.restore}
        </Button>
      )}
      {permissions.canDecide && (
        <>
          <Button {...side} onClick={onReject}>
            {footer.reject}
          </Button>
          {back === null && (
            <Button {...(permissions.canApprove ? main : side)} {...OPENS_CHECK} onClick={to('approve')}>
              {permissions.canApprove ? footer.approve : footer.check}
            </Button>
          )}
        </>
      )}
      {permissions.canSubmit && hasResults && back === null && (
        <Button {...main} {...OPENS_CHECK} onClick={to('submit')}>
          {footer.submit}
        </Button>
      )}
      {back === null && <NextWaiting run={run} />}
      {back !== null && (
        <Button {...main} {...OPENS_CHECK} onClick={to(back)}>
          {text.decision.backToCheck}
        </Button>
      )}
    </>
  );
}
