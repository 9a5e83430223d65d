import {
  CONNECTION_FAULTS,
  DELIVERY_FAULTS,
  deliveryFaultSchema,
  type DeliveryFault,
} from '@curvewell/domain';

import { recordAudit, type AuditActor } from '../../audit/record-audit.ts';
import type { Db, Tx } from '../../database/db.ts';
import { Prisma, type TransferTrouble } from '../../generated/prisma/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { requestNotice } from './request-notice.ts';
import { pauseAfter } from './retry-pauses.ts';

/**
 * Why a laboratory's runs cannot be sent. During trouble one due run at a time is attempted; the others wait
 * until it is sent. Every change locks this row before any delivery.
 */
export interface Trouble extends Omit<TransferTrouble, 'fault' | 'since'> {
  readonly fault: DeliveryFault;
  readonly since: Date;
}

interface Dependencies {
  readonly tx: Tx;
  readonly jobs: Jobs;
}
interface At {
  readonly laboratoryId: string;
  readonly now: Date;
}
type LaboratoryActor = AuditActor & { readonly laboratory: { readonly id: string } };

const DAY_MS = 24 * 3600 * 1000;

/** Null: no trouble. */
export async function lockTrouble(tx: Tx, laboratoryId: string): Promise<Trouble | null> {
  const row = await lockRow(tx, laboratoryId);
  return row === null ? null : troubleOf(row);
}

/** Reads without a lock. */
export async function readTrouble(db: Db, laboratoryId: string): Promise<Trouble | null> {
  const row = await db.transferTrouble.findUnique({ where: { laboratoryId } });
  return row === null ? null : troubleOf(row);
}

async function lockRow(tx: Tx, laboratoryId: string): Promise<TransferTrouble | null> {
  await tx.$queryRaw`SELECT 1 FROM transfer_trouble WHERE laboratory_id = ${laboratoryId}::uuid FOR UPDATE`;
  return tx.transferTrouble.findUnique({ where: { laboratoryId } });
}

function troubleOf(row: TransferTrouble): Trouble | null {
  const { since } = row;
  return row.fault === null || since === null
    ? null
    : { ...row, since, fault: deliveryFaultSchema.parse(row.fault) };
}

/** Whether a person must act before the next attempt. */
export const isStopped = ({ nextTryAt }: Pick<Trouble, 'nextTryAt'>): boolean => nextTryAt === null;

/** Marks a run as the one being attempted. No other run is attempted until it ends or its time is up. */
export async function noteTrial(tx: Tx, { laboratoryId }: Trouble, until: Date): Promise<void> {
  await tx.transferTrouble.update({ where: { laboratoryId }, data: { nextTryAt: until } });
}

interface Failure extends At {
  readonly fault: DeliveryFault;
  /** Consecutive failures before this attempt. */
  readonly failuresBefore: number;
  /** Days for which temporary faults are retried. */
  readonly retryDays: number;
}

/**
 * Records a failure that affects all runs of the connection. Waiting deliveries are postponed, or continue at
 * once to be marked as stopped.
 *
 * @returns when the next one is attempted; null: none
 */
export async function recordFailure({ tx, jobs }: Dependencies, failure: Failure): Promise<Date | null> {
  const { laboratoryId, now, fault, failuresBefore, retryDays } = failure;
  await tx.transferTrouble.createMany({ data: [{ laboratoryId }], skipDuplicates: true });
  const row = await lockRow(tx, laboratoryId);
  const former = row === null ? null : troubleOf(row);
  const needsPerson = DELIVERY_FAULTS[fault].mends === 'person';
  if (former !== null && isStopped(former)) return null;
  // A concurrent attempt has already recorded this failure.
  if (former !== null && !needsPerson && former.failures > failuresBefore) return former.nextTryAt;
  const failures = failuresBefore + 1;
  const since = former?.since ?? now;
  const isOver = now.getTime() - since.getTime() >= retryDays * DAY_MS;
  const nextTryAt =
    needsPerson || isOver ? null : new Date(now.getTime() + pauseAfter(failures, Math.random()));
  const trouble = await tx.transferTrouble.update({
    where: { laboratoryId },
    data: { fault, since, failures, nextTryAt },
  });
  await moveWaiting(tx, { laboratoryId, at: nextTryAt ?? now, fault });
  if (nextTryAt === null) await requestNotice({ tx, jobs }, trouble, { event: 'stopped', now });
  else if (failures === 1) await requestNotice({ tx, jobs }, trouble, { event: 'waiting', now });
  return nextTryAt;
}

