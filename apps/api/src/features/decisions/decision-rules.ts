import { laboratoryRulesSchema, type LaboratoryRules } from '@curvewell/domain';

import { readRows, type Tx } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { ROLLED_BACK } from '../../backup/installation.ts';

/** Of the laboratory `l` and the installation `i`. */
export const RULES = Prisma.sql`l.rules, i.rolled_back_at IS NOT NULL AS "isRolledBack"`;

export interface RulesRow {
  readonly rules: unknown;
  readonly isRolledBack: boolean;
}

/** @throws AppError `illegal-transition` while decisions are suspended */
export function rulesOf({ rules, isRolledBack }: RulesRow): LaboratoryRules {
  if (isRolledBack) throw ROLLED_BACK();
  return laboratoryRulesSchema.parse(rules);
}

/**
 * The rules of the caller's laboratory, for a decision. @throws AppError `illegal-transition` while decisions are
 * suspended
 */
export async function decisionRules(tx: Tx, { laboratory }: LaboratoryCaller): Promise<LaboratoryRules> {
  const [row] = await readRows<RulesRow>(
    tx,
    Prisma.sql`SELECT ${RULES} FROM laboratory l, installation i WHERE l.id = ${laboratory.id}::uuid`,
  );
  if (row === undefined) throw new Error('the caller has no laboratory');
  return rulesOf(row);
}
