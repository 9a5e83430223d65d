import { LOT_CONTROL_DAYS, type ListedLot } from '@curvewell/domain';

import type { Dependencies } from '../../dependencies.ts';
import type { Caller } from '../../actor.ts';
import { readRows } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';

type LotControls = NonNullable<ListedLot['controls']>;

interface Row {
  readonly lotId: string;
  readonly read: LotControls['read'];
  readonly run: number | null;
  readonly rule: NonNullable<LotControls['failed']>['rule'];
}

const DAY_MS = 86_400_000;

/**
 * The controls of lots in the laboratory of the caller, by the id of the lot; none for callers without a laboratory,
 * or who may not read the lot configuration.
 */
export async function lotControls(
  { db, clock }: Dependencies,
  { laboratory, permissions }: Caller,
  lotIds: readonly string[],
): Promise<ReadonlyMap<string, LotControls>> {
  if (lotIds.length === 0 || laboratory === null || !permissions.has('READ_LOT_CONFIG_ADMIN'))
    return new Map();
  const since = new Date(clock.now().getTime() - LOT_CONTROL_DAYS * DAY_MS);
  const own = Prisma.sql`r.lot_id = lot.id AND r.laboratory_id = ${laboratory.id}::uuid`;
  // Along the index of the lot. Not EXISTS, for which the planner may read all readings of the laboratory.
  const isThere = (where: Prisma.Sql) =>
    Prisma.sql`coalesce((SELECT true FROM control_reading r WHERE ${where} ORDER BY r.read_at DESC LIMIT 1), false)`;
  const counts = Prisma.sql`r.read_at >= ${since} AND r.left_out_at IS NULL`;
  const rows = await readRows<Row>(
    db,
    Prisma.sql`
      SELECT lot.id AS "lotId", failed.business_id AS run, failed.rule, CASE
          WHEN ${isThere(Prisma.sql`${own} AND ${counts}`)} THEN 'lately'
          WHEN ${isThere(own)} THEN 'before'
          ELSE 'never' END AS read
      FROM unnest(${[...lotIds]}::uuid[]) AS lot(id) LEFT JOIN LATERAL (
        SELECT run.business_id, r.broken_rule ->> 'rule' AS rule
        FROM control_reading r JOIN run ON run.id = r.run_id
        WHERE ${own} AND ${counts}
          -- As the index of failed readings has it.
          AND (r.broken_rule IS NOT NULL OR r.call = 'TEST_KO')
        ORDER BY r.read_at DESC, r.broken_rule ->> 'rule' COLLATE "C", r.id LIMIT 1
      ) failed ON true`,
  );
  return new Map(
    rows.map(({ lotId, read, run, rule }) => [lotId, { read, failed: run === null ? null : { run, rule } }]),
  );
}
