import type { LaboratoryPage } from '@curvewell/contracts';
import { laboratoryRulesSchema, type Laboratory } from '@curvewell/domain';

import { placeOf } from '../../clusters/laboratory-place.ts';
import { readRows, type Db, type Tx } from '../../database/db.ts';
import { notFound } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Caller } from '../../actor.ts';
import { requireOwnLaboratory } from './tenancy.ts';

interface LaboratorySearch {
  readonly page: number;
  readonly size: number;
  readonly search: string;
  /** `name,asc` */
  readonly sort: string;
}

export async function listLaboratories(
  { db }: { readonly db: Db },
  { page, size, search, sort }: LaboratorySearch,
): Promise<LaboratoryPage> {
  const found =
    search === ''
      ? Prisma.empty
      : Prisma.sql`WHERE name ILIKE ${`%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`}`;
  const direction = sort.endsWith(',desc') ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const [rows, [counted], [totals]] = await Promise.all([
    readRows<{ id: string }>(
      db,
      Prisma.sql`SELECT id FROM laboratory ${found} ORDER BY lower(name) ${direction}
        LIMIT ${size} OFFSET ${page * size}`,
    ),
    readRows<{ count: number }>(db, Prisma.sql`SELECT count(*)::int AS count FROM laboratory ${found}`),
    readRows<LaboratoryPage['totals'] & { readonly moved: number }>(
      db,
      Prisma.sql`SELECT count(*)::int AS laboratories, (count(*) FILTER (WHERE active))::int AS active,
        (count(*) FILTER (WHERE move_state = 'elsewhere'))::int AS moved,
        (SELECT count(*)::int FROM app_user WHERE laboratory_id IS NOT NULL) AS users FROM laboratory`,
    ),
  ]);
  const { moved = 0, ...all } = totals ?? { laboratories: 0, active: 0, users: 0 };
  return {
    content: await laboratoriesOf(
      db,
      rows.map(({ id }) => id),
    ),
    size,
    totalElements: counted?.count ?? 0,
    totals: { ...all, ...(moved > 0 && { moved }) },
  };
}

/** A laboratory that is visible to the caller. @throws AppError `not-found` */
export async function readLaboratory(
  { db }: { readonly db: Db },
  actor: Caller,
  laboratoryId: string,
): Promise<Laboratory> {
  requireOwnLaboratory(actor, laboratoryId, 'READ_ALL_LABORATORY');
  return getLaboratory(db, laboratoryId);
}

/** A laboratory, without a permission check. @throws AppError `not-found` */
export async function getLaboratory(tx: Db | Tx, laboratoryId: string): Promise<Laboratory> {
  const [laboratory] = await laboratoriesOf(tx, [laboratoryId]);
  if (laboratory === undefined) throw notFound('laboratory');
  return laboratory;
}

/** Laboratories in the order of the given ids. */
export async function laboratoriesOf(tx: Db | Tx, ids: readonly string[]): Promise<Laboratory[]> {
  const rows = await tx.laboratory.findMany({ where: { id: { in: [...ids] } } });
  const counted = await tx.appUser.groupBy({
    by: ['laboratoryId'],
    where: { laboratoryId: { in: [...ids] } },
    _count: true,
  });
  const userCounts = new Map(counted.map(({ laboratoryId, _count }) => [laboratoryId, _count]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const { name, active, submitterMayApprove, timeZone, revision } = row;
    const rules = laboratoryRulesSchema.parse(row.rules);
    const userCount = userCounts.get(id) ?? 0;
    const place = placeOf(row);
    const moved = place?.state === 'elsewhere' ? { livesAt: place.address } : {};
    return [{ id, name, active, submitterMayApprove, rules, timeZone, revision, userCount, ...moved }];
  });
}
