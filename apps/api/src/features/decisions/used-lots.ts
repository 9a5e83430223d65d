import type { DecisionRecord } from '@curvewell/domain';

import { readRows, type Tx } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';

type UsedLots = NonNullable<DecisionRecord['decisions'][number]['lots']>;

/**
 * The current lots of a run, copied so that a later correction of an expiry date does not change the
 * decision.
 */
export function usedLots(tx: Tx, runId: string): Promise<UsedLots> {
  return readRows(
    tx,
    Prisma.sql`
      SELECT l.id, l.name, k.name AS kit, v.version, to_char(l.expiration_date, 'YYYY-MM-DD') AS "expirationDate"
      FROM lot l JOIN kit_version v ON v.id = l.kit_version_id JOIN kit k ON k.id = v.kit_id
      WHERE l.id IN (SELECT lot_id FROM run_reference WHERE run_id = ${runId}::uuid) ORDER BY k.name, v.version, l.name, l.id`,
  );
}
