import { plainDye, type DyeAnswer } from '@curvewell/domain';

import { recordAudit } from '../../../audit/record-audit.ts';
import { type Db, transaction, type Tx } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import type { KeptDye } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';

/** The laboratory's stored answers about the dyes of its analysers. */
export function keptDyes(
  db: Db,
  actor: LaboratoryCaller,
  { analyserIds }: { readonly analyserIds: readonly string[] },
): Promise<KeptDye[]> {
  return db.keptDye.findMany({
    where: { laboratoryId: actor.laboratory.id, analyserId: { in: [...analyserIds] } },
    orderBy: { createdAt: 'asc' },
  });
}

/** Stores answers about dyes, replacing earlier ones, with an audit entry. */
export async function storeDyes(
  tx: Tx,
  actor: LaboratoryCaller,
  { analyserId, dyes }: { readonly analyserId: string; readonly dyes: readonly DyeAnswer[] },
): Promise<void> {
  const laboratoryId = actor.laboratory.id;
  const former = await tx.keptDye.findMany({ where: { laboratoryId, analyserId } });
  for (const { dye, channel } of dyes) {
    const kept = { laboratoryId, analyserId, dye: keyOf(dye) };
    await tx.keptDye.upsert({
      where: { laboratoryId_analyserId_dye: kept },
      create: { ...kept, channel, keptByName: actor.name },
      update: { channel, keptByName: actor.name },
    });
  }
  if (dyes.length === 0) return;
  await recordAudit(tx, actor, {
    action: 'analyser.dyes.keep',
    entity: 'analyser',
    entityId: analyserId,
    details: {
      from: channels(
        dyes.map(({ dye }) => ({
          dye,
          channel: former.find((kept) => isKeptOf(kept, dye))?.channel ?? null,
        })),
      ),
      to: channels(dyes),
    },
  });
}

const channels = (dyes: readonly { readonly dye: string; readonly channel: string | null }[]) =>
  Object.fromEntries(dyes.map(({ dye, channel }) => [dye, channel]));

/** Spellings of one dye share a key. */
const keyOf = (dye: string): string => {
  const plain = plainDye(dye);
  return plain === '' ? dye : plain;
};

/** Whether a stored answer is about this dye. */
export const isKeptOf = ({ dye: kept }: Pick<KeptDye, 'dye'>, dye: string): boolean => kept === keyOf(dye);

/** @throws AppError `not-found` */
export async function deleteStoredDye(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { keptDyeId: id }: { readonly keptDyeId: string },
): Promise<void> {
  await transaction({ db, actor }, async (tx) => {
    const kept = await tx.keptDye.findFirst({ where: { id, laboratoryId: actor.laboratory.id } });
    if (kept === null) throw notFound('kept dye');
    await tx.keptDye.delete({ where: { id } });
    await recordAudit(tx, actor, {
      action: 'analyser.dyes.forget',
      entity: 'analyser',
      entityId: kept.analyserId,
      details: { from: { [kept.dye]: kept.channel }, to: { [kept.dye]: null } },
    });
  });
}
