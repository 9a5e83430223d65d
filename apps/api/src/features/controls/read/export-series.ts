import type { ControlSeries } from '@curvewell/contracts';
import { diagnosticSign, fileNamePart, SAMPLE_TYPE_LABEL, type ControlMeasure } from '@curvewell/domain';

import type { Dependencies } from '../../../dependencies.ts';
import { recordAudit } from '../../../audit/record-audit.ts';
import { csvText, type Cell } from '../../../formats/csv.ts';
import { transaction } from '../../../database/db.ts';
import { visibleKit } from '../../../database/kit-scope.ts';
import { notFound } from '../../../errors.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { FileDownload } from '../../../formats/response-bodies.ts';
import { readSeries, type SeriesQuery } from './read-series.ts';

const VALUE_HEAD: Readonly<Record<ControlMeasure, string>> = {
  tm: 'Tm (°C)',
  height: 'Height (RFU/°C)',
  quality: 'Quality',
};

/** The readings of one control as CSV, evaluated today. @throws AppError `not-found` */
export async function exportSeries(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
  query: SeriesQuery,
): Promise<FileDownload> {
  const kit = await db.kit.findUnique({
    where: { id: query.kitId, ...visibleKit(actor) },
    select: { name: true },
  });
  if (kit === null) throw notFound('kit');
  const series = await readSeries({ db }, actor, query);
  const { sampleType, expected, phase, zone, measure, channel } = query;
  const control = [SAMPLE_TYPE_LABEL[sampleType], expected && diagnosticSign(expected)].filter(Boolean);
  const title = [kit.name, channel, ...control, phase, zone, measure].join('_');
  await transaction({ db, actor }, (tx) =>
    recordAudit(tx, actor, {
      action: 'control.export',
      entity: 'export',
      entityId: query.kitId,
      details: { title, points: series.points.length },
    }),
  );
  const day = clock.now().toISOString().slice(0, 10).replaceAll('-', '');
  return new FileDownload({
    name: `${fileNamePart(`${title}_${day}`)}.csv`,
    mediaType: 'text/csv; charset=utf-8',
    content: Buffer.from(csvText([heads(measure), ...linesOf(series)], ';')),
  });
}

const heads = (measure: ControlMeasure): string[] => [
  'Run',
  'Position',
  'Read',
  'Lot',
  VALUE_HEAD[measure],
  'Distance (SD)',
  'Rules',
  'Excluded',
];

function linesOf({ points, lots }: ControlSeries): Cell[][] {
  const names = new Map(lots.map(({ lotId, name }) => [lotId, name]));
  return points.map(({ businessId, position, readAt, isDateKnown, lotId, value, distance, ...rest }) => [
    // The import time of a run is not the time of its reading.
    businessId,
    position,
    isDateKnown ? readAt : null,
    names.get(lotId) ?? null,
    value,
    distance === null ? null : Number(distance.toFixed(2)),
    rest.rules.join(' '),
    rest.isExcluded ? 'yes' : '',
  ]);
}
