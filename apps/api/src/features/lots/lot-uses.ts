import type { ListedLot } from '@curvewell/contracts';

import type { Db, Tx } from '../../db.ts';
import type { Caller } from '../../http/access.ts';

type LotUse = NonNullable<ListedLot['use']>;

interface UseRow extends Omit<LotUse, 'madeAt'> {
  readonly id: string;
  readonly madeAt: Date;
}

/** What lots have been used for, by their ids; of none for those who may not read the lot configuration. */
export async function lotUses(
  db: Db,
  { permissions }: Caller,
  lotIds: readonly string[],
): Promise<ReadonlyMap<string, LotUse>> {
  if (lotIds.length === 0 || !permissions.has('READ_LOT_CONFIG_ADMIN')) return new Map();
  const rows = await db.$queryRaw<UseRow[]>`
    SELECT lot.id, lot.created_at AS "madeAt", coalesce(used.runs, 0)::int AS runs,
      to_char(used.first_run AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "firstRunOn",
      coalesce((SELECT actor_name FROM audit_event
        WHERE entity = 'lot' AND entity_id = lot.id::text AND action = 'lot.create'
        ORDER BY id LIMIT 1), (SELECT actor_name FROM audit_event
        WHERE entity = 'lot' AND entity_id IS NULL AND action = 'lot.import'
          AND details->>'versionId' = lot.kit_version_id::text
          AND details->'lots' @> jsonb_build_array(jsonb_build_object('name', lot.name))
        ORDER BY id DESC LIMIT 1)) AS "madeBy"
    FROM lot LEFT JOIN (
      SELECT kl.lot_id, count(DISTINCT rk.run_id) AS runs, min(run.run_date) AS first_run
      FROM run_kit_lot kl JOIN run_kit rk ON rk.id = kl.run_kit_id JOIN run ON run.id = rk.run_id
      WHERE kl.lot_id = ANY(${[...lotIds]}::uuid[])
      GROUP BY kl.lot_id
    ) used ON used.lot_id = lot.id
    WHERE lot.id = ANY(${[...lotIds]}::uuid[])`;
  return new Map(rows.map(({ id, madeAt, ...use }) => [id, { ...use, madeAt: madeAt.toISOString() }]));
}

/** How many runs have a lot, on their kits or in a well. */
export async function runsWithLot(tx: Tx, lotId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ runs: number }[]>`
    SELECT count(*)::int AS runs FROM (
      SELECT rk.run_id FROM run_kit_lot kl JOIN run_kit rk ON rk.id = kl.run_kit_id WHERE kl.lot_id = ${lotId}::uuid
      UNION SELECT run_id FROM well WHERE lot_id = ${lotId}::uuid
    ) used`;
  return row?.runs ?? 0;
}
