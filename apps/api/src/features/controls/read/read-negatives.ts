import type { ControlScope, NegativeControls } from '@curvewell/contracts';
import { MAX_CONTROL_READINGS } from '@curvewell/domain';

import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { readingsBetween, READING_ORDER, seriesIn } from './scope.ts';
import { contaminationRepeats } from '../rules/contamination.ts';

type Peak = NegativeControls['rows'][number]['peaks'][number];
type Place = Pick<NegativeControls['rows'][number], 'phase' | 'zone'>;

/** Fraction of the minimum peak height; lower peaks are noise. */
const REPORTED_FROM = 0.5;

interface ReadNegative {
  readonly readingId: string;
  readonly runId: string;
  readonly businessId: number;
  readonly analyserId: string;
  readonly position: string;
  readonly call: string | null;
  readonly peaks: readonly (Place & Pick<Peak, 'tm' | 'height' | 'counted'>)[];
}

/** Peaks in negative controls, run by run, and which of them recur. */
export async function readNegatives(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  scope: ControlScope,
): Promise<NegativeControls> {
  const [readings, zones] = await Promise.all([
    readNegativeReadings(db, actor, scope),
    zonesOfKit(db, scope),
  ]);
  const runs = [...new Map(readings.map(({ runId, businessId }) => [runId, { runId, businessId }])).values()];
  const places = new Map(runs.map(({ runId }, place) => [runId, place]));
  const peaks = readings.flatMap(({ readingId, runId, position, peaks: found }) =>
    found.map(({ phase, zone, ...peak }) => ({
      phase,
      zone,
      peak: { ...peak, readingId, position, run: places.get(runId) ?? 0 },
    })),
  );
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
    contaminated: readings.filter(isContaminated).length,
    notCalled: readings.filter((one) => one.call === 'TEST_KO' && !isContaminated(one)).length,
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

const isContaminated = ({ peaks }: ReadNegative): boolean => peaks.some(({ counted }) => counted);

async function readNegativeReadings(
  db: Db,
  actor: LaboratoryCaller,
  scope: ControlScope,
): Promise<ReadNegative[]> {
  const [found] = await readRows<{ readings: ReadNegative[] | null }>(
    db,
    Prisma.sql`
      SELECT json_agg(json_build_object(
        'readingId', r.id, 'runId', run.id, 'businessId', run.business_id, 'analyserId', s.analyser_id,
        'position', w.position, 'call', r.call, 'peaks', coalesce(found.peaks, '[]'::json)
      ) ORDER BY ${READING_ORDER}) AS readings
      FROM control_series s ${readingsBetween({ from: scope.from })} JOIN run ON run.id = r.run_id JOIN well w ON w.id = r.well_id
        LEFT JOIN LATERAL (
          SELECT json_agg(json_build_object('phase', p.phase, 'zone', p.zone, 'tm', p.tm, 'height', p.height,
            'counted', p.counted)) AS peaks
          FROM control_peak p WHERE p.reading_id = r.id AND (p.counted OR p.height >= ${REPORTED_FROM} * (
            SELECT ph.min_threshold FROM phase ph WHERE ph.kit_version_id = r.kit_version_id
              AND ph.reaction_buffer_id = s.reaction_buffer_id AND ph.analyser_id = s.analyser_id
              AND ph.channel = s.channel AND ph.phase_type = p.phase
          ))
        ) found ON true
      WHERE ${seriesIn(actor, scope)} AND s.sample_type = 'NEGATIVE_TEST'`,
  );
  return found?.readings ?? [];
}

/** The current zones of a kit, which have a row even without findings. */
function zonesOfKit(
  db: Db,
  { kitId, reactionBufferId, channel, analyserId }: ControlScope,
): Promise<Place[]> {
  return readRows<Place>(
    db,
    Prisma.sql`
      SELECT DISTINCT ph.phase_type AS phase, z.name AS zone
      FROM kit_version v JOIN phase ph ON ph.kit_version_id = v.id JOIN zone z ON z.phase_id = ph.id
      WHERE v.kit_id = ${kitId}::uuid AND ph.reaction_buffer_id = ${reactionBufferId}::uuid
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
