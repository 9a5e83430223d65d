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
  const others = await tx.kitVersion.findMany({
    where: {
      id: { in: [...new Set(places.map(({ kitVersionId }) => kitVersionId))] },
      runKits: { none: { runId } },
    },
    select: { id: true, version: true, kit: { select: { name: true } } },
    orderBy: { id: 'asc' },
  });
  refuseIssues(
    others.map(({ id, version, kit }) => ({
      path: ['kits', id],
      message: `${kit.name} ${version} is set in wells but not chosen in step 1.`,
    })),
  );
}
