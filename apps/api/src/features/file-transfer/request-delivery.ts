import { recordAudit, type AuditActor } from '../../audit/record-audit.ts';
import type { Tx } from '../../database/db.ts';
import type { Delivery } from '../../generated/prisma/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { storeNotTried } from './store-not-sent.ts';
import { isStopped, lockTrouble, retryNow } from './trouble.ts';

interface Dependencies {
  readonly tx: Tx;
  readonly jobs: Jobs;
}
interface DeliveryRequest {
  readonly runId: string;
  readonly laboratoryId: string;
  readonly now: Date;
}

/** Requests a delivery for a user, which is attempted even while the connection fails. */
export async function requestDeliveryNow(
  dependencies: Dependencies,
  actor: AuditActor,
  request: DeliveryRequest,
): Promise<void> {
  await retryNow(dependencies.tx, request);
  await requestDelivery(dependencies, actor, request);
}

/**
 * Requests a delivery in the transaction of the approval, so that the run is sent if and only if that is
 * committed. A delivery that waits for a retry is attempted at once.
 */
export async function requestDelivery(
  { tx, jobs }: Dependencies,
  actor: AuditActor,
  { runId, laboratoryId, now }: DeliveryRequest,
): Promise<Delivery> {
  const requested = {
    state: 'WAITING',
    requestedById: actor.userId,
    requestedByName: actor.name,
    requestedAt: now,
    tries: 0,
    nextTryAt: now,
    sendingFile: 0,
    happened: null,
    fault: null,
    settledAt: null,
  } as const;
  const delivery = await tx.delivery.upsert({
    where: { runId },
    create: { runId, laboratoryId, ...requested },
    update: { ...requested, turn: { increment: 1 } },
  });
  await jobs.ask(tx, 'delivery', { data: { deliveryId: delivery.id, turn: delivery.turn } });
  await recordAudit(tx, actor, { action: 'run.send-request', entity: 'run', entityId: runId });
  return delivery;
}

/**
 * Requests a delivery on approval, if the laboratory sends runs. While sending is stopped nothing is sent,
 * and the answer to the approval says so.
 */
export async function requestDeliveryOnApproval(
  dependencies: Dependencies,
  actor: AuditActor,
  request: DeliveryRequest,
): Promise<void> {
  const { tx } = dependencies;
  const { laboratoryId, now } = request;
  const where = { laboratoryId, sendFilesOnApproval: true };
  if ((await tx.fileTransferConnection.count({ where })) === 0) return;
  // Locked, so that a user who resumes sending at the same time includes this run.
  const trouble = await lockTrouble(tx, laboratoryId);
  const delivery = await requestDelivery(dependencies, actor, request);
  if (trouble !== null && isStopped(trouble)) await storeNotTried(tx, delivery, { trouble, now });
}

/** Stops all deliveries of a laboratory; waiting ones are marked as not sent. */
export async function cancelWaiting(
  tx: Tx,
  actor: AuditActor & { readonly laboratory: { readonly id: string } },
  { now, why }: { readonly now: Date; readonly why: string },
): Promise<void> {
  const waiting = await tx.delivery.findMany({
    where: { laboratoryId: actor.laboratory.id, state: { in: ['WAITING', 'SENDING'] } },
    select: { id: true, runId: true },
  });
  const of = (key: 'id' | 'runId') => ({ in: waiting.map((one) => one[key]) });
  await tx.delivery.updateMany({
    where: { id: of('id') },
    data: {
      state: 'NOT_SENT',
      fault: 'no-connection',
      nextTryAt: null,
      happened: why,
      settledAt: now,
      turn: { increment: 1 },
    },
  });
  await tx.run.updateMany({ where: { id: of('runId') }, data: { ftpSent: false } });
  for (const { runId } of waiting) {
    const details = { reason: why };
    await recordAudit(tx, actor, { action: 'run.send-failed', entity: 'run', entityId: runId, details });
  }
}
