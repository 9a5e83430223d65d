import type { KitVersion, Lot } from '@curvewell/domain';

import type { Dependencies } from '../../../dependencies.ts';
import type { Caller } from '../../../actor.ts';
import type { Db, Tx } from '../../../database/db.ts';
import { requireKit, visibleKit } from '../../../database/kit-scope.ts';
import { notFound } from '../../../errors.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { versionsWithResults } from './routine-use.ts';
import { kitVersionInclude, kitVersionView, newestFirst } from './kit-version-view.ts';
import { lotInclude, lotView, visibleLots } from './lot-view.ts';
import type { Only } from './read-kits.ts';
import { validVersion } from './validity.ts';

/** The number of a laboratory's newest runs that are searched; a lot in none of them is not in use. */
const RUNS_LOOKED_AT = 500;

/** The date (UTC) of the newest run with each recently used lot of a laboratory, by lot id. */
async function lotsLastUsed(db: Db, laboratoryId: string | null): Promise<ReadonlyMap<string, string>> {
  if (laboratoryId === null) return new Map();
  const rows = await db.$queryRaw<{ id: string; day: string }[]>`
    SELECT subject_id AS id, to_char(max(run_date) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
    FROM run_use
    WHERE laboratory_id = ${laboratoryId}::uuid AND business_id >= coalesce((
      SELECT business_id FROM run WHERE laboratory_id = ${laboratoryId}::uuid
      ORDER BY business_id DESC OFFSET ${RUNS_LOOKED_AT - 1} LIMIT 1), 0)
    GROUP BY subject_id`;
  return new Map(rows.map(({ id, day }) => [id, day]));
}

const MAX_VERSIONS = 200;
const MAX_LOTS_OF_KIT = 1000;

/**
 * The versions of a kit, newest first; without permission to read configurations, only those in use today.
 */
export async function listVersions(
  { db, clock }: Dependencies,
  actor: Caller,
  { kitId, only }: { readonly kitId: string; readonly only: Only },
): Promise<KitVersion[]> {
  const { permissions } = actor;
  const mayChoose = permissions.has('READ_KIT_CONFIG_ADMIN') || permissions.has('READ_LOT_CONFIG_ADMIN');
  const { onlyActive, onlyValid } = mayChoose ? only : { onlyActive: true, onlyValid: true };
  return findVersions(db, actor, {
    kitId,
    ...(onlyActive ? { lots: { some: { active: true } } } : {}),
    ...(onlyValid ? validVersion(clock.now()) : {}),
  });
}

/** The versions of a kit that have no active lot, newest first. */
export async function versionsWithoutActiveLot(
  { db }: { readonly db: Db },
  actor: Caller,
  kitId: string,
): Promise<KitVersion[]> {
  return findVersions(db, actor, { kitId, lots: { none: { active: true } } });
}

/**
 * The versions of a kit that have phases on an analyser, newest first; lots show their last use by the
 * caller's laboratory.
 */
export async function versionsForAnalyser(
  { db }: { readonly db: Db },
  actor: Caller,
  { kitId, analyserId }: { readonly kitId: string; readonly analyserId: string },
): Promise<KitVersion[]> {
  const versions = await findVersions(db, actor, { kitId, phases: { some: { analyserId } } });
  const lastUsed = await lotsLastUsed(db, actor.laboratory?.id ?? null);
  return versions.map((version) => ({
    ...version,
    lots: (version.lots ?? []).map((lot) => ({ ...lot, lastUsedOn: lastUsed.get(lot.id) ?? null })),
  }));
}

/** The lots of all versions of a kit that are visible to the caller. @throws AppError `not-found` */
export async function lotsOfKit({ db }: { readonly db: Db }, actor: Caller, kitId: string): Promise<Lot[]> {
  await requireKit(db, actor, kitId);
  const rows = await db.lot.findMany({
    where: { kitVersion: { kitId }, ...visibleLots(actor) },
    include: lotInclude,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: MAX_LOTS_OF_KIT,
  });
  return rows.map(lotView);
}

/** One kit version. @throws AppError `not-found` */
export async function getVersion(db: Db | Tx, actor: Caller, versionId: string): Promise<KitVersion> {
  const row = await db.kitVersion.findUnique({
    where: { id: versionId, kit: visibleKit(actor) },
    include: kitVersionInclude(actor),
  });
  if (row === null) throw notFound('kit version');
  return kitVersionView(row, await versionsWithResults(db, [row.id]));
}

/** The versions of a kit that meet a condition, newest first. @throws AppError `not-found` */
export async function findVersions(
  db: Db,
  actor: Caller,
  where: Prisma.KitVersionWhereInput & { readonly kitId: string },
): Promise<KitVersion[]> {
  await requireKit(db, actor, where.kitId);
  const rows = await db.kitVersion.findMany({
    where,
    include: kitVersionInclude(actor),
    orderBy: [...newestFirst],
    take: MAX_VERSIONS,
  });
  const withResults = await versionsWithResults(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => kitVersionView(row, withResults));
}
