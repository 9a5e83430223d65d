import { workListColumnsSchema, type WorkListColumns } from '@curvewell/domain';

import { recordAudit } from '../../audit/record-audit.ts';
import { type Db, transaction } from '../../database/db.ts';
import { refuseInvisible } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';

/** @returns null when the laboratory has not used a work list yet */
export async function readWorkListColumns(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
): Promise<WorkListColumns | null> {
  const kept = await db.workListColumns.findUnique({
    where: { laboratoryId: actor.laboratory.id },
    select: { columns: true },
  });
  return kept && workListColumnsSchema.parse(kept.columns);
}

/** Stores the columns for the whole laboratory, replacing earlier ones. */
export async function storeWorkListColumns(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  columns: WorkListColumns,
): Promise<WorkListColumns> {
  const laboratoryId = actor.laboratory.id;
  await transaction({ db, actor, on: laboratoryId }, async (tx) => {
    const former = await tx.workListColumns.findUnique({ where: { laboratoryId } });
    refuseInvisible(columns, former?.columns);
    const kept = { columns, keptByName: actor.name };
    await tx.workListColumns.upsert({
      where: { laboratoryId },
      create: { laboratoryId, ...kept },
      update: kept,
    });
    await recordAudit(tx, actor, {
      action: 'workList.keep-columns',
      entity: 'laboratory',
      entityId: laboratoryId,
      details: {
        from: { columns: former === null ? null : workListColumnsSchema.parse(former.columns).columns },
        to: { columns: columns.columns },
      },
    });
  });
  return columns;
}
