import { laboratoryRulesSchema, type LaboratoryRules } from '@curvewell/domain';

import type { Db, Tx } from '../../../database/db.ts';
import type { LaboratoryCaller } from '../../../actor.ts';

export async function readRules(db: Db | Tx, { laboratory }: LaboratoryCaller): Promise<LaboratoryRules> {
  const { rules } = await db.laboratory.findUniqueOrThrow({
    where: { id: laboratory.id },
    select: { rules: true },
  });
  return laboratoryRulesSchema.parse(rules);
}
