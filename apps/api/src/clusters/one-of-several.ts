import type { Db, Tx } from '../database/opened.ts';

/** The publication with which a cluster offers its catalogue of kits to others. */
const CATALOGUE_PUBLICATION = 'curvewell_catalogue';

/** The address of the cluster whose catalogue is copied here; null: it is changed here. */
export async function catalogueAddress(db: Db | Tx): Promise<string | null> {
  const row = await db.installation.findUnique({ where: { id: 1 }, select: { catalogueAt: true } });
  return row?.catalogueAt ?? null;
}

/** Whether other clusters may use the same object store: the catalogue is shared, or a laboratory was moved. */
export async function isOneOfSeveral(db: Db | Tx): Promise<boolean> {
  if ((await catalogueAddress(db)) !== null) return true;
  if ((await db.laboratory.count({ where: { movedAt: { not: null } } })) > 0) return true;
  const published = await db.$queryRaw<
    unknown[]
  >`SELECT 1 FROM pg_publication WHERE pubname = ${CATALOGUE_PUBLICATION}`;
  return published.length > 0;
}
