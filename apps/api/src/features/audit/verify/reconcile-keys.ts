import type { ChainFault } from '@curvewell/domain';
import { z } from 'zod';

import type { Db, Tx } from '../../../database/db.ts';

const revocationSchema = z.object({ to: z.object({ revokedAt: z.iso.datetime() }) });

/**
 * A key that the installation's chain records as revoked, and whose stored revocation is missing or later. Null:
 * none.
 */
export async function reconcileKeys(db: Db | Tx): Promise<ChainFault | null> {
  const entries = await db.auditEvent.findMany({
    where: { laboratoryId: null, action: 'signingKey.revoke' },
    orderBy: { number: 'asc' },
    select: { number: true, entityId: true, details: true },
  });
  if (entries.length === 0) return null;
  const keys = new Map((await db.signingKey.findMany()).map(({ id, revokedAt }) => [id, revokedAt]));
  for (const { number, entityId, details } of entries) {
    const { revokedAt } = revocationSchema.parse(details).to;
    const found = keys.get(entityId ?? '') ?? null;
    if (found !== null && found <= new Date(revokedAt)) continue;
    const now = found === null ? 'is not revoked' : `is revoked since ${found.toISOString()}`;
    return {
      number: Number(number),
      kind: 'key',
      text: `Entry ${Number(number).toLocaleString('en-GB')} revokes the signing key ${entityId ?? ''} since ${revokedAt}; the key ${now}.`,
    };
  }
  return null;
}
