import { comparePositions, type Issue } from '@curvewell/domain';

import type { Tx } from '../../../database/db.ts';
import { refuseIssues } from '../../../errors.ts';

/**
 * A well holds one reaction, which is read in several channels: pages show its content once, while results name it for
 * each channel. Only the expected result differs between channels. A channel in which a well has no kit is not
 * interpreted there.
 *
 * @throws AppError `invalid-request`
 */
export async function refuseMixedWells(tx: Tx, runId: string): Promise<void> {
  const mixed = await tx.$queryRaw<{ position: string }[]>`
    SELECT w.position FROM well w WHERE w.run_id = ${runId}::uuid AND w.kit_version_id IS NOT NULL GROUP BY w.position
    HAVING count(DISTINCT jsonb_build_array(w.name, w.order_id, w.sample_type, w.kit_version_id, w.lot_id,
      w.reaction_buffer_id)) > 1`;
  const positions = mixed.map(({ position }) => position).toSorted(comparePositions);
  refuseIssues(
    positions.map((position): Issue => ({
      path: ['body', 'analyses'],
      message: `${position} has different contents in its channels.`,
    })),
  );
}
