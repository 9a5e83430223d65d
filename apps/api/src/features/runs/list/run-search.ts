import { RUN_STATUS_LABEL, runStatusSchema } from '@curvewell/domain';

import type { Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

const statusLabel = Prisma.sql`CASE r.status ${Prisma.join(
  runStatusSchema.options.map(
    (status) => Prisma.sql`WHEN ${status}::run_status THEN ${RUN_STATUS_LABEL[status]}`,
  ),
  ' ',
)} END`;

/**
 * Updates the listed kits and buffers of runs, and their search text of number, file, plate, instrument,
 * kits, operator and status.
 *
 * @param runId - null: every run
 * @returns the number of updated runs
 */
export async function indexRuns(tx: Tx, runId: string | null): Promise<number> {
  return tx.$executeRaw`
    WITH used AS (
      SELECT p.run_id, string_agg(k.name || ' (' || b.name || ')', ', ' ORDER BY k.name, b.name) AS pairs
      FROM run_used_pair p
      JOIN kit_version v ON v.id = p.kit_version_id
      JOIN kit k ON k.id = v.kit_id
      JOIN reaction_buffer b ON b.id = p.reaction_buffer_id
      WHERE ${runId}::uuid IS NULL OR p.run_id = ${runId}::uuid
      GROUP BY p.run_id
    )
    UPDATE run r SET
      kit_reaction_buffer = coalesce(u.pairs, ''),
      search_text = lower(concat_ws(' ', r.business_id, r.file_name, r.plate_id, r.instrument_name, u.pairs,
        r.interpreted_by_name, ${statusLabel}))
    FROM run s LEFT JOIN used u ON u.run_id = s.id
    WHERE r.id = s.id AND (${runId}::uuid IS NULL OR r.id = ${runId}::uuid)`;
}

export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
