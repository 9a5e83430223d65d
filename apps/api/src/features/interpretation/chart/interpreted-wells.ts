import { sampleTypeSchema, assayKey, configurationSnapshotSchema } from '@curvewell/domain';

import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { wellDiagnosticOf } from '../../diagnostics/index.ts';
import { STORED_CURVES, type StoredCurves } from '../../plate/index.ts';
import { loadExplanations, storedExplanation } from './stored-explanations.ts';
import type { StoredChart, StoredSlopes } from './stored-slopes.ts';

const ofWell = {
  select: {
    id: true,
    position: true,
    name: true,
    sampleType: true,
    kitVersionId: true,
    reactionBufferId: true,
    analysis: { select: { channel: true } },
  },
} as const satisfies { select: Prisma.WellSelect };

const wellInclude = {
  diagnostics: { orderBy: [{ state: 'asc' }, { at: 'asc' }] },
  well: ofWell,
  formerWell: ofWell,
} as const satisfies Prisma.InterpretedWellInclude;

type InterpretedWellRow = Prisma.InterpretedWellGetPayload<{
  include: typeof wellInclude;
  omit: { explanation: true };
}>;

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

/** Loads the input of a chart, for some wells or all. */
export async function loadChartInput(
  db: Db | Tx,
  { runId, laboratoryId, formerId, wellIds, isDrawn = true }: ChartWish,
): Promise<StoredChart> {
  const interpretation = await db.interpretation.findFirst({
    where: {
      ...(laboratoryId !== undefined && { laboratoryId }),
      ...(formerId === undefined ? { runId } : { id: formerId, formerRunId: runId }),
    },
    omit: { explanations: true },
    include: {
      wells: {
        where: wellIds === undefined ? {} : { wellId: { in: [...wellIds] } },
        include: wellInclude,
        omit: { explanation: true },
      },
    },
  });
  if (interpretation === null) return NOT_INTERPRETED;
  const { assays, compensation } = configurationSnapshotSchema.parse(interpretation.configuration);
  const { id: interpretationId, algorithmVersion } = interpretation;
  const ofSome = wellIds && interpretation.wells.map(({ id }) => id);
  const explanations = await loadExplanations(db, interpretationId, ofSome);
  const wells = interpretation.wells.map((row) => wellInput(row, explanations));
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
  return readRows(
    db,
    Prisma.sql`
      SELECT ${Prisma.raw(STORED_CURVES)} FROM run_curves
      WHERE run_id = ${runId}::uuid AND (${compensation !== undefined} OR channel::text = ANY(${channels}))`,
  );
}

function wellInput(
  row: InterpretedWellRow,
  explanations: ReadonlyMap<string, unknown>,
): StoredChart['wells'][number] {
  const well = row.well ?? row.formerWell;
  if (well === null) throw new Error('a result has no well');
  const { id, position, sampleType, analysis, kitVersionId, reactionBufferId } = well;
  return {
    wellId: id,
    position,
    channel: analysis.channel,
    sampleType: sampleTypeSchema.parse(sampleType),
    interpretedWellDiagnostics: row.diagnostics.map(wellDiagnosticOf),
    explanation: storedExplanation(explanations, { id: row.id, position }),
    assay: assayKey(
      { kitVersionId: kitVersionId ?? '', reactionBufferId: reactionBufferId ?? '' },
      analysis.channel,
    ),
  };
}
