import type { ControlScope } from '@curvewell/contracts';
import { MAX_CONTROL_READINGS } from '@curvewell/domain';

import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';

/** The series `s` of the caller's laboratory that are looked at together. */
export const seriesIn = (
  actor: LaboratoryCaller,
  { kitId, reactionBufferId, channel, analyserId }: ControlScope,
): Prisma.Sql => Prisma.sql`
  s.laboratory_id = ${actor.laboratory.id}::uuid AND s.kit_id = ${kitId}::uuid
    AND s.reaction_buffer_id = ${reactionBufferId}::uuid AND s.channel = ${channel}::channel_name
    ${analyserId === undefined ? Prisma.empty : Prisma.sql`AND s.analyser_id = ${analyserId}::uuid`}`;

/** From when to when readings are looked at, both included; left out: from the first, to the last. */
export interface ReadBetween {
  readonly from: string | undefined;
  readonly to?: string;
}

/** The readings `r` of each series `s`, newest first, up to a bound: beside `control_series s`. */
export const readingsBetween = ({ from, to }: ReadBetween): Prisma.Sql => Prisma.sql`
  CROSS JOIN LATERAL (
    SELECT * FROM control_reading r
    WHERE r.series_id = s.id ${from === undefined ? Prisma.empty : Prisma.sql`AND r.read_at >= ${from}::timestamptz`}
      ${to === undefined ? Prisma.empty : Prisma.sql`AND r.read_at <= ${to}::timestamptz`}
    ORDER BY r.read_at DESC LIMIT ${MAX_CONTROL_READINGS}
  ) r`;

/** Readings `r` of runs `run` in order, wells `w` of one run by their place. */
export const READING_ORDER = Prisma.sql`
  r.read_at, run.business_id, left(w.position, 1), substr(w.position, 2)::int`;
