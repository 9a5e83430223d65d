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

/** Asks for a run to be sent because somebody wants it now: it is tried even if the connection did not work so far. */
export async function requestDeliveryNow(
  dependencies: Dependencies,
  actor: AuditActor,
  request: DeliveryRequest,
): Promise<void> {
  await retryNow(dependencies.tx, request);
  await requestDelivery(dependencies, actor, request);
}

/**
 * Asks for an approved run to be sent, from the first attempt on, within the transaction that makes it so: the run is
 * sent if, and only if, that is committed. One that waits for another try is tried at once instead.
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
 * Asks for a run that is being approved to be sent, if its laboratory wants that. While sending is stopped it is not
 * sent, and the answer to the approval says so.
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
  // The lock makes a user who resumes sending meanwhile see this run.
  const trouble = await lockTrouble(tx, laboratoryId);
  const delivery = await requestDelivery(dependencies, actor, request);
  if (trouble !== null && isStopped(trouble)) await storeNotTried(tx, delivery, { trouble, now });
}

/** Nothing more of a laboratory is sent: what waits stays not sent. */
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
