import type { OutOfRange } from '@curvewell/contracts';
import { westgardRuleSchema } from '@curvewell/domain';

import { readRows, type Db } from '../../database/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { evaluateSeries, referenceFrom } from './rules/evaluate-series.ts';
import {
  placesOf,
  readGroups,
  valuesAt,
  type ControlGroup,
  type Place,
  type ReadControl,
} from './read/read-groups.ts';
import { rejectsRun } from './rules/westgard.ts';

type Series = Pick<OutOfRange, 'kitId' | 'reactionBufferId' | 'analyserId' | 'channel'>;
type Listed = Pick<OutOfRange, 'readingId' | 'runId' | 'businessId' | 'position' | 'readAt'>;
type Group = ControlGroup<ReadControl & Listed> & Series;

/**
 * Controls read since a given time that are out of range, newest first and once for each well: melting
 * temperatures that break a rejection rule, and peaks in negative controls. Excluded readings are settled and do
 * not count.
 */
export async function outOfRange(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  since: Date,
): Promise<OutOfRange[]> {
  const [groups, negatives, taken] = await Promise.all([
    recentGroups(db, actor, since),
    recentContaminations(db, actor, since),
    db.controlReference.findMany({ where: { laboratoryId: actor.laboratory.id } }),
  ]);
  const referenceLot = ({ kitId, reactionBufferId }: Series) =>
    taken.find((one) => one.kitId === kitId && one.reactionBufferId === reactionBufferId)?.lotId ?? null;
  const broken = groups.flatMap((group) =>
    placesOf(group).flatMap((place) =>
      brokenAt({ group, place, referenceLotId: referenceLot(group), since }),
    ),
  );
  return oncePerWell([...broken, ...negatives]).sort(
    (a, b) => b.readAt.localeCompare(a.readAt) || a.position.localeCompare(b.position),
  );
}

/** A well can be out of range in several zones, phases and channels; the worst is kept. */
function oncePerWell(found: readonly OutOfRange[]): OutOfRange[] {
  const rank = ({ rule }: OutOfRange) => (rule === null ? 0 : westgardRuleSchema.options.indexOf(rule));
  const wells = Map.groupBy(found, ({ runId, position }) => `${runId} ${position}`);
  return [...wells.values()].flatMap((ofWell) => ofWell.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1));
}

interface Evaluating {
  readonly group: Group;
  readonly place: Place;
  readonly referenceLotId: string | null;
  readonly since: Date;
}

function brokenAt({ group, place, referenceLotId, since }: Evaluating): OutOfRange[] {
  const { readings, expected, sampleType, kitId, reactionBufferId, analyserId, channel } = group;
  const { rules } = evaluateSeries(valuesAt(group, place), { measure: 'tm', referenceLotId });
  return readings.flatMap(({ readingId, runId, businessId, position, readAt }, index): OutOfRange[] => {
    const rule = rules[index]?.find(rejectsRun);
    if (rule === undefined || Date.parse(readAt) < since.getTime()) return [];
    return [
      {
        readingId,
        runId,
        businessId,
        position,
        rule,
        sampleType,
        ...place,
        kitId,
        reactionBufferId,
        analyserId,
        channel,
        readAt: new Date(readAt).toISOString(),
        ...(expected !== '' && { expected }),
      },
    ];
  });
}

/** The series with a reading since then. */
const isRecent = (actor: LaboratoryCaller, since: Date): Prisma.Sql => Prisma.sql`
  s.laboratory_id = ${actor.laboratory.id}::uuid
    AND EXISTS (SELECT FROM control_reading e WHERE e.series_id = s.id AND e.read_at >= ${since})`;

function recentGroups(db: Db, actor: LaboratoryCaller, since: Date): Promise<Group[]> {
  return readGroups<Group>(db, {
    where: isRecent(actor, since),
    between: { from: referenceFrom(since).toISOString() },
    measure: 'tm',
    more: Prisma.sql`, 'readingId', r.id, 'runId', run.id, 'businessId', run.business_id, 'position', w.position,
      'readAt', r.read_at`,
    isBySeries: true,
  });
}

async function recentContaminations(db: Db, actor: LaboratoryCaller, since: Date): Promise<OutOfRange[]> {
  const rows = await readRows<Omit<OutOfRange, 'readAt' | 'rule'> & { readonly readAt: Date }>(
    db,
    Prisma.sql`
      SELECT DISTINCT ON (r.id) r.id AS "readingId", run.id AS "runId", run.business_id AS "businessId", w.position,
        r.read_at AS "readAt", s.kit_id AS "kitId", s.reaction_buffer_id AS "reactionBufferId",
        s.analyser_id AS "analyserId", s.channel, s.sample_type AS "sampleType", p.phase, p.zone
      FROM control_reading r JOIN control_series s ON s.id = r.series_id JOIN run ON run.id = r.run_id
        JOIN well w ON w.id = r.well_id JOIN control_peak p ON p.reading_id = r.id AND p.counted
      WHERE r.laboratory_id = ${actor.laboratory.id}::uuid AND r.read_at >= ${since} AND r.left_out_at IS NULL
        AND s.sample_type = 'NEGATIVE_TEST'
      ORDER BY r.id, p.height DESC`,
  );
  return rows.map((row) => ({ ...row, rule: null, readAt: row.readAt.toISOString() }));
}
