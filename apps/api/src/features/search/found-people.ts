import type { FoundPerson } from '@curvewell/contracts';

import type { LaboratoryCaller } from '../../actor.ts';
import { readRows, type Db } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { userHolds } from '../users/index.ts';
import { firstFound, LIMIT } from './first-found.ts';

/** Users of the caller's laboratory whose login, name or email contains a text, by login. */
export async function foundPeople(
  db: Db,
  actor: LaboratoryCaller,
  text: string,
): Promise<{ found: FoundPerson[]; more: boolean }> {
  const rows = await readRows<FoundPerson>(
    db,
    Prisma.sql`SELECT id, login, firstname, lastname FROM app_user
      WHERE laboratory_id = ${actor.laboratory.id}::uuid AND ${userHolds(text)} ORDER BY login LIMIT ${LIMIT}`,
  );
  return firstFound(rows);
}
