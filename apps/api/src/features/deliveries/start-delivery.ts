import type { Clock } from '../../clock.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import type { Delivery, FileTransferConnection, Laboratory } from '../../generated/prisma/client.ts';
import { readRolledBack } from '../../backup/installation.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { PermanentFailure } from '../../jobs/outcome.ts';
import type { JobData } from '../../jobs/queues.ts';
import { lockTrouble, noteTrial, storeNotTried, TRY_LASTS_MS, type Trouble } from '../file-transfer/index.ts';
import { postpone } from './keep-result.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
}

/** How long a delivery is held before the state of the database is checked again. */
const HELD_MS = 60_000;

export interface StartedDelivery {
  readonly delivery: Delivery & {
    readonly run: { readonly businessId: number; readonly laboratory: Laboratory };
  };
  readonly connection: FileTransferConnection | null;
  readonly wasCutOff: boolean;
  /** Consecutive failures of this connection before this attempt. */
  readonly failuresBefore: number;
}

/**
 * Starts a delivery, unless it was requested again since. While the connection fails, only the first due
 * delivery is attempted; the others wait without connecting.
 *
 * @returns how the job ends when it is not started
 * @throws PermanentFailure when the connection is stopped
 */
export async function startDelivery(
  dependencies: Dependencies,
  { deliveryId: id, turn }: JobData['delivery'],
): Promise<StartedDelivery | 'done' | 'again'> {
  const { db, clock } = dependencies;
  const begun = await transaction({ db, on: id }, async (tx) => {
    const known = await tx.delivery.findUnique({ where: { id }, select: { laboratoryId: true } });
    if (known === null) return 'done';
    const { laboratoryId } = known;
    const trouble = await lockTrouble(tx, laboratoryId);
    await tx.$queryRaw`SELECT 1 FROM delivery WHERE id = ${id}::uuid FOR UPDATE`;
    const former = await tx.delivery.findFirst({
      where: { id, turn, state: { in: ['WAITING', 'SENDING'] } },
    });
    if (former === null) return 'done';
    if ((await readRolledBack(tx)) !== null) {
      const startAfter = new Date(clock.now().getTime() + HELD_MS);
      await dependencies.jobs.ask(tx, 'delivery', { data: { deliveryId: id, turn }, startAfter });
      return 'again';
    }
    const wasCutOff = former.state === 'SENDING';
    const now = clock.now();
    const held =
      trouble !== null && !wasCutOff
        ? await hold(tx, { dependencies, delivery: former, trouble, now })
        : null;
    if (held !== null) return held;
    const delivery = await tx.delivery.update({
      where: { id },
      data: {
        state: 'SENDING',
        nextTryAt: null,
        sendingFile: 0,
        // A crash of our own process does not count as an attempt.
        ...(!wasCutOff && { tries: { increment: 1 } }),
      },
      include: { run: { select: { businessId: true, laboratory: true } } },
    });
    const connection = await tx.fileTransferConnection.findUnique({ where: { laboratoryId } });
    return { delivery, connection, wasCutOff, failuresBefore: trouble?.failures ?? 0 };
  });
  if (begun instanceof PermanentFailure) throw begun;
  return begun;
}

interface Held {
  readonly dependencies: Dependencies;
  readonly delivery: Delivery;
  readonly trouble: Trouble;
  readonly now: Date;
}

/** How the job ends while the connection fails; null: this delivery is the one to attempt. */
async function hold(
  tx: Tx,
  { dependencies: { jobs }, delivery, trouble, now }: Held,
): Promise<'again' | PermanentFailure | null> {
  const { fault, nextTryAt } = trouble;
  if (nextTryAt === null) return new PermanentFailure(await storeNotTried(tx, delivery, { trouble, now }));
  if (nextTryAt > now) {
    await postpone({ tx, jobs }, delivery, { fault, happened: null, nextTryAt });
    return 'again';
  }
  await noteTrial(tx, trouble, new Date(now.getTime() + TRY_LASTS_MS));
  return null;
}
