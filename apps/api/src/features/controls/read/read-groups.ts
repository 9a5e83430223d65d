import type { ControlKey } from '@curvewell/contracts';
import type { ControlMeasure, DiagnosticName } from '@curvewell/domain';

import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { SeriesValue } from '../rules/evaluate-series.ts';
import { placesIn, valueIn, type Place, type PointPeak } from './point-peaks.ts';
import { PEAKS, readingsBetween, READING_ORDER, type ReadBetween } from './scope.ts';

export interface ReadControl {
  readonly lotId: string;
  readonly isExcluded: boolean;
  readonly peaks: readonly PointPeak[];
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
  /** Further values of a point `r`, as arguments of `json_build_object`. */
  readonly more?: Prisma.Sql;
  /** One group for each series, with its key; otherwise the series of all analysers are merged. */
  readonly isBySeries?: boolean;
}

const SERIES = Prisma.sql`, s.kit_id AS "kitId", s.reaction_buffer_id AS "reactionBufferId",
  s.analyser_id AS "analyserId", s.channel`;

/** Returns one row for each control: fetching thousands of rows would take longer than finding them. */
export function readGroups<Group extends ControlGroup>(
  db: Db | Tx,
  { where, between, more = Prisma.empty, isBySeries = false }: Wish,
): Promise<Group[]> {
  return readRows<Group>(
    db,
    Prisma.sql`
      SELECT s.sample_type AS "sampleType", s.expected ${isBySeries ? SERIES : Prisma.empty}, json_agg(json_build_object(
        'lotId', r.lot_id, 'isExcluded', r.is_left_out, 'peaks', ${PEAKS} ${more}
      ) ORDER BY ${READING_ORDER}) AS readings
      FROM control_series s ${readingsBetween(between)}
      WHERE ${where} AND s.sample_type <> 'NEGATIVE_TEST'
      GROUP BY s.sample_type, s.expected ${isBySeries ? Prisma.sql`, s.laboratory_id, s.id` : Prisma.empty}
      ORDER BY s.sample_type, s.expected`,
  );
}

/** The zones in which at least half of a control's readings have a peak. Rarer peaks are outliers. */
export function placesOf({ readings }: ControlGroup): Place[] {
  const counted = new Map<string, { readonly place: Place; count: number }>();
  for (const place of readings.flatMap(({ peaks }) => placesIn(peaks))) {
    const key = `${place.phase} ${place.zone}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { place, count: 1 });
    else known.count += 1;
  }
  return [...counted.values()]
    .filter(({ count }) => 2 * count >= readings.length)
    .map(({ place }) => place)
    .sort((a, b) => a.phase.localeCompare(b.phase) || a.zone.localeCompare(b.zone));
}

/** The values of a control in one zone, in order. */
export const valuesAt = ({ readings }: ControlGroup, place: Place, measure: ControlMeasure): SeriesValue[] =>
  readings.map(({ lotId, isExcluded, peaks }) => ({
    lotId,
    isExcluded,
    value: valueIn(peaks, place, measure),
  }));
