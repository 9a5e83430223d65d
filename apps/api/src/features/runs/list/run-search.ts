import { RUN_STATUS_LABEL, runStatusSchema } from '@curvewell/domain';

import { snake } from '../../../database/columns.ts';
import type { Tx } from '../../../database/db.ts';
import { Prisma, type Run } from '../../../generated/prisma/client.ts';

const statusLabel = Prisma.sql`CASE n.status ${Prisma.join(
  runStatusSchema.options.map(
    (status) => Prisma.sql`WHEN ${status}::run_status THEN ${RUN_STATUS_LABEL[status]}`,
  ),
  ' ',
)} END`;

/** The changed run `n`: the run `s` with the values of a JSON object, by the names of columns. */
interface Changes {
  readonly columns: readonly string[];
  readonly values: Prisma.Sql;
  /** A query before, whose row the values read. */
  readonly first?: Prisma.Sql;
}

const NONE: Changes = { columns: [], values: Prisma.sql`'{}'::jsonb` };

/** Changes a run, and increments its revision, like {@link indexRuns}: its row and indexes are written once. */
export async function changeIndexedRun(tx: Tx, runId: string, changes: Partial<Run>): Promise<void> {
  // Of the client's fields, because names of columns are no parameters.
  const fields = Object.values(Prisma.RunScalarFieldEnum).filter((field) => changes[field] !== undefined);
  const values = Object.fromEntries(fields.map((field) => [snake(field), changes[field]]));
  const columns = [...Object.keys(values), 'revision'];
  const json = Prisma.sql`${JSON.stringify(values)}::jsonb || jsonb_build_object('revision', s.revision + 1)`;
  await writeRuns(tx, runId, { columns, values: json });
}

/** Gives a run the next number of its laboratory, like {@link indexRuns}. Concurrent imports wait for one another from here. */
export async function numberIndexedRun(
  tx: Tx,
  { runId, laboratoryId }: { readonly runId: string; readonly laboratoryId: string },
): Promise<void> {
  const first = Prisma.sql`
    INSERT INTO run_counter AS c (laboratory_id, last_business_id) VALUES (${laboratoryId}::uuid, 1)
    ON CONFLICT ON CONSTRAINT run_counter_pkey DO UPDATE SET last_business_id = c.last_business_id + 1
    RETURNING c.last_business_id`;
  const values = Prisma.sql`jsonb_build_object('business_id', (SELECT last_business_id FROM first))`;
  await writeRuns(tx, runId, { columns: ['business_id'], values, first });
}

/**
 * Updates the listed kits and buffers of runs, and their search text of number, file, plate, instrument,
 * kits, operator and status.
 *
 * @param runId - null: every run
 * @returns the number of updated runs
 */
export const indexRuns = (tx: Tx, runId: string | null): Promise<number> => writeRuns(tx, runId, NONE);

function writeRuns(
  tx: Tx,
  runId: string | null,
  { columns, values, first = Prisma.sql`SELECT 1` }: Changes,
): Promise<number> {
  const assigned = Prisma.raw(columns.map((column) => `"${column}" = n."${column}", `).join(''));
  return tx.$executeRaw`
    WITH first AS (${first}), used AS (
      SELECT p.run_id, string_agg(k.name || ' (' || b.name || ')', ', ' ORDER BY k.name, b.name) AS pairs
      FROM run_used_pair p
      JOIN kit_version v ON v.id = p.kit_version_id
      JOIN kit k ON k.id = v.kit_id
      JOIN reaction_buffer b ON b.id = p.reaction_buffer_id
      WHERE ${runId}::uuid IS NULL OR p.run_id = ${runId}::uuid
      GROUP BY p.run_id
    )
    UPDATE run r SET ${assigned}
      kit_reaction_buffer = coalesce(u.pairs, ''),
      search_text = lower(concat_ws(' ', n.business_id, n.file_name, n.plate_id, n.instrument_name, u.pairs,
        n.interpreted_by_name, ${statusLabel}))
    FROM run s CROSS JOIN LATERAL jsonb_populate_record(s, ${values}) n LEFT JOIN used u ON u.run_id = s.id
    WHERE r.id = s.id AND (${runId}::uuid IS NULL OR r.id = ${runId}::uuid)`;
}

export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
