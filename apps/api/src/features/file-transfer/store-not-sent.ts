import { DELIVERY_FAULTS, type DeliveryFault } from '@curvewell/domain';

import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../database/db.ts';
import type { Delivery } from '../../generated/prisma/client.ts';
import type { Trouble } from './trouble.ts';

export type RequestedDelivery = Pick<
  Delivery,
  'id' | 'runId' | 'laboratoryId' | 'requestedById' | 'requestedByName' | 'tries'
>;

export const requesterOf = (delivery: RequestedDelivery) => ({
  userId: delivery.requestedById,
  name: delivery.requestedByName,
  laboratory: { id: delivery.laboratoryId },
});

/** Marks a delivery as not sent; it is not retried. */
export async function storeNotSent(
  tx: Tx,
  delivery: RequestedDelivery,
  { fault, message, now }: { readonly fault: DeliveryFault; readonly message: string; readonly now: Date },
): Promise<void> {
  const { id, runId, tries } = delivery;
  await tx.delivery.update({
    where: { id },
    data: { state: 'NOT_SENT', fault, happened: message, settledAt: now, nextTryAt: null },
  });
  await tx.run.update({ where: { id: runId }, data: { ftpSent: false }, select: { id: true } });
  await recordAudit(tx, requesterOf(delivery), {
    action: 'run.send-failed',
    entity: 'run',
    entityId: runId,
    details: { error: message, fault, tries },
  });
}

/** Marks a delivery as not attempted, because sending is stopped. @returns the reason as text */
export async function storeNotTried(
  tx: Tx,
  delivery: RequestedDelivery,
  { trouble: { fault }, now }: { readonly trouble: Trouble; readonly now: Date },
): Promise<string> {
  const message = `Not attempted: ${DELIVERY_FAULTS[fault].words}.`;
  await storeNotSent(tx, delivery, { fault, message, now });
  return message;
}
