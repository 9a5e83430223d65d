import type { createLotSchema, updateLotSchema } from '@curvewell/contracts';
import { dayIn, DEFAULT_TIME_ZONE, isExpired, type Lot } from '@curvewell/domain';
import type { z } from 'zod';

import type { Dependencies } from '../../dependencies.ts';
import { recordAudit, staleError } from '../../audit/record-audit.ts';
import { isOneOfSeveral } from '../../clusters/one-of-several.ts';
import type { Clock } from '../../clock.ts';
import { type Db, transaction, type Tx } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../actor.ts';
import { nameTaken, nameTakenOrRethrow } from '../../database/taken-name.ts';
import { lockVersion } from '../kits/index.ts';
import { countRuns } from './lot-uses.ts';
import { getLot } from './read-lots.ts';

/**
 * Adds a lot to a kit version. An active lot makes the version read-only.
 *
 * @throws AppError `not-found`, `name-taken`, `invalid-request` for a date in the past
 */
export async function createLot(
  { db, clock }: Dependencies,
  actor: Caller,
  { versionId, lot }: { readonly versionId: string; readonly lot: z.output<typeof createLotSchema> },
): Promise<Lot> {
  refusePast(lot.expirationDate, todayOf(actor, clock));
  return transaction({ db, actor, on: versionId }, async (tx) => {
    await lockVersion(tx, actor, versionId);
    const id = await insertLot(tx, actor, { versionId, lot });
    return getLot(tx, actor, id);
  });
}

/**
 * Inserts a lot with its audit entry; the caller holds the lock of the version. @throws AppError `name-taken`
 */
async function insertLot(
  tx: Tx,
  actor: Caller,
  { versionId, lot }: { readonly versionId: string; readonly lot: z.output<typeof createLotSchema> },
): Promise<string> {
  const { name, active, expirationDate } = lot;
  const same = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM lot WHERE kit_version_id = ${versionId}::uuid AND lower(name) = lower(${name})`;
  if (same.length > 0) throw nameTaken('Lot', name);
  const { id } = await nameTakenOrRethrow({ kind: 'Lot', name }, () =>
    tx.lot.create({
      data: {
        kitVersionId: versionId,
        name,
        active,
        expirationDate: asDay(expirationDate),
        admin: actor.permissions.has('WRITE_LOT_CONFIG_ADMIN'),
      },
      select: { id: true },
    }),
  );
  const details = { versionId, name, active, expirationDate };
  await recordAudit(tx, actor, { action: 'lot.create', entity: 'lot', entityId: id, details });
  return id;
}

/**
 * Changes the state and expiry date of a lot.
 *
 * @throws AppError `not-found`, `stale`, `invalid-request` for a new date in the past
 */
export async function updateLot(
  { db, clock }: Dependencies,
  actor: Caller,
  { lotId, change }: { readonly lotId: string; readonly change: z.output<typeof updateLotSchema> },
): Promise<Lot> {
  const { active, expirationDate, revision } = change;
  return transaction({ db, actor, on: lotId }, async (tx) => {
    const former = await lockLot(tx, actor, lotId);
    if (former.revision !== revision) throw await staleError(tx, actor, 'lot', lotId);
    if (expirationDate !== former.expirationDate) refusePast(expirationDate, todayOf(actor, clock));
    await tx.lot.update({
      where: { id: lotId },
      data: { active, expirationDate: asDay(expirationDate), revision: { increment: 1 } },
    });
    await recordAudit(tx, actor, {
      action: 'lot.update',
      entity: 'lot',
      entityId: lotId,
      details: {
        from: { active: former.active, expirationDate: former.expirationDate },
        to: { active, expirationDate },
      },
    });
    return getLot(tx, actor, lotId);
  });
}

/**
 * Deletes a lot that no run uses. Templates never refer to lots.
 *
 * @throws AppError `not-found`, `in-use`, also while other clusters copy the lots: they may have runs with it
 */
export async function deleteLot({ db }: { readonly db: Db }, actor: Caller, lotId: string): Promise<void> {
  await transaction({ db, actor, on: lotId }, async (tx) => {
    const lot = await lockLot(tx, actor, lotId);
    const runs = await countRuns(tx, lotId);
    if (runs > 0) {
      const used = runs === 1 ? '1 run' : `${runs} runs`;
      throw new AppError('in-use', `Lot ${lot.name} is used by ${used} and cannot be deleted.`, {
        details: { runs },
      });
    }
    if (await isOneOfSeveral(tx))
      throw new AppError('in-use', `Runs in another cluster may use lot ${lot.name}. Deactivate it instead.`);
    await tx.lot.delete({ where: { id: lotId } });
    await recordAudit(tx, actor, {
      action: 'lot.delete',
      entity: 'lot',
      entityId: lotId,
      details: { versionId: lot.kitVersion.id, name: lot.name },
    });
  });
}

/** Locks the version of a lot and then the lot, so that no run can use it until the transaction ends. */
async function lockLot(tx: Tx, actor: Caller, lotId: string): Promise<Lot> {
  const { kitVersion } = await getLot(tx, actor, lotId);
  await lockVersion(tx, actor, kitVersion.id);
  await tx.$queryRaw`SELECT 1 FROM lot WHERE id = ${lotId}::uuid FOR UPDATE`;
  return getLot(tx, actor, lotId);
}

const todayOf = ({ laboratory }: Caller, clock: Clock): string =>
  dayIn(clock.now(), laboratory?.timeZone ?? DEFAULT_TIME_ZONE);

function refusePast(expirationDate: string, today: string): void {
  if (!isExpired({ expirationDate }, today)) return;
  const message = "Lot's expiry date can't be set in the past";
  throw new AppError('invalid-request', message, {
    issues: [{ path: ['body', 'expirationDate'], message }],
  });
}

const asDay = (day: string) => new Date(`${day}T00:00:00Z`);
