import { LOT_DAYS, type lotCataloguePageSchema } from '@curvewell/contracts';
import { dayIn, DEFAULT_TIME_ZONE, type LotFilter } from '@curvewell/domain';
import type { z } from 'zod';

import type { Dependencies } from '../../dependencies.ts';
import type { Caller } from '../../actor.ts';
import { isVisible } from '../../database/kit-scope.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { lotInclude, lotView } from '../kits/index.ts';
import { lotControls } from './lot-controls.ts';
import { lotUses } from './lot-uses.ts';

type LotCataloguePage = z.infer<typeof lotCataloguePageSchema>;

interface CatalogueQuery {
  readonly page: number;
  readonly size: number;
  readonly search: string;
  readonly filter: LotFilter;
  readonly kitId?: string | undefined;
  /** `expirationDate,asc` */
  readonly sort: string;
}

const COLUMNS: Readonly<Record<string, Prisma.Sql>> = {
  expirationDate: Prisma.sql`lot.expiration_date`,
  name: Prisma.sql`lower(lot.name)`,
  kit: Prisma.sql`lower(k.name)`,
};

const conditionsOn = (today: string): Readonly<Record<LotFilter, Prisma.Sql>> => ({
  active: Prisma.sql`lot.active`,
  expiring: Prisma.sql`lot.active AND lot.expiration_date BETWEEN ${today}::date AND ${today}::date + ${LOT_DAYS}::int`,
  expired: Prisma.sql`lot.active AND lot.expiration_date < ${today}::date`,
  inactive: Prisma.sql`NOT lot.active`,
  all: Prisma.sql`TRUE`,
});

/**
 * A page of the lots of all kits, for callers who may read the lot configuration. Days are those of the caller's
 * laboratory.
 */
export async function listAllLots(
  { db, clock }: Dependencies,
  actor: Caller,
  { page, size, search, filter, kitId, sort }: CatalogueQuery,
): Promise<LotCataloguePage> {
  const conditions = conditionsOn(dayIn(clock.now(), actor.laboratory?.timeZone ?? DEFAULT_TIME_ZONE));
  const pattern = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const found = Prisma.sql`
    lot JOIN kit_version v ON v.id = lot.kit_version_id JOIN kit k ON k.id = v.kit_id
    WHERE ${isVisible(actor)} AND (lot.name ILIKE ${pattern} OR k.name ILIKE ${pattern})
    ${kitId === undefined ? Prisma.empty : Prisma.sql`AND k.id = ${kitId}::uuid`}`;
  const [column = '', direction] = sort.split(','); // validated by the contract
  const order = Prisma.sql`${COLUMNS[column]} ${direction === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`}`;
  const [ids, [counts]] = await Promise.all([
    db.$queryRaw<{ id: string }[]>`
      SELECT lot.id FROM ${found} AND ${conditions[filter]}
      ORDER BY ${order}, lot.name, lot.id LIMIT ${size} OFFSET ${page * size}`,
    db.$queryRaw<[LotCataloguePage['counts']]>`
      SELECT count(*) FILTER (WHERE ${conditions.active})::int AS active,
        count(*) FILTER (WHERE ${conditions.expiring})::int AS expiring,
        count(*) FILTER (WHERE ${conditions.expired})::int AS expired,
        count(*) FILTER (WHERE ${conditions.inactive})::int AS inactive,
        count(*)::int AS "all"
      FROM ${found}`,
  ]);
  const lotIds = ids.map(({ id }) => id);
  const [rows, uses, controls] = await Promise.all([
    db.lot.findMany({ where: { id: { in: lotIds } }, include: lotInclude }),
    lotUses(db, actor, lotIds),
    lotControls({ db, clock }, actor, lotIds),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const content = lotIds.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined
      ? []
      : [{ ...lotView(row), use: uses.get(id) ?? null, controls: controls.get(id) ?? null }];
  });
  return { content, size, totalElements: counts[filter], counts };
}
