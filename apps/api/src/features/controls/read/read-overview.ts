import type { ControlOverview, ControlScope, ListedControl } from '@curvewell/contracts';
import type { ControlMeasure } from '@curvewell/domain';

import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { evaluateSeries } from '../rules/evaluate-series.ts';
import type { Place } from './point-peaks.ts';
import { placesOf, readGroups, valuesAt, type ControlGroup } from './read-groups.ts';
import { readingsBetween, seriesIn } from './scope.ts';
import { meanOf } from '../rules/statistics.ts';
import { readReferenceLot } from '../change/reference-lot.ts';
import { worstRule } from '../rules/westgard.ts';

/** The number of readings that show the current state of a control. */
const NEWEST_READINGS = 22;

type OverviewQuery = ControlScope & { readonly measure: ControlMeasure };

/** Every control and standard by zone, evaluated on its newest readings. */
export async function readOverview(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  query: OverviewQuery,
): Promise<ControlOverview> {
  const [groups, negatives, taken] = await Promise.all([
    readGroups(db, { where: seriesIn(actor, query), between: { from: query.from } }),
    countNegatives(db, actor, query),
    readReferenceLot(db, actor, query),
  ]);
  const reading = { measure: query.measure, referenceLotId: taken?.lotId ?? null };
  return {
    controls: groups.flatMap((group) => placesOf(group).map((place) => listed({ group, place, reading }))),
    negatives,
  };
}

function listed({
  group,
  place,
  reading,
}: {
  readonly group: ControlGroup;
  readonly place: Place;
  readonly reading: Parameters<typeof evaluateSeries>[1];
}): ListedControl {
  const { sampleType, expected } = group;
  const values = valuesAt(group, place, reading.measure);
  const { limits, rules } = evaluateSeries(values, reading);
  const measured = values.flatMap(({ value }) => value ?? []);
  return {
    sampleType,
    ...place,
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
      SELECT count(*)::int AS wells, count(*) FILTER (WHERE r.has_peak)::int AS contaminated,
        count(*) FILTER (WHERE NOT r.has_peak AND r.call = 'TEST_KO')::int AS "notCalled"
      FROM control_series s ${readingsBetween({ from: scope.from })}
      WHERE ${seriesIn(actor, scope)} AND s.sample_type = 'NEGATIVE_TEST'`,
  );
  return counted ?? { wells: 0, contaminated: 0, notCalled: 0 };
}
