import { ACCOUNT_CHANGE_DAYS, type AccountChange } from '@curvewell/domain';

import { readRows, type Tx } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { ProviderChanges } from '../users/index.ts';

const DAY_MS = 24 * 3600 * 1000;
/** The maximum number of changes in a signature. */
const MOST = 20;

/** The start of the period whose account changes a signature lists. */
export const listedSince = (now: Date): Date => new Date(now.getTime() - ACCOUNT_CHANGE_DAYS * DAY_MS);

interface ChangesQuery {
  readonly userId: string;
  readonly now: Date;
  readonly atProvider: ProviderChanges;
}

/**
 * How access to the account changed in the last 30 days, newest first, from the audit trail and the identity
 * provider.
 */
export async function accountChanges(
  tx: Tx,
  { userId, now, atProvider }: ChangesQuery,
): Promise<AccountChange[]> {
  const since = listedSince(now);
  const rows = await readRows<{ what: AccountChange['what']; at: Date; byOther: boolean }>(
    tx,
    Prisma.sql`
      SELECT CASE e.action WHEN 'user.password-chosen' THEN 'password' WHEN 'user.update' THEN 'email'
          ELSE 'account' END AS what,
        date_trunc('milliseconds', e.at) AS at, e.actor_id IS DISTINCT FROM ${userId}::uuid AS "byOther"
      FROM audit_event e
      WHERE e.entity = 'user' AND e.entity_id = ${userId} AND e.at >= ${since} AND (
        e.action IN ('user.password-chosen', 'user.link', 'user.create')
        OR (e.action = 'user.update' AND e.details->'to' ? 'email'))
      ORDER BY e.id DESC LIMIT ${MOST}`,
  );
  const own = rows.map(({ what, at, byOther }) => ({ what, at: at.toISOString(), byOther }));
  const outside = atProvider.state === 'read' ? atProvider.changes : [];
  return [...own, ...outside].sort((a, b) => b.at.localeCompare(a.at)).slice(0, MOST);
}
