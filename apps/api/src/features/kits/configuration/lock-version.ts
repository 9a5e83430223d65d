import type { Tx } from '../../../database/db.ts';
import { isVisible, type KitViewer } from '../../../database/kit-scope.ts';
import { AppError, notFound } from '../../../errors.ts';
import { HAS_RESULTS } from '../read/routine-use.ts';

/**
 * Locks a kit version until the transaction ends, so that activating a lot and changing the settings exclude
 * each other.
 *
 * @throws AppError `not-found`
 */
export async function lockVersion(tx: Tx, viewer: KitViewer, versionId: string): Promise<void> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM kit_version v JOIN kit k ON k.id = v.kit_id
    WHERE v.id = ${versionId}::uuid AND ${isVisible(viewer)} FOR UPDATE OF v`;
  if (locked.length === 0) throw notFound('kit version');
}

/** @throws AppError `locked` when only the status may change */
export async function refuseLocked(tx: Tx, versionId: string): Promise<void> {
  const editable = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM kit_version v WHERE v.id = ${versionId}::uuid AND v.is_editable AND NOT ${HAS_RESULTS}
      AND NOT EXISTS (SELECT FROM lot WHERE lot.kit_version_id = v.id AND lot.active)`;
  if (editable.length > 0) return;
  throw new AppError('locked', 'This version is in use: only its status can be changed. Add a new version.');
}
