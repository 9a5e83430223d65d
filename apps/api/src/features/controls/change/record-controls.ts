import { westgardRuleSchema, type BrokenRule } from '@curvewell/domain';

import type { Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { evaluateSeries, referenceFrom } from '../rules/evaluate-series.ts';
import { placesOf, readGroups, valuesAt, type ControlGroup, type ReadControl } from '../read/read-groups.ts';
import { rejectsRun } from '../rules/westgard.ts';

interface Recorded {
  readonly runId: string;
  readonly laboratoryId: string;
  readonly isTrial: boolean;
}

interface ReadingOfRun {
  readonly readingId: string;
  readonly runId: string;
}

type Group = ControlGroup<ReadControl & ReadingOfRun> & {
  readonly kitId: string;
  readonly reactionBufferId: string;
};

/**
 * Stores the control readings of a run and the rules that they break, in the transaction of its interpretation.
 * Only earlier readings are compared, so later readings or a later mean do not change what was shown at the
 * decision. Trial runs are skipped, because their settings may still change.
 */
export async function recordControls(tx: Tx, { runId, laboratoryId, isTrial }: Recorded): Promise<void> {
  if (isTrial) {
    await tx.controlReading.deleteMany({ where: { runId } });
    return;
  }
  await tx.$queryRaw`SELECT record_controls(${runId}::uuid)::text`;
  const { readAt, references } = await readRecorded(tx, { runId, laboratoryId });
  if (readAt === null) return;
  const groups = await groupsUntil(tx, runId, readAt);
  const broken = groups.flatMap((group) => {
    const { kitId, reactionBufferId } = group;
    const lot = references.find((one) => one.kitId === kitId && one.reactionBufferId === reactionBufferId);
    return brokenRules(group, { runId, referenceLotId: lot?.lotId ?? null });
  });
  const found = Prisma.sql`${JSON.stringify(Object.fromEntries(broken))}::jsonb -> id::text`;
  await tx.$executeRaw`
    UPDATE control_reading SET broken_rule = ${found}
    WHERE run_id = ${runId}::uuid AND broken_rule IS DISTINCT FROM (${found})`;
}

interface RecordedRow {
  /** Null: the run has no controls. */
  readonly readAt: Date | null;
  readonly references: readonly { kitId: string; reactionBufferId: string; lotId: string }[];
}

/** When the controls of a run were read, and the reference lots of its laboratory. */
async function readRecorded(
  tx: Tx,
  { runId, laboratoryId }: Omit<Recorded, 'isTrial'>,
): Promise<RecordedRow> {
  const [row] = await tx.$queryRaw<RecordedRow[]>`
    SELECT (SELECT c.read_at FROM control_reading c WHERE c.run_id = ${runId}::uuid LIMIT 1) AS "readAt",
      (SELECT coalesce(json_agg(json_build_object('kitId', f.kit_id, 'reactionBufferId', f.reaction_buffer_id, 'lotId', f.lot_id)), '[]')
        FROM control_reference f WHERE f.laboratory_id = ${laboratoryId}::uuid) AS "references"`;
  if (row === undefined) throw new Error('the statement returns a row');
  return row;
}

/** The series of a run's controls, up to and including its own readings. */
const groupsUntil = (tx: Tx, runId: string, readAt: Date): Promise<Group[]> =>
  readGroups<Group>(tx, {
    where: Prisma.sql`s.id IN (SELECT series_id FROM control_reading WHERE run_id = ${runId}::uuid)`,
    between: { from: referenceFrom(readAt).toISOString(), to: readAt.toISOString() },
    more: Prisma.sql`, 'readingId', r.reading_id, 'runId', r.run_id`,
    isBySeries: true,
  });

/** For each reading of the run that breaks a rule, the worst rule, by reading id. */
function brokenRules(
  group: Group,
  { runId, referenceLotId }: { readonly runId: string; readonly referenceLotId: string | null },
): [readingId: string, broken: BrokenRule][] {
  const isOwn = (reading: ReadingOfRun) => reading.runId === runId;
  // Runs that started at the same moment are ordered by number; exclude those after this run.
  const readings = group.readings.slice(0, group.readings.findLastIndex(isOwn) + 1);
  const evaluatedFrom = readings.findIndex(isOwn);
  const until = { ...group, readings };
  const found = placesOf(until).flatMap(({ phase, zone }) => {
    const values = valuesAt(until, { phase, zone }, 'tm');
    const { rules, distances } = evaluateSeries(values, { measure: 'tm', referenceLotId, evaluatedFrom });
    return readings.flatMap(({ readingId }, place) => {
      const rule = place < evaluatedFrom ? undefined : rules[place]?.find(rejectsRun);
      if (rule === undefined) return [];
      const broken = { rule, phase, zone, tm: values[place]?.value ?? 0, distance: distances[place] ?? 0 };
      return [{ readingId, broken }];
    });
  });
  return [...Map.groupBy(found, ({ readingId }) => readingId)].flatMap(([readingId, ofReading]) =>
    ofReading
      .toSorted((a, b) => rank(a.broken) - rank(b.broken))
      .slice(0, 1)
      .map(({ broken }): [string, BrokenRule] => [readingId, broken]),
  );
}

const rank = ({ rule }: BrokenRule): number => westgardRuleSchema.options.indexOf(rule);
