import { setTimeout as sleep } from 'node:timers/promises';

import type { Clock } from '../../clock.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { refuseRolledBack } from '../../backup/installation.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { requestDelivery, requestDeliveryNow, retryNow } from '../file-transfer/index.ts';
import { changeLocked } from '../runs/index.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
}

/** How long the request waits for the first attempt before it answers. */
const WAIT_MS = 12_000;
const LOOK_MS = 250;

/**
 * Sends the files of an approved run in the background. A run that waits for a retry is sent at once.
 *
 * @returns whether the first attempt succeeded; null: still in progress
 * @throws AppError `not-found`, `forbidden`, or `illegal-transition` when the run cannot be sent
 */
export async function sendRun(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  {
    runId,
    signal,
    waitMs = WAIT_MS,
  }: { readonly runId: string; readonly signal: AbortSignal; readonly waitMs?: number },
): Promise<{ ftpSent: boolean | null }> {
  const { db, clock, jobs } = dependencies;
  await transaction({ db, actor, on: runId }, async (tx) => {
    await changeLocked(tx, actor, {
      runId,
      permission: 'canSendFiles',
      refusal:
        'Only an approved run that has not been sent can be sent, and only to a configured file server.',
      change: async () => {
        if (await isBeingSent(tx, runId)) return;
        await refuseRolledBack(tx);
        await requestDeliveryNow({ tx, jobs }, actor, {
          runId,
          laboratoryId: actor.laboratory.id,
          now: clock.now(),
        });
      },
    });
    // The initial answer, also for a repeated request during the delivery.
    return { ftpSent: null };
  });
  return { ftpSent: await firstTry(db, { runId, signal, waitMs }) };
}

/**
 * Sends the oldest unsent runs of the laboratory. @throws AppError `illegal-transition` without a file server
 */
export async function sendNotSent(
  { db, clock, jobs }: Dependencies,
  actor: LaboratoryCaller,
): Promise<{ runs: number }> {
  const laboratoryId = actor.laboratory.id;
  return transaction({ db, actor, on: laboratoryId }, async (tx) => {
    if ((await tx.fileTransferConnection.count({ where: { laboratoryId } })) === 0)
      throw new AppError('illegal-transition', 'No file transfer is configured.');
    await refuseRolledBack(tx);
    const notSent = await tx.delivery.findMany({
      where: { laboratoryId, state: 'NOT_SENT', run: { status: 'APPROVED', archivedAt: null } },
      select: { runId: true },
      orderBy: { requestedAt: 'asc' },
      take: MAX_AT_ONCE,
    });
    const now = clock.now();
    if (notSent.length > 0) await retryNow(tx, { laboratoryId, now });
    for (const { runId } of notSent) await requestDelivery({ tx, jobs }, actor, { runId, laboratoryId, now });
    return { runs: notSent.length };
  });
}

const MAX_AT_ONCE = 200;

async function isBeingSent(tx: Tx, runId: string): Promise<boolean> {
  return (await tx.delivery.count({ where: { runId, state: 'SENDING' } })) > 0;
}

interface Waiting {
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly waitMs: number;
}

async function firstTry(db: Db, { runId, signal, waitMs }: Waiting): Promise<boolean | null> {
  for (let waited = 0; waited < waitMs && !signal.aborted; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    const delivery = await db.delivery.findUnique({ where: { runId }, select: { state: true, tries: true } });
    if (delivery === null) return null;
    if (delivery.state === 'SENT') return true;
    if (delivery.state === 'NOT_SENT' || (delivery.state === 'WAITING' && delivery.tries > 0)) return false;
  }
  return null;
}
