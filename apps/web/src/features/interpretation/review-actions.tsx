import { ARCHIVE_RETENTION_DAYS, type Position, type Run } from '@curvewell/contracts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { interpretationTexts } from '../../locale/en-GB/interpretation.ts';
import { text as common } from '../../locale/text.ts';
import { formatDate } from '../../shared/format.ts';
import type { Scheme } from '../../shared/diagnostic-palette.ts';
import { confirm } from '../../shared/ui/confirm.tsx';
import { DiagnosticCode } from '../../shared/ui/diagnostic-code.tsx';
import { toastError, toastSuccess, TOAST_MS } from '../../shared/ui/toast.tsx';
import classes from './interpretation.module.css';
import {
  useArchiveRun,
  useDecideRun,
  useDeleteArchivedRun,
  useDeleteRun,
  useRestoreRun,
  useSendRunFiles,
  useSubmitRun,
} from './mutations.ts';
import { lookOf } from './result-look.ts';
import { resultGroups, type ReviewWell } from './review-wells.ts';

interface ReviewActionsProps {
  readonly run: Run;
  /** Analysed wells of all channels. */
  readonly wells: readonly ReviewWell[];
  readonly scheme: Scheme;
  /** Back to the list the run came from. */
  readonly onLeave: () => void;
}

interface Act {
  readonly question: string;
  readonly text?: ReactNode;
  readonly isDeletion?: boolean;
  readonly run: () => Promise<unknown>;
  readonly failed: string;
  readonly failedMs?: number;
  readonly done: string;
  readonly leaves?: boolean;
}

const texts = interpretationTexts;
const DAY_MS = 86_400_000;

/** Asks, acts, tells; the dialog closes either way. */
function useAct(onLeave: () => void): (act: Act) => Promise<void> {
  return async (act) => {
    const confirmed = await confirm({
      title: act.question,
      ...(act.text !== undefined && { text: act.text }),
      ...(act.isDeletion === true && { answers: 'yes-no' as const }),
      action: async () => {
        try {
          await act.run();
        } catch (error) {
          toastError(act.failed, error, act.failedMs === undefined ? {} : { ms: act.failedMs });
          throw error;
        }
      },
    });
    if (!confirmed) return;
    toastSuccess(act.done);
    if (act.leaves === true) onLeave();
  };
}

