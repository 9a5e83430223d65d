import type { AssayPlace } from '@curvewell/domain';

import type { Tx } from '../../../database/db.ts';
import { refuseIssues } from '../../../errors.ts';

/**
 * Requires that the kit versions of the wells are those of step 1, which the checks of controls and
 * validation use.
 *
 * @throws AppError `invalid-request` otherwise
 */
export async function requireChosenKits(
  tx: Tx,
  { runId, places }: { readonly runId: string; readonly places: readonly AssayPlace[] },
): Promise<void> {
  const others = await tx.$queryRaw<{ id: string; version: string; kit: string }[]>`
    SELECT v.id, v.version, k.name AS kit FROM kit_version v JOIN kit k ON k.id = v.kit_id
    WHERE v.id = ANY(${[...new Set(places.map(({ kitVersionId }) => kitVersionId))]}::uuid[])
      AND NOT EXISTS (SELECT FROM run_kit c WHERE c.run_id = ${runId}::uuid AND c.kit_version_id = v.id)
    ORDER BY v.id`;
  refuseIssues(
    others.map(({ id, version, kit }) => ({
      path: ['kits', id],
      message: `${kit} ${version} is set in wells but not chosen in step 1.`,
    })),
  );
}
