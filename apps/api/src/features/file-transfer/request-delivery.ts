import { recordAudit, type AuditActor } from '../../audit/record-audit.ts';
import type { Tx } from '../../database/db.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { storeNotTried, type RequestedDelivery } from './store-not-sent.ts';
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
): Promise<RequestedDelivery> {
  const requested = { requestedById: actor.userId, requestedByName: actor.name, tries: 0 };
  const [kept] = await tx.$queryRaw<{ id: string; turn: number }[]>`
    INSERT INTO delivery AS d (id, run_id, laboratory_id, state, requested_by_id, requested_by_name, requested_at, next_try_at)
    VALUES (new_id(), ${runId}::uuid, ${laboratoryId}::uuid, 'WAITING', ${actor.userId}::uuid, ${actor.name}, ${now}, ${now})
    ON CONFLICT ON CONSTRAINT delivery_run_id_key DO UPDATE SET state = excluded.state, requested_by_id = excluded.requested_by_id,
      requested_by_name = excluded.requested_by_name, requested_at = excluded.requested_at, next_try_at = excluded.next_try_at,
      tries = 0, sending_file = 0, happened = NULL, fault = NULL, settled_at = NULL, turn = d.turn + 1
    RETURNING id, turn`;
  if (kept === undefined) throw new Error('PostgreSQL returned no delivery.');
  const delivery = { ...kept, runId, laboratoryId, ...requested };
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
