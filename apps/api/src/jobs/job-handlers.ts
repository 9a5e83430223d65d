import type { ChainState } from '@curvewell/domain';

import { giveUpFormerRights } from '../database/application-role.ts';
import { archiveRun, purgeArchive } from '../features/archive/index.ts';
import {
  checkTrail,
  exportHeads,
  forgetReadings,
  stampHead,
  type HeadNeeds,
  type TrailNeeds,
} from '../features/audit/index.ts';
import { checkRecords, stampDecision } from '../features/decisions/index.ts';
import {
  deliver,
  sendAuditHead,
  sendNotice,
  type DeliverNeeds,
  type NoticeNeeds,
} from '../features/deliveries/index.ts';
import { forgetSessions } from '../features/identity/index.ts';
import { sumUpRunCounts, type RunCountNeeds } from '../features/runs/index.ts';
import { sweepOriginals } from '../originals/originals.ts';
import { backUp, type BackupNeeds } from '../backup/backup-job.ts';
import type { JobHandlers } from './jobs.ts';
import { GivenUp } from './outcome.ts';
import type { TimeStamps } from '../signing/time-stamps.ts';
import { forgetIdempotencyKeys } from '../http/requests/idempotency-keys.ts';

/** What the product does in the background. */
export const jobHandlers = (
  needs: DeliverNeeds &
    NoticeNeeds &
    HeadNeeds &
    RunCountNeeds &
    TrailNeeds & {
      readonly backup: BackupNeeds | null;
      readonly readLogDays: number;
      readonly timeStamps: TimeStamps;
    },
): JobHandlers => ({
  ...(needs.backup !== null && { backup: backUp(needs.backup) }),
  archive: async (data, one) => {
    await archiveRun(needs, data, one);
    return 'done';
  },
  delivery: (data) => deliver(needs, data),
  'delivery-notice': async (data) => {
    await sendNotice(needs, data);
    return 'done';
  },
  purge: async () => {
    await purgeArchive(needs);
    await sweepOriginals(needs);
    return 'done';
  },
  'forget-sessions': async () => {
    await forgetSessions(needs);
    await forgetIdempotencyKeys(needs);
    await forgetReadings(needs);
    return 'done';
  },
  'audit-heads': async ({ laboratoryId }) => {
    await giveUpFormerRights(needs.db);
    await exportHeads(needs, laboratoryId);
    return 'done';
  },
  'audit-head': async (data) => {
    await sendAuditHead(needs, data);
    return 'done';
  },
  'time-stamp': async (data) => {
    await ('signed' in data ? stampHead(needs, data.signed) : stampDecision(needs, data));
    return 'done';
  },
  'run-counts': async () => {
    await sumUpRunCounts(needs);
    return 'done';
  },
  'record-check': async () => {
    await checkRecords(needs);
    const [broken] = await checkTrail(needs);
    // It stays broken: another try finds the same.
    if (broken !== undefined) throw new GivenUp(brokenTrail(broken));
    return 'done';
  },
});

const brokenTrail = ({ laboratory, fault }: ChainState): string =>
  `The audit trail of ${laboratory ?? 'the installation'} is broken: ${fault?.text ?? ''}`;
