import {
  laboratoryRulesSchema,
  type Permission,
  permissionSchema,
  runPermissions,
  type RunPermissions,
  type RunState,
  type RunSummary,
} from '@curvewell/domain';

import { z } from 'zod';

import { only } from '../../../database/columns.ts';
import type { Laboratory, Run as RunColumns } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';

/** The laboratory's columns that the permissions on a run depend on, and whether it sends runs. */
export const LABORATORY_OF_RUN = only('id', 'name', 'submitterMayApprove', 'rules', 'timeZone');

export type RunRow = RunColumns & {
  readonly laboratory: Pick<Laboratory, keyof typeof LABORATORY_OF_RUN> & {
    readonly fileTransfer: { readonly id: string } | null;
  };
};

/** The state of a requested archiving; null: not requested. */
export function archivingOf({ archiving }: Pick<RunRow, 'archiving'>): RunSummary['archiving'] {
  return archiving === null ? null : ARCHIVING[archiving];
}

const ARCHIVING = { PENDING: 'pending', FAILED: 'failed' } as const;

type StateRow = Pick<
  RunRow,
  'status' | 'interpretedById' | 'archivedAt' | 'archiving' | 'ftpSent' | 'submittedById' | 'trialLotIds'
>;

/** The state that the permissions on a run depend on. */
function runState(row: StateRow): RunState {
  return {
    status: row.status,
    isInterpreted: row.interpretedById !== null,
    isArchived: row.archivedAt !== null,
    isBeingArchived: archivingOf(row) === 'pending',
    ftpSent: row.ftpSent,
    submittedById: row.submittedById,
    interpretedById: row.interpretedById,
    isTrial: row.trialLotIds.length > 0,
  };
}

/** The laboratory's rule that affects permissions. */
const fourEyesSchema = z.looseObject({ fourEyes: laboratoryRulesSchema.shape.fourEyes });

/** What the permissions on a run depend on. */
export type StateOfRun = StateRow & Pick<RunRow, 'laboratory'>;

export function permissionsFor(
  actor: Pick<LaboratoryCaller, 'userId' | 'permissions'>,
  row: StateOfRun,
): RunPermissions {
  return runPermissions(runState(row), {
    userId: actor.userId,
    permissions: actor.permissions,
    submitterMayApprove: row.laboratory.submitterMayApprove,
    fourEyes: fourEyesSchema.parse(row.laboratory.rules).fourEyes,
    isFileTransferConfigured: row.laboratory.fileTransfer !== null,
  });
}

const EVERY_PERMISSION: ReadonlySet<Permission> = new Set(permissionSchema.options);

/**
 * Why the caller may not make a change: `forbidden` when a user with more permissions could make it now, else
 * the state.
 */
export function obstacleOf({ userId, row, permission }: Wish): 'forbidden' | 'illegal-transition' {
  const byAnybody = permissionsFor({ userId, permissions: EVERY_PERMISSION }, row);
  return byAnybody[permission] ? 'forbidden' : 'illegal-transition';
}

interface Wish extends Pick<LaboratoryCaller, 'userId'> {
  readonly row: StateOfRun;
  readonly permission: keyof RunPermissions;
}
