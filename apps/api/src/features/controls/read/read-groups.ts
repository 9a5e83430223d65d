import type { ControlKey } from '@curvewell/contracts';
import type { ControlMeasure, DiagnosticName, PhaseType } from '@curvewell/domain';

import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { SeriesValue } from '../rules/evaluate-series.ts';
import { readingsBetween, READING_ORDER, type ReadBetween } from './scope.ts';

/** A zone of a control. */
export interface Place {
  readonly phase: PhaseType;
  readonly zone: string;
}

export interface ReadControl {
  readonly lotId: string;
  readonly isExcluded: boolean;
  /** Phase, zone and measured value of the counted peaks, highest first. */
  readonly peaks: readonly (readonly [PhaseType, string, number])[];
}

/** A control with its readings in order. */
export interface ControlGroup<Reading extends ReadControl = ReadControl> {
  readonly sampleType: ControlKey['sampleType'];
  readonly expected: DiagnosticName;
  readonly readings: readonly Reading[];
}

interface Wish {
  /** Condition on the series `s`. */
  readonly where: Prisma.Sql;
  readonly between: ReadBetween;
  readonly measure: ControlMeasure;
  /** Further values of a reading `r`, its well `w` and its run `run`, as arguments of `json_build_object`. */
  readonly more?: Prisma.Sql;
  /** One group for each series, with its key; otherwise the series of all analysers are merged. */
  readonly isBySeries?: boolean;
}

const SERIES = Prisma.sql`, s.kit_id AS "kitId", s.reaction_buffer_id AS "reactionBufferId",
  s.analyser_id AS "analyserId", s.channel`;

/** Returns one row for each control: fetching thousands of rows would take longer than finding them. */
export function readGroups<Group extends ControlGroup>(
  db: Db | Tx,
  { where, between, measure, more = Prisma.empty, isBySeries = false }: Wish,
): Promise<Group[]> {
  return readRows<Group>(
    db,
    Prisma.sql`
      SELECT s.sample_type AS "sampleType", s.expected ${isBySeries ? SERIES : Prisma.empty}, json_agg(json_build_object(
        'lotId', r.lot_id, 'isExcluded', r.left_out_at IS NOT NULL, 'peaks', coalesce(found.peaks, '[]'::json) ${more}
      ) ORDER BY ${READING_ORDER}) AS readings
      FROM control_series s ${readingsBetween(between)} JOIN run ON run.id = r.run_id JOIN well w ON w.id = r.well_id
        LEFT JOIN LATERAL (
          SELECT json_agg(json_build_array(p.phase, p.zone, ${Prisma.raw(`p.${measure}`)}) ORDER BY p.height DESC) AS peaks
          FROM control_peak p WHERE p.reading_id = r.id AND p.counted AND p.zone IS NOT NULL
        ) found ON true
      WHERE ${where} AND s.sample_type <> 'NEGATIVE_TEST'
      GROUP BY s.sample_type, s.expected ${isBySeries ? Prisma.sql`, s.id` : Prisma.empty}
      ORDER BY s.sample_type, s.expected`,
  );
}

/** The zones in which at least half of a control's readings have a peak. Rarer peaks are outliers. */
export function placesOf({ readings }: ControlGroup): Place[] {
  const counted = new Map<string, number>();
  for (const { peaks } of readings) {
    for (const place of new Set(peaks.map(([phase, zone]) => `${phase} ${zone}`)))
      counted.set(place, (counted.get(place) ?? 0) + 1);
  }
  return [...counted]
    .filter(([, count]) => 2 * count >= readings.length)
    .map(([place]) => place.split(' ') as [PhaseType, string]) // as they were joined
    .map(([phase, zone]) => ({ phase, zone }))
    .sort((a, b) => a.phase.localeCompare(b.phase) || a.zone.localeCompare(b.zone));
}

/** The values of a control in one zone, in order. */
export const valuesAt = ({ readings }: ControlGroup, { phase, zone }: Place): SeriesValue[] =>
  readings.map(({ lotId, isExcluded, peaks }) => ({
    lotId,
    isExcluded,
    value: peaks.find((peak) => peak[0] === phase && peak[1] === zone)?.[2] ?? null,
  }));
