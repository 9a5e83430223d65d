import type { JobKind } from '@curvewell/domain';
import type { Prisma } from '../../generated/prisma/client.ts';

import { actingIn, recordAudit } from '../../audit/record-audit.ts';
import type { Clock } from '../../clock.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Caller } from '../../actor.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { JobData } from '../../jobs/queues.ts';
import { retryArchiving } from '../archive/index.ts';
import { requestDeliveryNow } from '../file-transfer/index.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
}
interface FailedJob {
  readonly kind: JobKind;
  readonly jobId: string;
}

/**
 * Requests a failed job again and replaces it.
 *
 * @throws AppError `not-found`, or `illegal-transition` when it has not failed or was requested again
 * meanwhile
 */
export async function restartJob(
  { db, clock, jobs }: Dependencies,
  actor: Caller,
  { kind, jobId }: FailedJob,
): Promise<void> {
  await transaction({ db, actor, on: jobId }, async (tx) => {
    const [job] = await tx.$queryRaw<{ data: JobData[JobKind] }[]>`
      DELETE FROM pgboss.job WHERE name = ${kind} AND id = ${jobId}::uuid AND state = 'failed' RETURNING data`;
    if (job === undefined) throw await refusal(tx, { kind, jobId });
    const details = await AGAIN[kind]({ tx, clock, jobs }, actor, job.data as never);
    await recordAudit(tx, actor, {
      action: 'job.again',
      entity: 'job',
      entityId: jobId,
      details: { kind, ...details },
    });
  });
}

async function refusal(tx: Tx, { kind, jobId }: FailedJob): Promise<AppError> {
  const known = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM pgboss.job WHERE name = ${kind} AND id = ${jobId}::uuid`;
  return known.length === 0
    ? notFound('job')
    : new AppError('illegal-transition', 'This job has not failed.');
}

/** Requests the work again. @returns details for the audit entry */
type Again<Kind extends JobKind> = (
  dependencies: Omit<Dependencies, 'db'> & { readonly tx: Tx },
  actor: Caller,
  data: JobData[Kind],
) => Promise<Prisma.InputJsonObject>;

const alreadyRestarted = () =>
  new AppError('illegal-transition', 'This job was restarted or completed in the meantime.');

const asItWas =
  (
    kind: Exclude<JobKind, 'archive' | 'delivery' | 'delivery-notice' | 'audit-head' | 'time-stamp'>,
  ): Again<typeof kind> =>
  async ({ jobs, tx }) => {
    await jobs.ask(tx, kind, { data: {} });
    return {};
  };

const AGAIN: { readonly [Kind in JobKind]: Again<Kind> } = {
  archive: async (dependencies, actor, data) => {
    if (!(await retryArchiving(dependencies, actor, data))) throw alreadyRestarted();
    return { runId: data.runId };
  },
  delivery: async ({ tx, jobs, clock }, actor, { deliveryId, turn }) => {
    const delivery = await tx.delivery.findFirst({
      where: { id: deliveryId, turn },
      select: { runId: true, laboratoryId: true },
    });
    if (delivery === null) throw alreadyRestarted();
    const { laboratoryId } = delivery;
    await requestDeliveryNow({ tx, jobs }, actingIn(actor, laboratoryId), { ...delivery, now: clock.now() });
    return { runId: delivery.runId };
  },
  'delivery-notice': async ({ jobs, tx }, _actor, data) => {
    await jobs.ask(tx, 'delivery-notice', { data });
    return { laboratoryId: data.laboratoryId };
  },
  purge: asItWas('purge'),
  'forget-sessions': asItWas('forget-sessions'),
  'audit-heads': asItWas('audit-heads'),
  'audit-partition': asItWas('audit-partition'),
  'audit-head': async ({ jobs, tx }, _actor, data) => {
    await jobs.ask(tx, 'audit-head', { data });
    return { laboratoryId: data.laboratoryId };
  },
  'time-stamp': async ({ jobs, tx }, _actor, data) => {
    await jobs.ask(tx, 'time-stamp', { data });
    return {};
  },
  'record-check': asItWas('record-check'),
  'run-counts': asItWas('run-counts'),
  'move-blobs': asItWas('move-blobs'),
  'repack-results': asItWas('repack-results'),
  backup: asItWas('backup'),
  'demo-history': asItWas('demo-history'),
};
