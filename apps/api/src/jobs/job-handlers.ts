import { openNextPartition } from '../audit/open-next-partition.ts';
import type { ChainState } from '@curvewell/domain';

import { revokeFormerPrivileges } from '../database/application-role.ts';
import { archiveRun, purgeDue } from '../features/archive/index.ts';
import {
  checkTrail,
  exportHeads,
  deleteExpiredReadings,
  stampHead,
  type HeadDependencies,
  type TrailDependencies,
} from '../features/audit/index.ts';
import { checkRecords, stampDecision } from '../features/decisions/index.ts';
import {
  deliver,
  sendAuditHead,
  sendNotice,
  type DeliveryDependencies,
  type NoticeDependencies,
} from '../features/deliveries/index.ts';
import { deleteExpiredSessions } from '../features/identity/index.ts';
import { repackResults } from '../features/interpretation/index.ts';
import { packWells } from '../features/plate/index.ts';
import { sumUpRunCounts } from '../features/runs/index.ts';
import { moveBlobs } from '../blobs/move-blobs.ts';
import { sweepBlobs } from '../blobs/sweep-blobs.ts';
import type { BackgroundDependencies } from '../dependencies.ts';
import { backUp, type BackupDependencies } from '../backup/backup-job.ts';
import type { JobHandlers } from './jobs.ts';
import { PermanentFailure } from './outcome.ts';
import type { TimeStamps } from '../signing/time-stamps.ts';
import { deleteExpiredIdempotencyKeys } from '../http/requests/idempotency-keys.ts';

export const jobHandlers = (
  dependencies: DeliveryDependencies &
    NoticeDependencies &
    HeadDependencies &
    BackgroundDependencies &
    TrailDependencies & {
      readonly backup: BackupDependencies | null;
      readonly readLogDays: number;
      readonly timeStamps: TimeStamps;
    },
): JobHandlers => ({
  ...(dependencies.backup !== null && { backup: backUp(dependencies.backup) }),
  archive: async (data, one) => {
    await archiveRun(dependencies, data, one);
    return 'done';
  },
  delivery: (data) => deliver(dependencies, data),
  'delivery-notice': async (data) => {
    await sendNotice(dependencies, data);
    return 'done';
  },
  purge: async () => {
    await purgeDue(dependencies);
    await sweepBlobs(dependencies);
    return 'done';
  },
  'forget-sessions': async () => {
    await deleteExpiredSessions(dependencies);
    await deleteExpiredIdempotencyKeys(dependencies);
    await deleteExpiredReadings(dependencies);
    return 'done';
  },
  'audit-heads': async ({ laboratoryId }) => {
    await revokeFormerPrivileges(dependencies.db);
    await exportHeads(dependencies, laboratoryId);
    return 'done';
  },
  'audit-partition': async () => {
    await openNextPartition(dependencies);
    return 'done';
  },
  'audit-head': async (data) => {
    await sendAuditHead(dependencies, data);
    return 'done';
  },
  'time-stamp': async (data) => {
    await ('signed' in data ? stampHead(dependencies, data.signed) : stampDecision(dependencies, data));
    return 'done';
  },
  'run-counts': async () => {
    await sumUpRunCounts(dependencies);
    return 'done';
  },
  'move-blobs': async () => {
    await moveBlobs(dependencies);
    return 'done';
  },
  'repack-results': async () => {
    await repackResults(dependencies);
    await packWells(dependencies);
    return 'done';
  },
  'record-check': async () => {
    const failures: unknown[] = [];
    // The audit trail is checked even if the object store cannot be reached.
    await checkRecords(dependencies).catch((error: unknown) => failures.push(error));
    const [broken] = await checkTrail(dependencies);
    // Permanent: a retry would find the same fault.
    if (broken !== undefined) throw new PermanentFailure(brokenTrail(broken));
    if (failures.length > 0) throw failures[0];
    return 'done';
  },
});

const brokenTrail = ({ laboratory, fault }: ChainState): string =>
  `The audit trail of ${laboratory ?? 'the installation'} is broken: ${fault?.text ?? ''}`;
