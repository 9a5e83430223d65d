import type { DeliveryFilter } from '@curvewell/contracts';
import {
  deliveredFileSchema,
  deliveryFaultSchema,
  deliveryLogLineSchema,
  type Delivery,
  type DeliveryLogLine,
  type DeliveryState,
} from '@curvewell/domain';
import { z } from 'zod';

import type { Db } from '../../database/db.ts';
import { notFound } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';

const STATES: Readonly<Record<DeliveryFilter, readonly DeliveryState[]>> = {
  all: ['WAITING', 'SENDING', 'SENT', 'NOT_SENT'],
  waiting: ['WAITING', 'SENDING'],
  'not-sent': ['NOT_SENT'],
};
/** The maximum number of log lines in an answer; the newest are kept. */
const MAX_LINES = 500;
const filesSchema = z.array(deliveredFileSchema);

/** A page of the deliveries of the caller's laboratory, newest first. */
export async function listDeliveries(
  { db }: { readonly db: Db },
  { laboratory }: LaboratoryCaller,
  { filter, page, size }: { readonly filter: DeliveryFilter; readonly page: number; readonly size: number },
) {
  const laboratoryId = laboratory.id;
  const inStates = (which: DeliveryFilter) => ({ laboratoryId, state: { in: [...STATES[which]] } });
  const [rows, totalElements, waiting, notSent] = await Promise.all([
    db.delivery.findMany({
      where: inStates(filter),
      include: { run: { select: { businessId: true, decidedAt: true, archivedAt: true } } },
      orderBy: [{ requestedAt: 'desc' }, { id: 'asc' }],
      skip: page * size,
      take: size,
    }),
    db.delivery.count({ where: inStates(filter) }),
    db.delivery.count({ where: inStates('waiting') }),
    db.delivery.count({ where: inStates('not-sent') }),
  ]);
  const content = rows.map(({ run, requestedAt, nextTryAt, files, ...row }): Delivery => ({
    ...row,
    businessId: run.businessId,
    isArchived: run.archivedAt !== null,
    approvedAt: run.decidedAt?.toISOString() ?? null,
    requestedAt: requestedAt.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
    files: filesSchema.parse(files),
    fault: deliveryFaultSchema.nullable().parse(row.fault),
  }));
  return { content, size, totalElements, waiting, notSent };
}

/** The log of a run's delivery attempts, oldest first. @throws AppError `not-found` */
export async function readLog(
  { db }: { readonly db: Db },
  { laboratory }: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<DeliveryLogLine[]> {
  const delivery = await db.delivery.findFirst({ where: { runId, laboratoryId: laboratory.id } });
  if (delivery === null) throw notFound('delivery');
  const lines = await db.deliveryLog.findMany({
    where: { laboratoryId: laboratory.id, deliveryId: delivery.id },
    orderBy: { id: 'desc' },
    take: MAX_LINES,
  });
  return lines
    .reverse()
    .map(({ at, step, ...line }) => deliveryLogLineSchema.parse({ ...line, at: at.toISOString(), step }));
}
