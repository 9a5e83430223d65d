import type { LaboratoryCaller } from '../../../actor.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

interface Wished {
  readonly kitId: string;
  readonly reactionBufferId: string;
  /** Of each version and set of buffers. */
  readonly most: number;
}

/**
 * The newest live, interpreted runs of the laboratory with each version of a kit and a buffer, as a table. A run may have
 * several versions.
 *
 * The index `run_use_by_buffer_idx` has all of it. Its key contains the set of buffers of a run with a version, so the
 * sets are found first, each by a step along the index: otherwise the runs with other buffers would be read as well.
 */
export function usesOfBuffer(
  { laboratory }: LaboratoryCaller,
  { kitId, reactionBufferId, most }: Wished,
): Prisma.Sql {
  // As the condition of the index has it.
  const uses = Prisma.sql`run_use u WHERE u.laboratory_id = ${laboratory.id}::uuid AND u.is_live AND u.is_interpreted
    AND u.reaction_buffer_ids <> '{}'`;
  const nextSet = (version: Prisma.Sql, after: Prisma.Sql) => Prisma.sql`(
    SELECT u.reaction_buffer_ids FROM ${uses} AND u.subject_id = ${version} ${after} ORDER BY u.reaction_buffer_ids LIMIT 1)`;
  return Prisma.sql`(
    WITH RECURSIVE used(version_id, buffer_ids) AS (
      SELECT v.id, ${nextSet(Prisma.sql`v.id`, Prisma.empty)} FROM kit_version v WHERE v.kit_id = ${kitId}::uuid
      UNION ALL
      SELECT version_id, ${nextSet(Prisma.sql`version_id`, Prisma.sql`AND u.reaction_buffer_ids > buffer_ids`)}
      FROM used WHERE buffer_ids IS NOT NULL
    )
    SELECT newest.* FROM used
      CROSS JOIN LATERAL (SELECT array_position(buffer_ids, ${reactionBufferId}::uuid) AS place) of_buffer
      CROSS JOIN LATERAL (
        SELECT u.run_id, u.business_id, u.run_date, u.analyser_id, u.well_counts[place] AS wells,
          u.failed_controls[place] AS is_failed
        FROM ${uses} AND u.subject_id = version_id AND u.reaction_buffer_ids = buffer_ids
        ORDER BY u.run_date DESC, u.business_id DESC LIMIT ${most}
      ) newest
    WHERE place IS NOT NULL
  )`;
}