/** Clears the trouble after a successful delivery or test; all deliveries of the laboratory resume. */
export async function clearTrouble(
  dependencies: Dependencies,
  actor: LaboratoryActor,
  { now, because }: { readonly now: Date; readonly because: 'sent' | 'test' },
): Promise<void> {
  const { tx } = dependencies;
  const laboratoryId = actor.laboratory.id;
  const trouble = await lockTrouble(tx, laboratoryId);
  if (trouble === null) return;
  const row = await tx.transferTrouble.update({
    where: { laboratoryId },
    data: { fault: null, since: null, failures: 0, nextTryAt: null },
  });
  if (row.isNotified)
    await requestNotice(dependencies, { ...row, since: trouble.since }, { event: 'resolved', now });
  await resumeDeliveries(dependencies, actor, { now, because, fault: trouble.fault });
}

/** Resumes deliveries after a change of the connection, starting with one run. */
export async function resumeAfterSave(
  dependencies: Dependencies,
  actor: LaboratoryActor,
  now: Date,
): Promise<void> {
  const trouble = await retryNow(dependencies.tx, { laboratoryId: actor.laboratory.id, now });
  await resumeDeliveries(dependencies, actor, { now, because: 'save', fault: trouble?.fault ?? null });
}

/** Attempts the next run at once on a user's request, and restarts the period of retries. */
export async function retryNow(tx: Tx, { laboratoryId, now }: At): Promise<Trouble | null> {
  const trouble = await lockTrouble(tx, laboratoryId);
  if (trouble === null) return null;
  await tx.transferTrouble.update({
    where: { laboratoryId },
    data: { since: now, failures: 0, nextTryAt: now },
  });
  return trouble;
}

interface GoingOn {
  readonly now: Date;
  readonly because: 'sent' | 'test' | 'save';
  /** The fault; null: none is known for this connection. */
  readonly fault: DeliveryFault | null;
}

async function resumeDeliveries(
  { tx, jobs }: Dependencies,
  actor: LaboratoryActor,
  { now, because, fault }: GoingOn,
) {
  const laboratoryId = actor.laboratory.id;
  const waiting = await moveWaiting(tx, { laboratoryId, at: now, fault: null });
  const stopped = await tx.$queryRaw<{ deliveryId: string; turn: number }[]>`
    UPDATE delivery d SET state = 'WAITING', turn = turn + 1, tries = 0, next_try_at = ${now}, happened = NULL,
      fault = NULL, settled_at = NULL
    FROM run r
    WHERE d.laboratory_id = ${laboratoryId}::uuid AND d.state = 'NOT_SENT' AND d.fault = ANY(${CONNECTION_FAULTS}::text[])
      AND r.id = d.run_id AND r.status = 'APPROVED' AND r.archived_at IS NULL
    RETURNING d.id AS "deliveryId", d.turn`;
  await jobs.askMany(tx, 'delivery', stopped);
  if (fault === null && stopped.length === 0) return;
  await recordAudit(tx, actor, {
    action: 'fileTransfer.resume',
    entity: 'fileTransfer',
    entityId: null,
    details: { because, fault, waiting, stopped: stopped.length },
  });
}

interface Move {
  readonly laboratoryId: string;
  readonly at: Date;
  /** Why they wait; null: they are due. */
  readonly fault: DeliveryFault | null;
}

/** Reschedules waiting deliveries and their jobs. @returns how many */
async function moveWaiting(tx: Tx, { laboratoryId, at, fault }: Move): Promise<number> {
  await tx.$executeRaw(Prisma.sql`
    UPDATE pgboss.job j SET start_after = ${at}
    FROM delivery d
    WHERE j.name = 'delivery' AND j.state = 'created' AND d.laboratory_id = ${laboratoryId}::uuid
      AND d.state = 'WAITING' AND d.id = (j.data->>'deliveryId')::uuid AND d.turn = (j.data->>'turn')::int`);
  const { count } = await tx.delivery.updateMany({
    where: { laboratoryId, state: 'WAITING' },
    data: { nextTryAt: at, fault },
  });
  return count;
}
