import type { FoundKit, FoundLot } from '@curvewell/contracts';

import { readRows, type Db } from '../../database/db.ts';
import { isVisible, type KitViewer } from '../../database/kit-scope.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { containing, firstFound, LIMIT } from './first-found.ts';

/** Kits whose names contain a text: active ones first, then by name. */
export async function foundKits(
  db: Db,
  viewer: KitViewer,
  text: string,
): Promise<{ found: FoundKit[]; more: boolean }> {
  const rows = await readRows<FoundKit>(
    db,
    Prisma.sql`SELECT k.id, k.name, k.active, k.laboratory_id IS NOT NULL AS "isOwn"
      FROM kit k WHERE k.name ILIKE ${containing(text)} AND ${isVisible(viewer)}
      ORDER BY k.active DESC, lower(k.name) LIMIT ${LIMIT}`,
  );
  return firstFound(rows);
}

/** Lots whose names, or the names of their kits, contain a text: active ones first, the last to expire first. */
export async function foundLots(
  db: Db,
  viewer: KitViewer,
  text: string,
): Promise<{ found: FoundLot[]; more: boolean }> {
  const rows = await readRows<FoundLot>(
    db,
    Prisma.sql`SELECT l.id, l.name, l.active, l.expiration_date::text AS "expirationDate",
        k.laboratory_id IS NOT NULL AS "isOwn",
        json_build_object('id', k.id, 'name', k.name) AS kit,
        json_build_object('id', v.id, 'version', v.version) AS version
      FROM lot l JOIN kit_version v ON v.id = l.kit_version_id JOIN kit k ON k.id = v.kit_id
      WHERE ${isVisible(viewer)} AND (l.name ILIKE ${containing(text)} OR k.name ILIKE ${containing(text)})
      ORDER BY l.active DESC, l.expiration_date DESC, l.name, l.id LIMIT ${LIMIT}`,
  );
  return firstFound(rows);
}
