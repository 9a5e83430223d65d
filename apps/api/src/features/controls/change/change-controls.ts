import type { ControlReading } from '@curvewell/contracts';

import type { Dependencies } from '../../../dependencies.ts';
import { recordAudit, staleError, staleErrorOf } from '../../../audit/record-audit.ts';
import { transaction, type Tx } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { readReading } from '../read/read-reading.ts';
import { readReferenceLot } from './reference-lot.ts';

const READING = 'control-reading';
const REFERENCE = 'control-reference';

/** Adds a note to a reading. @throws AppError `not-found` */
export async function addNote(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
  { readingId, value }: { readonly readingId: string; readonly value: string },
): Promise<ControlReading> {
  return transaction({ db, actor, on: readingId }, async (tx) => {
    await lockReading(tx, actor, readingId);
    await tx.controlNote.create({
      data: {
        readingId,
        value,
        laboratoryId: actor.laboratory.id,
        authorId: actor.userId,
        authorName: actor.name,
        createdAt: clock.now(),
      },
    });
    await recordAudit(tx, actor, {
      action: 'control.note',
      entity: READING,
      entityId: readingId,
      details: { value },
    });
    return readReading(tx, actor, { readingId });
  });
}

interface Exclusion {
  readonly readingId: string;
  readonly isExcluded: boolean;
  readonly reason: string;
  readonly revision: number;
}

/** Excludes a reading from the mean in all its zones, or includes it again. @throws AppError `not-found`, `stale` */
export async function leaveOut(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
  { readingId, isExcluded, reason, revision }: Exclusion,
): Promise<ControlReading> {
  return transaction({ db, actor, on: readingId }, async (tx) => {
    const row = await lockReading(tx, actor, readingId);
    if (row.revision !== revision) throw await staleError(tx, actor, READING, readingId);
    await tx.controlReading.update({
      where: { id: readingId },
      data: {
        ...(isExcluded
          ? {
              leftOutById: actor.userId,
              leftOutByName: actor.name,
              leftOutAt: clock.now(),
              leftOutReason: reason,
            }
          : { leftOutById: null, leftOutByName: null, leftOutAt: null, leftOutReason: null }),
        revision: { increment: 1 },
      },
    });
    await recordAudit(tx, actor, {
      action: isExcluded ? 'control.leave-out' : 'control.take-in',
      entity: READING,
      entityId: readingId,
      details: { reason },
    });
    return readReading(tx, actor, { readingId });
  });
}

interface NewMean {
  readonly kitId: string;
  readonly reactionBufferId: string;
  readonly lotId: string;
  readonly reason: string;
  readonly revision: number;
}

/**
 * Sets the lot whose readings define the mean for a kit and buffer, from now on.
 *
 * @throws AppError `not-found` also for a lot without control readings here, `stale`
 */
export async function setReferenceLot(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
  { kitId, reactionBufferId, lotId, reason, revision }: NewMean,
): Promise<{ revision: number }> {
  const laboratoryId = actor.laboratory.id;
  const entityId = `${kitId} ${reactionBufferId}`;
  return transaction({ db, actor, on: `${laboratoryId} ${entityId}` }, async (tx) => {
    const isRead = await tx.controlReading.findFirst({
      where: { lotId, laboratoryId, series: { kitId, reactionBufferId } },
      select: { id: true },
    });
    if (isRead === null) throw notFound('lot');
    const former = await readReferenceLot(tx, actor, { kitId, reactionBufferId });
    const taken = { lotId, reason, byId: actor.userId, byName: actor.name, at: clock.now() };
    const place = { laboratoryId, kitId, reactionBufferId };
    // Compared in the update statement, because another server may have set one since the read.
    const { count } =
      former === null && revision === 0
        ? await tx.controlReference.createMany({ data: { ...place, ...taken }, skipDuplicates: true })
        : await tx.controlReference.updateMany({
            where: { ...place, revision },
            data: { ...taken, revision: { increment: 1 } },
          });
    // Every laboratory has a mean of its own for a shared kit.
    if (count === 0) throw await staleErrorOf(tx, actor, { laboratoryId, entity: REFERENCE, entityId });
    await recordAudit(tx, actor, {
      action: 'control.take-mean',
      entity: REFERENCE,
      entityId,
      details: { from: former?.lotId ?? null, to: lotId, reason },
    });
    return { revision: revision + 1 };
  });
}

async function lockReading(
  tx: Tx,
  actor: LaboratoryCaller,
  readingId: string,
): Promise<{ readonly revision: number }> {
  const [row] = await tx.$queryRaw<{ revision: number }[]>`
    SELECT revision FROM control_reading
    WHERE id = ${readingId}::uuid AND laboratory_id = ${actor.laboratory.id}::uuid FOR UPDATE`;
  if (row === undefined) throw notFound('reading');
  return row;
}
