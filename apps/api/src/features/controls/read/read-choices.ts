import type { ControlChoice } from '@curvewell/contracts';

import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';

/** The controls of the caller's laboratory, most recently read first. */
export function readChoices({ db }: { readonly db: Db }, actor: LaboratoryCaller): Promise<ControlChoice[]> {
  return readRows<ControlChoice>(
    db,
    Prisma.sql`
      SELECT json_build_object('id', k.id, 'name', k.name, 'owner', CASE WHEN k.laboratory_id IS NOT NULL
          THEN json_build_object('id', k.laboratory_id, 'name', ${actor.laboratory.name}::text) END) AS kit,
        json_build_object('id', b.id, 'name', b.name) AS "reactionBuffer",
        json_build_object('id', a.id, 'name', a.name) AS analyser, one.channel
      FROM (
        SELECT s.kit_id, s.reaction_buffer_id, s.analyser_id, s.channel, max(last.read_at) AS read_at
        FROM control_series s CROSS JOIN LATERAL (
          SELECT read_at FROM control_reading WHERE series_id = s.id ORDER BY read_at DESC LIMIT 1
        ) last
        WHERE s.laboratory_id = ${actor.laboratory.id}::uuid
        GROUP BY s.kit_id, s.reaction_buffer_id, s.analyser_id, s.channel
      ) one JOIN kit k ON k.id = one.kit_id JOIN reaction_buffer b ON b.id = one.reaction_buffer_id
        JOIN analyser a ON a.id = one.analyser_id
      ORDER BY one.read_at DESC, k.name, b.name, a.name, one.channel`,
  );
}
