import type { kitCalls } from '@curvewell/contracts';
import type { KitVersion } from '@curvewell/domain';
import type { z } from 'zod';

import type { Dependencies } from '../../../dependencies.ts';
import type { Db } from '../../../database/db.ts';
import { visibleKit } from '../../../database/kit-scope.ts';
import { AppError } from '../../../errors.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Caller } from '../../../actor.ts';
import { ownerView } from '../owner/new-kit.ts';
import type { Only } from '../read/read-kits.ts';
import { findVersions } from '../read/read-versions.ts';
import { validVersion } from '../read/validity.ts';

const MAX_KITS = 500;

const completeVersion = {
  phases: { some: { zones: { some: {} } } },
  rules: { some: { diagnosticColorId: { not: null } } },
} as const satisfies Prisma.KitVersionWhereInput;

/**
 * The kits that can be exported, or whose lots can.
 *
 * @throws AppError `forbidden` without permission for the requested kind of export
 */
export async function exportableKits(
  { db, clock }: Dependencies,
  actor: Caller,
  { isKitExport, onlyActive, onlyValid }: Only & { readonly isKitExport: boolean },
): Promise<z.input<typeof kitCalls.exportable.answer>> {
  if (!actor.permissions.has(isKitExport ? 'EXPORT_KIT' : 'EXPORT_LOTS')) {
    throw new AppError('forbidden', 'You do not have permission to do this.');
  }
  const version: Prisma.KitVersionWhereInput = {
    ...(isKitExport ? completeVersion : { lots: { some: {} } }),
    ...(onlyValid ? validVersion(clock.now()) : {}),
  };
  const rows = await db.kit.findMany({
    where: { ...visibleKit(actor), versions: { some: version }, ...(onlyActive ? { active: true } : {}) },
    select: { id: true, name: true, laboratoryId: true },
    orderBy: { name: 'asc' },
    take: MAX_KITS,
  });
  return rows.map(({ laboratoryId, ...kit }) => ({ ...kit, owner: ownerView(laboratoryId, actor) }));
}

/** The complete versions of a kit, newest first. @throws AppError `not-found` */
export async function exportableVersions(
  { db }: { readonly db: Db },
  actor: Caller,
  kitId: string,
): Promise<KitVersion[]> {
  return findVersions(db, actor, { kitId, ...completeVersion });
}
