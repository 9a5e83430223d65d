import type { ControlScope } from '@curvewell/contracts';
import { MAX_CONTROL_READINGS } from '@curvewell/domain';

import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';

/** The series `s` of the caller's laboratory that belong together. */
export const seriesIn = (
  actor: LaboratoryCaller,
  { kitId, reactionBufferId, channel, analyserId }: ControlScope,
): Prisma.Sql => Prisma.sql`
  s.laboratory_id = ${actor.laboratory.id}::uuid AND s.kit_id = ${kitId}::uuid
    AND s.reaction_buffer_id = ${reactionBufferId}::uuid AND s.channel = ${channel}::channel_name
    ${analyserId === undefined ? Prisma.empty : Prisma.sql`AND s.analyser_id = ${analyserId}::uuid`}`;

/** The period of the readings, both ends included; omitted: unbounded. */
export interface ReadBetween {
  readonly from: string | undefined;
  readonly to?: string;
}

/** The newest readings `r` of each series `s`, up to a limit; joins `control_series s`. */
export const readingsBetween = ({ from, to }: ReadBetween): Prisma.Sql => Prisma.sql`
  CROSS JOIN LATERAL (
    SELECT * FROM control_reading r
    WHERE r.series_id = s.id ${from === undefined ? Prisma.empty : Prisma.sql`AND r.read_at >= ${from}::timestamptz`}
      ${to === undefined ? Prisma.empty : Prisma.sql`AND r.read_at <= ${to}::timestamptz`}
    ORDER BY r.read_at DESC LIMIT ${MAX_CONTROL_READINGS}
  ) r`;

/** Orders readings `r` by their run `run`, and the wells `w` of a run by position. */
export const READING_ORDER = Prisma.sql`
  r.read_at, run.business_id, left(w.position, 1), substr(w.position, 2)::int`;