/** Footer, left: the way back and what takes the run away. */
export function ReviewFooterStart({ run, onLeave }: ReviewActionsProps) {
  const act = useAct(onLeave);
  const deleteRun = useDeleteRun(run.id);
  const archiveRun = useArchiveRun(run.id);
  const deleteArchived = useDeleteArchivedRun(run.id);
  const { permissions, businessId } = run;
  const { confirm: ask, footer, done, failed } = texts;
  return (
    <>
      <Button size="md" variant="subtle" color="gray" onClick={onLeave}>
        {common.common.cancel}
      </Button>
      {permissions.canArchiveAndDelete ? (
        <DangerButton
          label={footer.archiveAndDelete}
          onClick={() =>
            act({
              question: ask.archiveAndDelete(businessId),
              text: ask.restorable(
                formatDate(new Date(Date.now() + ARCHIVE_RETENTION_DAYS * DAY_MS).toISOString()),
              ),
              run: () => archiveRun.mutateAsync(true),
              failed: failed.archive,
              done: done.archived(businessId),
              leaves: true,
            })
          }
        />
      ) : (
        permissions.canDelete && (
          <DangerButton
            label={footer.delete}
            onClick={() =>
              act({
                question: ask.delete(businessId),
                text: ask.deleteText,
                isDeletion: true,
                run: () => deleteRun.mutateAsync(),
                failed: failed.delete,
                done: done.deleted(businessId),
                leaves: true,
              })
            }
          />
        )
      )}
      {permissions.canDeletePermanently && (
        <DangerButton
          label={footer.deletePermanently}
          onClick={() =>
            act({
              question: ask.deletePermanently,
              text: ask.cannotUndo,
              isDeletion: true,
              run: () => deleteArchived.mutateAsync(),
              failed: failed.delete,
              failedMs: TOAST_MS.listError,
              done: done.deleted(businessId),
              leaves: true,
            })
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

/** Footer, right: what brings the run on; the main action last. */
export function ReviewFooterEnd({ run, wells, scheme, onLeave }: ReviewActionsProps) {
  const act = useAct(onLeave);
  const submitRun = useSubmitRun(run.id);
  const decideRun = useDecideRun(run.id);
  const sendRun = useSendRunFiles(run.id);
  const archiveRun = useArchiveRun(run.id);
  const restoreRun = useRestoreRun(run.id);
  const { permissions, businessId } = run;
  const { confirm: ask, footer, done, failed } = texts;
  const status = { failed: failed.status };
  const main = { size: 'md', variant: 'filled' } as const;
  const side = { size: 'md', variant: 'default' } as const;
  return (
    <>
      {permissions.canArchive && (
        <Button
          {...side}
          onClick={() =>
            void act({
              question: ask.archive(businessId),
              run: () => archiveRun.mutateAsync(false),
              failed: failed.archive,
              done: done.archived(businessId),
              leaves: true,
            })
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
            sendRun.mutate(undefined, {
              onSuccess: () => {
                toastSuccess(done.sent(businessId));
              },
              onError: (error) => {
                toastError(failed.send, error);
              },
            });
          }}
        >
          {footer.send}
        </Button>
      )}
      {permissions.canRestore && (
        <Button
          {...main}
          onClick={() =>
            void act({
              question: ask.restore(businessId),
              run: () => restoreRun.mutateAsync(undefined),
              failed: failed.restore,
              failedMs: TOAST_MS.listError,
              done: done.restored(businessId),
              leaves: true,
            })
          }
        >
          {footer.restore}
        </Button>
      )}
      {permissions.canDecide && (
        <>
          <Button
            {...side}
            onClick={() =>
              void act({
                ...status,
                question: ask.reject(businessId),
                run: () => decideRun.mutateAsync('REJECTED'),
                done: done.rejected(businessId),
              })
            }
          >
            {footer.reject}
          </Button>
          <Button
            {...main}
            onClick={() =>
              void act({
                ...status,
                question: ask.approve(businessId),
                text: <ApprovalSummary wells={wells} scheme={scheme} />,
                run: () => decideRun.mutateAsync('APPROVED'),
                done: done.approved(businessId),
              })
            }
          >
            {footer.approve}
          </Button>
        </>
      )}
      {permissions.canSubmit && wells.length > 0 && (
        <Button
          {...main}
          onClick={() =>
            void act({
              ...status,
              question: ask.submit,
              text: submitText(wells),
              run: () => submitRun.mutateAsync(undefined),
              done: done.submitted(businessId),
            })
          }
        >
          {footer.submit}
        </Button>
      )}
    </>
  );
}

const positionsText = (positions: readonly Position[]): string => [...new Set(positions)].join(', ');

function submitText(wells: readonly ReviewWell[]): string {
  const unresolved = wells.filter(({ isUnresolved }) => isUnresolved).map(({ position }) => position);
  const where = positionsText(unresolved);
  return unresolved.length === 0
    ? texts.confirm.submitText
    : texts.confirm.submitUnresolved(new Set(unresolved).size, where);
}

/** What is approved: results by diagnostic, changes by hand, failed controls. */
function ApprovalSummary({ wells, scheme }: Pick<ReviewActionsProps, 'wells' | 'scheme'>) {
  const failed = wells.filter(({ shown }) => shown?.diagnosticColor?.diagnostic.name === 'TEST_KO');
  const updated = wells.filter(({ isUpdated }) => isUpdated);
  return (
    <div className={classes['question']}>
      <ul aria-label={texts.confirm.counts}>
        {resultGroups(wells, null).map(({ key, diagnostic, positions }) => {
          const look = lookOf(diagnostic, scheme);
          return (
            <li key={key}>
              <DiagnosticCode look={look} /> {look.name} <b>{positions.length}</b>
            </li>
          );
        })}
      </ul>
      <div>{texts.confirm.changedByHand(updated.length)}</div>
      <div>
        {texts.confirm.failedControls(failed.length, positionsText(failed.map(({ position }) => position)))}
      </div>
    </div>
  );
}
