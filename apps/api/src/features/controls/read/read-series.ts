import type { ControlKey, ControlPoint, ControlScope, ControlSeries } from '@curvewell/contracts';
import { MAX_CONTROL_READINGS, westgardRuleSchema, type ControlMeasure } from '@curvewell/domain';

import { readRows, type Db } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { evaluateSeries, type EvaluatedLot } from '../rules/evaluate-series.ts';
import { readReferenceLot } from '../change/reference-lot.ts';
import { valueIn, type PointPeak } from './point-peaks.ts';
import { PEAKS, readingsBetween, READING_ORDER, seriesIn } from './scope.ts';

export type SeriesQuery = ControlScope & ControlKey & { readonly measure: ControlMeasure };

type PointRow = Omit<ControlPoint, 'distance' | 'rules'>;

/** The readings of one control in one zone, evaluated. */
export async function readSeries(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  query: SeriesQuery,
): Promise<ControlSeries> {
  const [rows, taken] = await Promise.all([readPoints(db, actor, query), readReferenceLot(db, actor, query)]);
  const evaluated = evaluateSeries(rows, { measure: query.measure, referenceLotId: taken?.lotId ?? null });
  const rules = evaluated.rules.flat();
  return {
    points: rows.map((row, place) => ({
      ...row,
      readAt: new Date(row.readAt).toISOString(),
      distance: evaluated.distances[place] ?? null,
      rules: [...(evaluated.rules[place] ?? [])],
    })),
    isCut: isCut(rows),
    reference: {
      limits: evaluated.limits,
      points: evaluated.referencePoints,
      taken: taken && {
        lotId: taken.lotId,
        reason: taken.reason,
        byName: taken.byName,
        at: taken.at.toISOString(),
      },
      revision: taken?.revision ?? 0,
    },
    lots: await namedLots(db, evaluated.lots),
    counts: Object.fromEntries(
      westgardRuleSchema.options.map((rule) => [rule, rules.filter((one) => one === rule).length]),
    ) as ControlSeries['counts'], // every rule is counted
    oneSided: [...evaluated.oneSided],
  };
}

type PointJson = Omit<PointRow, 'value'> & { readonly peaks: readonly PointPeak[] };

/** As one JSON value: the driver is slower on thousands of rows than on their text. */
async function readPoints(db: Db, actor: LaboratoryCaller, query: SeriesQuery): Promise<PointRow[]> {
  const { sampleType, expected = '', phase, zone, measure } = query;
  const [found] = await readRows<{ points: PointJson[] | null }>(
    db,
    Prisma.sql`
      SELECT json_agg(json_build_object(
        'readingId', r.reading_id, 'runId', r.run_id, 'businessId', r.business_id, 'position', r.position,
        'readAt', r.read_at, 'isDateKnown', r.is_date_known, 'analyserId', s.analyser_id, 'lotId', r.lot_id,
        'isExcluded', r.is_left_out, 'peaks', ${PEAKS}) ORDER BY ${READING_ORDER}) AS points
      FROM control_series s ${readingsBetween({ from: query.from })}
      WHERE ${seriesIn(actor, query)} AND s.sample_type = ${sampleType}::sample_type AND s.expected = ${expected}`,
  );
  return (found?.points ?? []).map(({ peaks, ...point }) => ({
    ...point,
    value: valueIn(peaks, { phase, zone }, measure),
  }));
}

/** The limit applies to each analyser. */
const isCut = (points: readonly PointRow[]): boolean =>
  [...Map.groupBy(points, ({ analyserId }) => analyserId).values()].some(
    (ofAnalyser) => ofAnalyser.length >= MAX_CONTROL_READINGS,
  );

async function namedLots(db: Db, lots: readonly EvaluatedLot[]): Promise<ControlSeries['lots']> {
  const rows = await db.lot.findMany({
    where: { id: { in: lots.map(({ lotId }) => lotId) } },
    select: { id: true, name: true, kitVersion: { select: { version: true } } },
  });
  const named = new Map(rows.map((row) => [row.id, row]));
  return lots.map((lot) => ({
    ...lot,
    name: named.get(lot.lotId)?.name ?? '',
    kitVersion: named.get(lot.lotId)?.kitVersion.version ?? '',
  }));
}
