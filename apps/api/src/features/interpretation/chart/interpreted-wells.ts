import { sampleTypeSchema, assayKey, configurationSnapshotSchema } from '@curvewell/domain';

import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { wellDiagnosticOf } from '../../diagnostics/index.ts';
import { loadStoredCurves, type StoredCurves } from '../../../curves/index.ts';
import { explanationOf, resultsJson, resultsOfJson, type LoadedResult } from '../results/load-results.ts';
import type { StoredChart, StoredSlopes } from './stored-slopes.ts';

interface ChartWish {
  readonly runId: string;
  /** If omitted, the caller has checked that the run belongs to the laboratory. */
  readonly laboratoryId?: string;
  /** A superseded interpretation. */
  readonly formerId?: string;
  readonly wellIds?: readonly string[];
  /** Whether the curves are needed. */
  readonly isDrawn?: boolean;
}

interface InterpretationRow {
  readonly id: string;
  readonly algorithmVersion: string;
  readonly configuration: unknown;
  readonly results: string;
}

export async function loadChartInput(
  db: Db | Tx,
  { runId, laboratoryId, formerId, wellIds, isDrawn = true }: ChartWish,
): Promise<StoredChart> {
  const ofRun =
    formerId === undefined
      ? Prisma.sql`i.run_id = ${runId}::uuid`
      : Prisma.sql`i.id = ${formerId}::uuid AND i.former_run_id = ${runId}::uuid`;
  const ofLaboratory =
    laboratoryId === undefined ? Prisma.empty : Prisma.sql`AND i.laboratory_id = ${laboratoryId}::uuid`;
  const [interpretation] = await readRows<InterpretationRow>(
    db,
    Prisma.sql`SELECT i.id, i.algorithm_version AS "algorithmVersion", i.configuration, (${resultsJson(wellIds)}) AS results
      FROM interpretation i WHERE ${ofRun} ${ofLaboratory}`,
  );
  if (interpretation === undefined) return NOT_INTERPRETED;
  const { assays, compensation } = configurationSnapshotSchema.parse(interpretation.configuration);
  const { id: interpretationId, algorithmVersion } = interpretation;
  const wells = resultsOfJson(interpretation.results).map(wellInput);
  const slopes = isDrawn ? await loadSlopes(db, { interpretationId, wells }) : [];
  return {
    interpretationId,
    algorithmVersion,
    compensation,
    wells,
    slopes,
    curves: await curvesOf(db, runId, { slopes, compensation }),
    configurations: new Map(assays.map((assay) => [assayKey(assay, assay.channel), assay])),
  };
}

const NOT_INTERPRETED: StoredChart = {
  interpretationId: null,
  algorithmVersion: '',
  compensation: undefined,
  wells: [],
  slopes: [],
  curves: [],
  configurations: new Map(),
};

/** The slopes of the channels of the wells. */
function loadSlopes(
  db: Db | Tx,
  { interpretationId, wells }: { interpretationId: string; wells: StoredChart['wells'] },
): Promise<StoredSlopes[]> {
  const channels = [...new Set(wells.map(({ channel }) => channel))];
  return readRows(
    db,
    Prisma.sql`
      SELECT channel, phase, positions, point_counts AS "pointCounts", temperatures, values,
        temperatures_sha256 AS "temperaturesSha256", values_sha256 AS "valuesSha256"
      FROM interpreted_slopes
      WHERE interpretation_id = ${interpretationId}::uuid AND channel::text = ANY(${channels})`,
  );
}

/** The curves to compute slopes from that are not stored; all channels if there is a compensation. */
function curvesOf(
  db: Db | Tx,
  runId: string,
  { slopes, compensation }: Pick<StoredChart, 'slopes' | 'compensation'>,
): Promise<StoredCurves[]> | [] {
  const computed = slopes.filter(({ values }) => values === null);
  if (computed.length === 0) return [];
  const channels = [...new Set(computed.map(({ channel }) => channel))];
  const where = compensation === undefined ? Prisma.sql`channel::text = ANY(${channels})` : Prisma.sql`true`;
  return loadStoredCurves(db, { runId, where });
}

function wellInput(result: LoadedResult): StoredChart['wells'][number] {
  const { wellId, position, channel, sampleType, kitVersionId, reactionBufferId, diagnostics } = result;
  return {
    wellId,
    position,
    channel,
    sampleType: sampleTypeSchema.parse(sampleType),
    interpretedWellDiagnostics: diagnostics.map(wellDiagnosticOf),
    explanation: explanationOf(result),
    assay: assayKey({ kitVersionId: kitVersionId ?? '', reactionBufferId: reactionBufferId ?? '' }, channel),
  };
}
