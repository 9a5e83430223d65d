import type { ListedLot, Lot } from '@curvewell/domain';

import type { Dependencies } from '../../dependencies.ts';
import type { Db, Tx } from '../../database/db.ts';
import { type KitViewer, requireVersion, visibleKit } from '../../database/kit-scope.ts';
import { notFound } from '../../errors.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Caller } from '../../actor.ts';
import { lotInclude, lotView, visibleLots } from '../kits/index.ts';
import { lotControls } from './lot-controls.ts';
import { lotUses } from './lot-uses.ts';

const MAX_LOTS = 500;

/** A page of all lots visible to the caller, by name. */
export async function listLots(
  { db }: { readonly db: Db },
  actor: Caller,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<Lot[]> {
  const rows = await db.lot.findMany({
    where: { ...visibleLots(actor), kitVersion: { kit: visibleKit(actor) } },
    include: lotInclude,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    skip: page * size,
    take: size,
  });
  return rows.map(lotView);
}

/** The lots of a kit version visible to the caller, by name. @throws AppError `not-found` */
export async function lotsOfVersion(
  { db }: { readonly db: Db },
  actor: Caller,
  versionId: string,
): Promise<Lot[]> {
  await requireVersion(db, actor, versionId);
  const rows = await db.lot.findMany({
    where: { kitVersionId: versionId, ...visibleLots(actor) },
    include: lotInclude,
    orderBy: { name: 'asc' },
    take: MAX_LOTS,
  });
  return rows.map(lotView);
}

interface LotSearch {
  readonly versionId: string;
  readonly page: number;
  readonly size: number;
  readonly search: string;
  /** `name,asc` */
  readonly sort: string;
}

/** A page of the lots of a kit version, and the total count. @throws AppError `not-found` */
export async function searchLots(
  { db, clock }: Dependencies,
  actor: Caller,
  { versionId, page, size, search, sort }: LotSearch,
): Promise<{ content: ListedLot[]; size: number; totalElements: number }> {
  await requireVersion(db, actor, versionId);
  const literal = search.replace(/[\\%_]/g, String.raw`\$&`);
  const where: Prisma.LotWhereInput = {
    kitVersionId: versionId,
    ...visibleLots(actor),
    ...(search === '' ? {} : { name: { contains: literal, mode: 'insensitive' } }),
  };
  // Validated by the contract. The name sorts in the same direction, so that an index provides the order.
  const [column, direction] = sort.split(',') as [string, 'asc' | 'desc'];
  const [rows, totalElements] = await Promise.all([
    db.lot.findMany({
      where,
      include: lotInclude,
      orderBy: [{ [column]: direction }, { name: direction }],
      skip: page * size,
      take: size,
    }),
    db.lot.count({ where }),
  ]);
  const lotIds = rows.map(({ id }) => id);
  const [uses, controls] = await Promise.all([
    lotUses(db, actor, lotIds),
    lotControls({ db, clock }, actor, lotIds),
  ]);
  const content = rows.map((row) => ({
    ...lotView(row),
    use: uses.get(row.id) ?? null,
    controls: controls.get(row.id) ?? null,
  }));
  return { content, size, totalElements };
}

/** A lot of a kit that the caller sees, without a permission check. @throws AppError `not-found` */
export async function getLot(tx: Tx, viewer: KitViewer, lotId: string): Promise<Lot> {
  const row = await tx.lot.findUnique({
    where: { id: lotId, kitVersion: { kit: visibleKit(viewer) } },
    include: lotInclude,
  });
  if (row === null) throw notFound('lot');
  return lotView(row);
}
