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

/**
 * The points `r` of the newest readings of each series `s`, up to a limit; joins `control_series s`. Other tables are not
 * joined: the index of points holds all columns that are read.
 */
export const readingsBetween = ({ from, to }: ReadBetween): Prisma.Sql => Prisma.sql`
  CROSS JOIN LATERAL (
    SELECT * FROM control_point r
    WHERE r.series_id = s.id ${from === undefined ? Prisma.empty : Prisma.sql`AND r.read_at >= ${from}::timestamptz`}
      ${to === undefined ? Prisma.empty : Prisma.sql`AND r.read_at <= ${to}::timestamptz`}
    ORDER BY r.read_at DESC LIMIT ${MAX_CONTROL_READINGS}
  ) r`;

/** Orders readings `r` by their run, and those of a run by position. */
export const READING_ORDER = Prisma.sql`
  r.read_at, r.business_id, left(r.position, 1), substr(r.position, 2)::int`;

/** The peaks of a reading `r` as JSON: `PointPeak`s in the order of their phase and place. */
export const PEAKS = Prisma.sql`coalesce(r.peaks, control_peaks_of(r.reading_id))::json`;
