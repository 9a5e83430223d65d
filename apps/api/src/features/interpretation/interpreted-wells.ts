import {
  callExplanationSchema,
  diagnosticColorSchema,
  sampleTypeSchema,
  type ChannelName,
  type InterpretedWell,
} from '@curvewell/contracts';

import type { Db, Tx } from '../../db.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { assayKey, configurationSnapshotSchema } from './configuration.ts';
import type { ChartInput } from './chart-json.ts';

const wellInclude = {
  diagnostics: { orderBy: { at: 'asc' } },
  well: {
    select: {
      id: true,
      position: true,
      name: true,
      sampleType: true,
      kitVersionId: true,
      reactionBufferId: true,
      analysis: { select: { channel: true } },
    },
  },
} as const satisfies Prisma.InterpretedWellInclude;

type InterpretedWellRow = Prisma.InterpretedWellGetPayload<{ include: typeof wellInclude }>;

/**
 * Loads what a chart of a run is written from; of one channel, of some wells, or of all.
 * The caller has made sure that the run is the laboratory's.
 */
export async function loadChartInput(
  db: Db | Tx,
  {
    runId,
    channel,
    wellIds,
  }: {
    readonly runId: string;
    readonly channel?: ChannelName | undefined;
    readonly wellIds?: readonly string[];
  },
): Promise<ChartInput> {
  const interpretation = await db.interpretation.findUnique({
    where: { runId },
    include: {
      slopes: { where: channel === undefined ? {} : { channel } },
      wells: {
        where: {
          ...(channel === undefined ? {} : { well: { analysis: { channel } } }),
          ...(wellIds === undefined ? {} : { wellId: { in: [...wellIds] } }),
        },
        include: wellInclude,
      },
    },
  });
  if (interpretation === null) return { wells: [], slopes: [], configurations: new Map() };
  const { assays } = configurationSnapshotSchema.parse(interpretation.configuration);
  return {
    wells: interpretation.wells.map(wellInput),
    slopes: interpretation.slopes.map(
      ({ channel: of, phase, positions, pointCounts, temperatures, values }) => ({
        channel: of,
        phase,
        positions,
        pointCounts,
        temperatures,
        values,
      }),
    ),
    configurations: new Map(assays.map((assay) => [assayKey(assay, assay.channel), assay])),
  };
}

function wellInput(row: InterpretedWellRow): ChartInput['wells'][number] {
  const { id, position, sampleType, analysis, kitVersionId, reactionBufferId } = row.well;
  return {
    wellId: id,
    position,
    channel: analysis.channel,
    sampleType: sampleTypeSchema.parse(sampleType),
    interpretedWellDiagnostics: row.diagnostics.map(diagnosticView),
    explanation: callExplanationSchema.parse(row.explanation),
    assay: assayKey(
      { kitVersionId: kitVersionId ?? '', reactionBufferId: reactionBufferId ?? '' },
      analysis.channel,
    ),
  };
}

function diagnosticView(
  row: InterpretedWellRow['diagnostics'][number],
): InterpretedWell['interpretedWellDiagnostics'][number] {
  return {
    id: row.id,
    stateDiagnostic: row.state,
    diagnosticColor: diagnosticColorSchema.nullable().parse(row.diagnosticColor),
    comment: row.comment,
    byName: row.byName,
    at: row.at.toISOString(),
  };
}
