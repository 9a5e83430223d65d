import { z } from 'zod';

import type { Permission } from '../laboratory/permissions.ts';
import { isDecidedStatus, type RunStatus } from './run-status.ts';

export interface RunState {
  readonly status: RunStatus;
  readonly isInterpreted: boolean;
  readonly isArchived: boolean;
  /** Archiving was requested; nothing else is allowed until it is done or has failed. */
  readonly isBeingArchived: boolean;
  readonly ftpSent: boolean | null;
  readonly submittedById: string | null;
  readonly interpretedById: string | null;
  /** Interpreted with an inactive lot. */
  readonly isTrial: boolean;
}

export interface RunActor {
  readonly userId: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly submitterMayApprove: boolean;
  /** The user who interpreted the run may not decide on it either. */
  readonly fourEyes: boolean;
  readonly isFileTransferConfigured: boolean;
}

export const runPermissionsSchema = z.object({
  /** Comment, edit own comments, override a diagnostic. */
  canUpdate: z.boolean(),
  /** Change files, kits and wells; start the interpretation. */
  canConfigure: z.boolean(),
  /** Interpret again with the current settings and algorithm. */
  canReinterpret: z.boolean(),
  canSubmit: z.boolean(),
  /** Reject it, and approve it unless it is a trial run. */
  canDecide: z.boolean(),
  canApprove: z.boolean(),
  canDelete: z.boolean(),
  canArchive: z.boolean(),
  canArchiveAndDelete: z.boolean(),
  canRestore: z.boolean(),
  canDeletePermanently: z.boolean(),
  canSendFiles: z.boolean(),
});
export type RunPermissions = z.infer<typeof runPermissionsSchema>;

function canUpdateRun(run: RunState, { permissions }: RunActor): boolean {
  if (run.isArchived) return false;
  return (
    run.status === 'RUN_TO_INTERPRET' ||
    (run.status === 'WAIT_FOR_APPROVAL' && permissions.has('WRITE_DIAGNOSTIC'))
  );
}

/** Wells are fixed once the run is interpreted, because results refer to them. */
function canConfigureRun(run: RunState): boolean {
  return !run.isArchived && run.status === 'RUN_TO_INTERPRET' && !run.isInterpreted;
}

/** Before the results are submitted, and after they are rejected. */
function canReinterpretRun(run: RunState): boolean {
  if (run.isArchived || run.isBeingArchived || !run.isInterpreted) return false;
  return run.status === 'RUN_TO_INTERPRET' || run.status === 'REJECTED';
}

function canSubmitRun(run: RunState): boolean {
  return !run.isArchived && run.status === 'RUN_TO_INTERPRET' && run.isInterpreted;
}

function canDecideRun(
  run: RunState,
  { permissions, submitterMayApprove, fourEyes, userId }: RunActor,
): boolean {
  if (run.isArchived || run.status !== 'WAIT_FOR_APPROVAL' || !permissions.has('WRITE_DIAGNOSTIC'))
    return false;
  if (fourEyes && run.interpretedById === userId) return false;
  return (submitterMayApprove && !fourEyes) || run.submittedById !== userId;
}

function canApproveRun(run: RunState, actor: RunActor): boolean {
  return canDecideRun(run, actor) && !run.isTrial;
}

function canDeleteRun(run: RunState, { permissions }: RunActor): boolean {
  if (run.isArchived || run.isBeingArchived) return false;
  if (isDecidedStatus(run.status)) return permissions.has('CREATE_DELETE_ARCHIVE');
  return run.status === 'RUN_TO_INTERPRET' || permissions.has('WRITE_DIAGNOSTIC');
}

function canArchiveRun(run: RunState, { permissions }: RunActor): boolean {
  if (run.isArchived || run.isBeingArchived) return false;
  return isDecidedStatus(run.status) && permissions.has('CREATE_ARCHIVE');
}

function canArchiveAndDeleteRun(run: RunState, actor: RunActor): boolean {
  return canArchiveRun(run, actor) && actor.permissions.has('CREATE_DELETE_ARCHIVE');
}

export function canSendFiles(run: RunState, { permissions, isFileTransferConfigured }: RunActor): boolean {
  return (
    !run.isArchived &&
    !run.isBeingArchived &&
    run.status === 'APPROVED' &&
    !run.isTrial &&
    run.ftpSent !== true &&
    isFileTransferConfigured &&
    permissions.has('WRITE_DIAGNOSTIC')
  );
}

/** A user's permissions on a run, for the server's checks and the screens' buttons. */
export function runPermissions(run: RunState, actor: RunActor): RunPermissions {
  return {
    canUpdate: canUpdateRun(run, actor),
    canConfigure: canConfigureRun(run),
    canReinterpret: canReinterpretRun(run),
    canSubmit: canSubmitRun(run),
    canDecide: canDecideRun(run, actor),
    canApprove: canApproveRun(run, actor),
    canDelete: canDeleteRun(run, actor),
    canArchive: canArchiveRun(run, actor),
    canArchiveAndDelete: canArchiveAndDeleteRun(run, actor),
    canRestore: run.isArchived && actor.permissions.has('CREATE_ARCHIVE'),
    canDeletePermanently: run.isArchived && actor.permissions.has('DELETE_PERMANENT_ARCHIVE'),
    canSendFiles: canSendFiles(run, actor),
  };
}
