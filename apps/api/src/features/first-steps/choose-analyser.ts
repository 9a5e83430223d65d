import type { FirstSteps } from '@curvewell/contracts';

import { recordAudit } from '../../audit/record-audit.ts';
import { transaction } from '../../database/db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notFound } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { lockLaboratory } from '../laboratories/index.ts';
import { readFirstSteps } from './read-first-steps.ts';

/**
 * Stores the analyser that the files of the caller's laboratory come from. Imports suggest it where a file does not
 * name its instrument.
 *
 * @throws AppError `not-found` for an analyser that does not exist or is not available for import
 */
export async function chooseAnalyser(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  { analyserId }: { readonly analyserId: string },
): Promise<FirstSteps | null> {
  const { id, name } = actor.laboratory;
  await transaction({ db: dependencies.db, actor, on: id }, async (tx) => {
    await lockLaboratory(tx, id, 'UPDATE');
    const chosen = await tx.analyser.findFirst({ where: { id: analyserId, active: true } });
    if (chosen === null) throw notFound('analyser');
    const { usualAnalyser: former } = await tx.laboratory.findUniqueOrThrow({
      where: { id },
      select: { usualAnalyser: { select: { id: true, name: true } } },
    });
    if (former?.id === analyserId) return;
    await tx.laboratory.update({ where: { id }, data: { usualAnalyserId: analyserId } });
    await recordAudit(tx, actor, {
      action: 'laboratory.update',
      entity: 'laboratory',
      entityId: id,
      details: { name, from: { analyser: former?.name ?? null }, to: { analyser: chosen.name } },
    });
  });
  return readFirstSteps(dependencies, actor);
}
