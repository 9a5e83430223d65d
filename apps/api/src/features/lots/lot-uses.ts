import type { ListedLot } from '@curvewell/domain';

import type { Db, Tx } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Caller } from '../../actor.ts';

type LotUse = NonNullable<ListedLot['use']>;

interface UseRow extends Omit<LotUse, 'madeAt'> {
  readonly id: string;
  readonly madeAt: Date;
}

/** The uses of lots by id; none for callers who may not read the lot configuration. */
export async function lotUses(
  db: Db,
  { permissions, laboratory }: Caller,
  lotIds: readonly string[],
): Promise<ReadonlyMap<string, LotUse>> {
  if (lotIds.length === 0 || !permissions.has('READ_LOT_CONFIG_ADMIN')) return new Map();
  // Nobody of another laboratory is named.
  const isOwn = Prisma.sql`(laboratory_id IS NULL OR laboratory_id = ${laboratory?.id ?? null}::uuid)`;
  const rows = await db.$queryRaw<UseRow[]>(Prisma.sql`
    SELECT lot.id, lot.created_at AS "madeAt", coalesce(used.runs, 0)::int AS runs,
      coalesce(used.trial_runs, 0)::int AS "trialRuns",
      to_char(used.first_run AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "firstRunOn",
      to_char(used.last_run AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "lastRunOn",
      coalesce((SELECT actor_name FROM audit_event
        WHERE entity = 'lot' AND entity_id = lot.id::text AND action = 'lot.create' AND ${isOwn}
        ORDER BY id LIMIT 1), (SELECT actor_name FROM audit_event
        WHERE entity = 'lot' AND entity_id IS NULL AND action = 'lot.import' AND ${isOwn}
          AND details->>'versionId' = lot.kit_version_id::text
          AND details->'lots' @> jsonb_build_array(jsonb_build_object('name', lot.name))
        ORDER BY id DESC LIMIT 1)) AS "madeBy"
    FROM lot LEFT JOIN (${runsWith(lotIds)}) used ON used.lot_id = lot.id
    WHERE lot.id = ANY(${[...lotIds]}::uuid[])`);
  return new Map(rows.map(({ id, madeAt, ...use }) => [id, { ...use, madeAt: madeAt.toISOString() }]));
}

/**
 * The runs of all laboratories that use a lot, for a kit or in a well. Lots are shared by laboratories, so a
 * lot is deletable only when no run uses it.
 */
const runsWith = (lotIds: readonly string[]): Prisma.Sql => Prisma.sql`
  SELECT counted.lot_id, counted.runs, counted.trial_runs,
    (SELECT min(u.run_date) FROM run_use u WHERE u.subject_id = counted.lot_id) AS first_run,
    (SELECT max(u.run_date) FROM run_use u WHERE u.subject_id = counted.lot_id) AS last_run
  FROM (
    SELECT c.subject_id AS lot_id, sum(c.runs)::int AS runs, sum(c.trial_runs)::int AS trial_runs
    FROM run_count c WHERE c.subject_id = ANY(${[...lotIds]}::uuid[]) GROUP BY c.subject_id
  ) counted`;

export async function countRuns(tx: Tx, lotId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ runs: number }[]>(runsWith([lotId]));
  return row?.runs ?? 0;
}
