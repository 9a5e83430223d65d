import type { ControlScope, NegativeControls } from '@curvewell/contracts';
import { MAX_CONTROL_READINGS } from '@curvewell/domain';

import { readRows, type Db } from '../../../database/db.ts';
import { isVisible } from '../../../database/kit-scope.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import type { PointPeak } from './point-peaks.ts';
import { PEAKS, readingsBetween, READING_ORDER, seriesIn } from './scope.ts';
import { contaminationRepeats } from '../rules/contamination.ts';

type Place = Pick<NegativeControls['rows'][number], 'phase' | 'zone'>;

/** Fraction of the minimum peak height; lower peaks are noise. */
const REPORTED_FROM = 0.5;

interface ReadNegative {
  readonly readingId: string;
  readonly runId: string;
  readonly businessId: number;
  readonly analyserId: string;
  readonly kitVersionId: string;
  readonly position: string;
  readonly call: string | null;
  readonly hasPeak: boolean;
  readonly peaks: readonly PointPeak[];
}

/** The settings of a phase, now. */
interface Phase extends Pick<Place, 'phase'> {
  readonly kitVersionId: string;
  readonly analyserId: string;
  /** RFU/°C */
  readonly minThreshold: number;
  readonly zones: readonly string[];
}

/** Peaks in negative controls, run by run, and which of them recur. */
export async function readNegatives(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  scope: ControlScope,
): Promise<NegativeControls> {
  const [readings, phases] = await Promise.all([
    readNegativeReadings(db, actor, scope),
    phasesOfKit(db, actor, scope),
  ]);
  const runs = [...new Map(readings.map(({ runId, businessId }) => [runId, { runId, businessId }])).values()];
  const places = new Map(runs.map(({ runId }, place) => [runId, place]));
  const isReported = reportedBy(phases);
  const peaks = readings.flatMap((reading) =>
    reading.peaks
      .filter((peak) => isReported(reading, peak))
      .map(([phase, zone, tm, height, , counted]) => ({
        phase,
        zone,
        peak: {
          tm,
          height,
          counted,
          readingId: reading.readingId,
          position: reading.position,
          run: places.get(reading.runId) ?? 0,
        },
      })),
  );
  const zones = phases.flatMap(({ phase, zones: named }) => named.map((zone) => ({ phase, zone })));
  const rows = rowsOf([...zones, ...peaks]).map((place) => ({
    ...place,
    peaks: peaks
      .filter(({ phase, zone }) => phase === place.phase && zone === place.zone)
      .map(({ peak }) => peak),
  }));
  const analysers = Map.groupBy(readings, ({ analyserId }) => analyserId);
  return {
    runs,
    rows,
    wells: readings.length,
    contaminated: readings.filter(({ hasPeak }) => hasPeak).length,
    notCalled: readings.filter(({ call, hasPeak }) => call === 'TEST_KO' && !hasPeak).length,
    isCut: [...analysers.values()].some(({ length }) => length >= MAX_CONTROL_READINGS),
    repeats: rows
      .flatMap(({ phase, zone, peaks: ofRow }) =>
        contaminationRepeats(ofRow.filter(({ counted }) => counted).map(({ run }) => run)).map((places) => ({
          phase,
          zone,
          last: places.at(-1) ?? 0,
          businessIds: places.map((place) => runs[place]?.businessId ?? 0),
          ofRuns: (places.at(-1) ?? 0) - (places[0] ?? 0) + 1,
        })),
      )
      .sort((a, b) => b.last - a.last)
      .map(({ last: _, ...repeat }) => repeat),
  };
}

/** Whether a peak counts or is high enough by the current settings of its reading's kit version. */
function reportedBy(phases: readonly Phase[]) {
  const key = (...parts: readonly string[]) => parts.join(' ');
  const thresholds = new Map(
    phases.map((one) => [key(one.kitVersionId, one.analyserId, one.phase), one.minThreshold]),
  );
  return ({ kitVersionId, analyserId }: ReadNegative, [phase, , , height, , counted]: PointPeak): boolean =>
    counted || height >= REPORTED_FROM * (thresholds.get(key(kitVersionId, analyserId, phase)) ?? Infinity);
}

async function readNegativeReadings(
  db: Db,
  actor: LaboratoryCaller,
  scope: ControlScope,
): Promise<ReadNegative[]> {
  const [found] = await readRows<{ readings: ReadNegative[] | null }>(
    db,
    Prisma.sql`
      SELECT json_agg(json_build_object(
        'readingId', r.reading_id, 'runId', r.run_id, 'businessId', r.business_id, 'analyserId', s.analyser_id,
        'kitVersionId', r.kit_version_id, 'position', r.position, 'call', r.call, 'hasPeak', r.has_peak, 'peaks', ${PEAKS}
      ) ORDER BY ${READING_ORDER}) AS readings
      FROM control_series s ${readingsBetween({ from: scope.from })}
      WHERE ${seriesIn(actor, scope)} AND s.sample_type = 'NEGATIVE_TEST'`,
  );
  return found?.readings ?? [];
}

/** The current phases of a kit that the caller sees. Their zones have a row even without findings. */
function phasesOfKit(
  db: Db,
  actor: LaboratoryCaller,
  { kitId, reactionBufferId, channel, analyserId }: ControlScope,
): Promise<Phase[]> {
  return readRows<Phase>(
    db,
    Prisma.sql`
      SELECT ph.kit_version_id AS "kitVersionId", ph.analyser_id AS "analyserId", ph.phase_type AS phase,
        ph.min_threshold AS "minThreshold", ARRAY(SELECT z.name::text FROM zone z WHERE z.phase_id = ph.id) AS zones
      FROM kit k JOIN kit_version v ON v.kit_id = k.id JOIN phase ph ON ph.kit_version_id = v.id
      WHERE k.id = ${kitId}::uuid AND ${isVisible(actor)} AND ph.reaction_buffer_id = ${reactionBufferId}::uuid
        AND ph.channel = ${channel}::channel_name
        ${analyserId === undefined ? Prisma.empty : Prisma.sql`AND ph.analyser_id = ${analyserId}::uuid`}`,
  );
}

/** A row for each zone and one for “no zone” in each phase, ordered by phase and letter. */
function rowsOf(places: readonly Place[]): Place[] {
  const phases = [...new Set(places.map(({ phase }) => phase))];
  const all = [...places, ...phases.map((phase) => ({ phase, zone: null }))];
  const named = new Map(all.map(({ phase, zone }) => [`${phase} ${zone ?? ''}`, { phase, zone }]));
  const inNone = ({ zone }: Place) => Number(zone === null);
  return [...named.values()].sort(
    (a, b) =>
      a.phase.localeCompare(b.phase) || inNone(a) - inNone(b) || (a.zone ?? '').localeCompare(b.zone ?? ''),
  );
}
