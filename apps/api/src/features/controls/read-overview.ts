import type {
  ControlKey,
  ControlMeasure,
  ControlOverview,
  ControlScope,
  DiagnosticName,
  ListedControl,
  PhaseType,
} from '@curvewell/contracts';

import { readRows, type Db } from '../../db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { judgeSeries, type SeriesValue } from './judge-series.ts';
import { readTakenLot } from './taken-lot.ts';
import { readingsFrom, READING_ORDER, seriesIn } from './scope.ts';
import { meanOf } from './statistics.ts';
import { worstRule } from './westgard.ts';

/** So many readings tell how a control is now. */
export const NEWEST_READINGS = 22;

interface ReadControl {
  readonly lotId: string;
  readonly isLeftOut: boolean;
  /** Phase, zone, and what is measured: of the peaks that count, the highest first. */
  readonly peaks: readonly (readonly [PhaseType, string, number])[];
}

interface Group {
  readonly sampleType: ControlKey['sampleType'];
  readonly expected: DiagnosticName | '';
  readonly readings: readonly ReadControl[];
}

type Asked = ControlScope & { readonly measure: ControlMeasure };

/** Every control and standard by zone, as it is by its newest readings. */
export async function readOverview(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  asked: Asked,
): Promise<ControlOverview> {
  const [groups, negatives, taken] = await Promise.all([
    readGroups(db, actor, asked),
    countNegatives(db, actor, asked),
    readTakenLot(db, actor, asked),
  ]);
  const reading = { measure: asked.measure, takenLotId: taken?.lotId ?? null };
  return {
    controls: groups.flatMap((group) => zonesOf(group).map((place) => listed({ group, place, reading }))),
    negatives,
  };
}

/** In one statement, a row each control: thousands of rows would take longer to fetch than to find. */
function readGroups(db: Db, actor: LaboratoryCaller, asked: Asked): Promise<Group[]> {
  return readRows<Group>(
    db,
    Prisma.sql`
      SELECT s.sample_type AS "sampleType", s.expected, json_agg(json_build_object(
        'lotId', r.lot_id, 'isLeftOut', r.left_out_at IS NOT NULL, 'peaks', coalesce(found.peaks, '[]'::json)
      ) ORDER BY ${READING_ORDER}) AS readings
      FROM control_series s ${readingsFrom(asked)} JOIN run ON run.id = r.run_id JOIN well w ON w.id = r.well_id
        LEFT JOIN LATERAL (
          SELECT json_agg(json_build_array(p.phase, p.zone, ${Prisma.raw(`p.${asked.measure}`)}) ORDER BY p.height DESC) AS peaks
          FROM control_peak p WHERE p.reading_id = r.id AND p.counted AND p.zone IS NOT NULL
        ) found ON true
      WHERE ${seriesIn(actor, asked)} AND s.sample_type <> 'NEGATIVE_TEST'
      GROUP BY s.sample_type, s.expected ORDER BY s.sample_type, s.expected`,
  );
}

interface Place {
  readonly phase: PhaseType;
  readonly zone: string;
}

/** Where a control melts: in the zones in which at least half of its readings have a peak. Others are a stray. */
function zonesOf({ readings }: Group): Place[] {
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

function listed({
  group: { sampleType, expected, readings },
  place,
  reading,
}: {
  readonly group: Group;
  readonly place: Place;
  readonly reading: Parameters<typeof judgeSeries>[1];
}): ListedControl {
  const values = readings.map(({ lotId, isLeftOut, peaks }): SeriesValue => ({
    ...{ lotId, isLeftOut },
    value: peaks.find(([phase, zone]) => phase === place.phase && zone === place.zone)?.[2] ?? null,
  }));
  const { limits, rules } = judgeSeries(values, reading);
  const measured = values.flatMap(({ value }) => value ?? []);
  return {
    ...{ sampleType, ...place },
    ...(expected !== '' && { expected }),
    mean: limits?.mean ?? (measured.length === 0 ? null : meanOf(measured)),
    newest: values.slice(-NEWEST_READINGS).map(({ value }) => value),
    worst: worstRule(rules.slice(-NEWEST_READINGS).flat()),
    hasLimits: limits !== null,
  };
}

async function countNegatives(
  db: Db,
  actor: LaboratoryCaller,
  scope: ControlScope,
): Promise<ControlOverview['negatives']> {
  const [counted] = await readRows<ControlOverview['negatives']>(
    db,
    Prisma.sql`
      SELECT count(*)::int AS wells, count(*) FILTER (
        WHERE EXISTS (SELECT FROM control_peak p WHERE p.reading_id = r.id AND p.counted)
      )::int AS contaminated
      FROM control_series s ${readingsFrom(scope)}
      WHERE ${seriesIn(actor, scope)} AND s.sample_type = 'NEGATIVE_TEST'`,
  );
  return counted ?? { wells: 0, contaminated: 0 };
}
