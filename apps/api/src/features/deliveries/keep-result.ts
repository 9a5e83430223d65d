import type { DeliveryFault } from '@curvewell/domain';

import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../database/db.ts';
import type { Delivery } from '../../generated/prisma/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { requesterOf } from '../file-transfer/index.ts';
import type { FileToSend } from './delivery-files.ts';

export const asKept = (files: readonly FileToSend[]) =>
  files.map(({ name, size, sha256 }) => ({ name, size, sha256 }));

interface PutOff {
  readonly fault: DeliveryFault;
  /** Null: not attempted. */
  readonly happened: string | null;
  readonly nextTryAt: Date;
}

/** Schedules the next attempt. Only the first postponement is audited. */
export async function postpone(
  { tx, jobs }: { readonly tx: Tx; readonly jobs: Jobs },
  delivery: Delivery,
  { fault, happened, nextTryAt }: PutOff,
): Promise<void> {
  const { id, runId } = delivery;
  const { turn } = await tx.delivery.update({
    where: { id },
    data: {
      state: 'WAITING',
      fault,
      nextTryAt,
      turn: { increment: 1 },
      ...(happened !== null && { happened }),
    },
    select: { turn: true },
  });
  await jobs.ask(tx, 'delivery', { data: { deliveryId: id, turn }, startAfter: nextTryAt });
  if (delivery.fault !== null) return;
  await recordAudit(tx, requesterOf(delivery), {
    action: 'run.send-wait',
    entity: 'run',
    entityId: runId,
    details: { fault, nextTryAt: nextTryAt.toISOString() },
  });
}

export async function storeSent(
  tx: Tx,
  delivery: Delivery,
  { files: sent, now }: { readonly files: readonly FileToSend[]; readonly now: Date },
): Promise<void> {
  const { id, runId, tries } = delivery;
  const files = asKept(sent);
  await tx.delivery.update({
    where: { id },
    data: { state: 'SENT', files, fault: null, happened: `Attempt ${tries}: sizes match`, settledAt: now },
  });
  await tx.run.update({ where: { id: runId }, data: { ftpSent: true }, select: { id: true } });
  await recordAudit(tx, requesterOf(delivery), {
    action: 'run.send',
    entity: 'run',
    entityId: runId,
    details: { files, tries },
  });
}
