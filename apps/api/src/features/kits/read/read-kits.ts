import type { Kit, KitStatus } from '@curvewell/domain';

import type { Dependencies } from '../../../dependencies.ts';
import type { Db, Tx } from '../../../database/db.ts';
import { type KitViewer, requireKit, visibleKit } from '../../../database/kit-scope.ts';
import { notFound } from '../../../errors.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../../actor.ts';
import { configuredPlaces, fullKitView, kitInclude, reducedKitView } from './kit-view.ts';
import { validVersion } from './validity.ts';

const MAX_KITS = 500;

/** Filters of a list of kits or versions. */
export interface Only {
  /** Kits: active ones. Versions: those with an active lot. */
  readonly onlyActive: boolean;
  /** Valid today. */
  readonly onlyValid: boolean;
}

/** Whether the caller sees kits in full. */
function mayReadKits({ permissions }: Caller): boolean {
  return permissions.has('READ_KIT_CONFIG_ADMIN') || permissions.has('WRITE_KIT_CONFIG_ADMIN');
}

/** The kits by name; callers who may not read configurations get the reduced list of active, valid ones. */
export async function listKits(
  { db, clock }: Dependencies,
  actor: Caller,
  { analyserId, ...only }: Only & { readonly analyserId?: string | undefined },
): Promise<Kit[]> {
  const isFull = mayReadKits(actor);
  const { onlyActive, onlyValid } = isFull ? only : { onlyActive: true, onlyValid: true };
  const asked: Prisma.KitVersionWhereInput = {
    ...(onlyValid ? validVersion(clock.now()) : {}),
    ...(analyserId === undefined ? {} : { phases: { some: { analyserId } } }),
  };
  const where: Prisma.KitWhereInput = {
    ...visibleKit(actor),
    ...(onlyActive ? { active: true } : {}),
    ...(onlyValid || analyserId !== undefined ? { versions: { some: asked } } : {}),
  };
  const rows = await db.kit.findMany({
    where,
    include: kitInclude,
    orderBy: { name: 'asc' },
    take: MAX_KITS,
  });
  const places = await configuredPlaces(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => (isFull ? fullKitView : reducedKitView)(row, places, actor));
}

/** One kit, in full or reduced. @throws AppError `not-found` */
export async function getKit({ db }: { readonly db: Db | Tx }, actor: Caller, kitId: string): Promise<Kit> {
  const row = await db.kit.findUnique({ where: { id: kitId, ...visibleKit(actor) }, include: kitInclude });
  if (row === null) throw notFound('kit');
  const places = await configuredPlaces(db, [kitId]);
  return (mayReadKits(actor) ? fullKitView : reducedKitView)(row, places, actor);
}

/** The status of a kit on an analyser; null: not set. @throws AppError `not-found` */
export async function kitStatus(
  { db }: { readonly db: Db },
  viewer: KitViewer,
  { kitId, analyserId }: { readonly kitId: string; readonly analyserId: string },
): Promise<{ status: KitStatus | null }> {
  await requireKit(db, viewer, kitId);
  const row = await db.kitAnalyser.findUnique({ where: { kitId_analyserId: { kitId, analyserId } } });
  return { status: row?.status ?? null };
}
