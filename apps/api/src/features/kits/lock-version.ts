import type { Tx } from '../../db.ts';
import { notFound } from '../../errors.ts';

/**
 * Locks a kit version until the transaction ends: a lot that makes it read-only and
 * a change of its configuration wait for each other.
 *
 * @throws AppError `not-found`
 */
export async function lockVersion(tx: Tx, versionId: string): Promise<void> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM kit_version WHERE id = ${versionId}::uuid FOR UPDATE`;
  if (locked.length === 0) throw notFound('kit version');
}
