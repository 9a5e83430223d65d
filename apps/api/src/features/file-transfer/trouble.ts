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
 * What keeps a laboratory's runs from its file server. While there is trouble one run at a time is tried, when it is
 * due; the others wait until that one is sent. Every change locks it before any delivery.
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
/** Who acts in their laboratory. */
type LaboratoryActor = AuditActor & { readonly laboratory: { readonly id: string } };

const DAY_MS = 24 * 3600 * 1000;

/** Null: there is none. */
export async function lockTrouble(tx: Tx, laboratoryId: string): Promise<Trouble | null> {
  const row = await lockRow(tx, laboratoryId);
  return row === null ? null : troubleOf(row);
}

/** The same without a lock, for who only looks. */
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

/** Nothing is tried until a person has acted. */
export const isStopped = ({ nextTryAt }: Pick<Trouble, 'nextTryAt'>): boolean => nextTryAt === null;

/** This run is the one that is tried: no other is until it has ended, or has been silent for too long. */
export async function noteTrial(tx: Tx, { laboratoryId }: Trouble, until: Date): Promise<void> {
  await tx.transferTrouble.update({ where: { laboratoryId }, data: { nextTryAt: until } });
}

interface Failure extends At {
  readonly fault: DeliveryFault;
  /** Tries in a row that had failed when this one began. */
  readonly failuresBefore: number;
  /** For so many days what may mend itself is retried. */
  readonly retryDays: number;
}

/**
 * Notes that a run could not be sent, for a reason that holds for all of them: what waits is put off, or let go on to
 * learn that it is stopped.
 *
 * @returns when the next one is tried; null: none is
 */
export async function recordFailure({ tx, jobs }: Dependencies, failure: Failure): Promise<Date | null> {
  const { laboratoryId, now, fault, failuresBefore, retryDays } = failure;
  await tx.transferTrouble.createMany({ data: [{ laboratoryId }], skipDuplicates: true });
  const row = await lockRow(tx, laboratoryId);
  const former = row === null ? null : troubleOf(row);
  const needsPerson = DELIVERY_FAULTS[fault].mends === 'person';
  if (former !== null && isStopped(former)) return null;
  // Another one that was under way at the same time has failed already.
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

/** A run was sent or a test was good: everything of the laboratory goes on. */
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

/** The connection is another one: everything of the laboratory goes on, beginning with one run. */
export async function resumeAfterSave(
  dependencies: Dependencies,
  actor: LaboratoryActor,
  now: Date,
): Promise<void> {
  const trouble = await retryNow(dependencies.tx, { laboratoryId: actor.laboratory.id, now });
  await resumeDeliveries(dependencies, actor, { now, because: 'save', fault: trouble?.fault ?? null });
}

/** Somebody wants it tried now: the next run that comes is. The days in which it is retried begin with it. */
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
  /** What was wrong; null: nothing that is known of this connection. */
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
  /** Why they wait; null: for their turn. */
  readonly fault: DeliveryFault | null;
}

/** What waits is due at another time, its jobs with it. @returns how many */
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
