import { notFound } from '../errors.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Db, Tx } from './db.ts';

/** The user whose laboratory limits the kits that a query returns. */
export interface KitViewer {
  /** Null: sees the kits of all laboratories only. */
  readonly laboratory: { readonly id: string } | null;
}

/**
 * The kits that a caller sees: those of all laboratories and those of the caller's own. Every query of kits, and of
 * what belongs to them, has this condition or that of `isVisible`; for others, a kit does not exist.
 */
export const visibleKit = ({ laboratory }: KitViewer) =>
  ({
    OR: [{ laboratoryId: null }, ...(laboratory === null ? [] : [{ laboratoryId: laboratory.id }])],
  }) satisfies Prisma.KitWhereInput;

/** The same as SQL, for the table `kit` under the alias `k`. */
export const isVisible = ({ laboratory }: KitViewer): Prisma.Sql =>
  laboratory === null
    ? Prisma.sql`k.laboratory_id IS NULL`
    : Prisma.sql`(k.laboratory_id IS NULL OR k.laboratory_id = ${laboratory.id}::uuid)`;

/** @throws AppError `not-found` when the caller sees no such kit */
export async function requireKit(db: Db | Tx, viewer: KitViewer, kitId: string): Promise<void> {
  if ((await db.kit.count({ where: { id: kitId, ...visibleKit(viewer) } })) === 0) throw notFound('kit');
}

/** @throws AppError `not-found` when the caller sees no such kit version */
export async function requireVersion(db: Db | Tx, viewer: KitViewer, versionId: string): Promise<void> {
  const count = await db.kitVersion.count({ where: { id: versionId, kit: visibleKit(viewer) } });
  if (count === 0) throw notFound('kit version');
}
