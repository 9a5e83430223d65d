import { DELIVERY_FAULTS } from '@curvewell/domain';

import type { Clock } from '../../clock.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import {
  clearTrouble,
  lockTrouble,
  pauseAfter,
  recordFailure,
  requesterOf,
  storeNotSent,
} from '../file-transfer/index.ts';
import type { StartedDelivery } from './start-delivery.ts';
import type { FileToSend } from './delivery-files.ts';
import type { Log } from './delivery-log.ts';
import type { Failure } from './failure.ts';
import { storeSent, postpone } from './keep-result.ts';
import { rememberKey } from './remember-key.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly retryDays: number;
}
interface Ended {
  readonly begun: StartedDelivery;
  readonly log: Log;
}

const DAY_MS = 24 * 3600 * 1000;

/** Marks a run as sent. The connection works, so all other deliveries of the laboratory resume. */
export async function markSent(
  dependencies: Dependencies,
  { begun, log }: Ended,
  files: readonly FileToSend[],
): Promise<void> {
  const { db, clock, jobs } = dependencies;
  const { delivery, connection } = begun;
  const now = clock.now();
  await transaction({ db, on: delivery.id }, async (tx) => {
    if (!(await isStillOwned(tx, { begun, log }))) return;
    const actor = requesterOf(delivery);
    await storeSent(tx, delivery, { files, now });
    await rememberKey(tx, actor, { connection, fingerprint: log.firstSeenKey, now });
    await clearTrouble({ tx, jobs }, actor, { now, because: 'sent' });
  });
}

/** @returns whether another attempt is scheduled; false: stopped */
export async function markFailed(
  dependencies: Dependencies,
  { begun, log }: Ended,
  failure: Failure,
): Promise<{ readonly waits: boolean; readonly message: string }> {
  const { db, clock, jobs } = dependencies;
  const { delivery } = begun;
  const now = clock.now();
  const { fault } = failure;
  const message = [failure.message, failure.advice].filter((words) => words !== null).join('. ');
  return transaction({ db, on: delivery.id }, async (tx) => {
    if (!(await isStillOwned(tx, { begun, log }))) return { waits: true, message };
    const nextTryAt = await nextAttempt(tx, dependencies, { begun, failure, now });
    if (nextTryAt === null) await storeNotSent(tx, delivery, { fault, message, now });
    else await postpone({ tx, jobs }, delivery, { fault, happened: failure.message, nextTryAt });
    return { waits: nextTryAt !== null, message };
  });
}

interface Failed {
  readonly begun: StartedDelivery;
  readonly failure: Failure;
  readonly now: Date;
}

/** Null: a person must act first. */
async function nextAttempt(
  tx: Tx,
  { jobs, retryDays }: Dependencies,
  { begun, failure: { fault }, now }: Failed,
): Promise<Date | null> {
  const { delivery, failuresBefore } = begun;
  const { laboratoryId, tries, requestedAt } = delivery;
  const { of, mends } = DELIVERY_FAULTS[fault];
  if (of === 'connection')
    return recordFailure({ tx, jobs }, { laboratoryId, now, fault, failuresBefore, retryDays });
  const isOver = now.getTime() - requestedAt.getTime() >= retryDays * DAY_MS;
  return mends === 'person' || isOver ? null : new Date(now.getTime() + pauseAfter(tries, Math.random()));
}

/**
 * Stores the log, unless the delivery was requested again meanwhile. The row of the connection's trouble is
 * locked first.
 */
async function isStillOwned(tx: Tx, { begun: { delivery }, log }: Ended): Promise<boolean> {
  const { id, turn, laboratoryId } = delivery;
  await lockTrouble(tx, laboratoryId);
  const { count } = await tx.delivery.updateMany({
    where: { id, turn, state: 'SENDING' },
    data: { sendingFile: 0 },
  });
  if (count > 0) await log.write(tx);
  return count > 0;
}
