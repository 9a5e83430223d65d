import {
  callExplanationSchema,
  sampleTypeSchema,
  assayKey,
  configurationSnapshotSchema,
} from '@curvewell/domain';

import { readRows, type Db, type Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { wellDiagnosticOf } from '../../diagnostics/index.ts';
import type { ChannelSlopes, ChartInput } from './chart-wells.ts';

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

type InterpretedWellRow = Prisma.InterpretedWellGetPayload<{ include: typeof wellInclude }>;

interface ChartWish {
  readonly runId: string;
  /** A superseded interpretation. */
  readonly formerId?: string;
  readonly wellIds?: readonly string[];
  /** Whether the curves are needed. */
  readonly isDrawn?: boolean;
}

/**
 * Loads the input of a chart, for some wells or all. The caller checks that the run belongs to the
 * laboratory.
 */
export async function loadChartInput(
  db: Db | Tx,
  { runId, formerId, wellIds, isDrawn = true }: ChartWish,
): Promise<ChartInput> {
  const interpretation = await db.interpretation.findFirst({
    where: formerId === undefined ? { runId } : { id: formerId, formerRunId: runId },
    include: {
      wells: {
        where: wellIds === undefined ? {} : { wellId: { in: [...wellIds] } },
        include: wellInclude,
      },
    },
  });
  if (interpretation === null) return { wells: [], slopes: [], configurations: new Map() };
  const { assays } = configurationSnapshotSchema.parse(interpretation.configuration);
  return {
    wells: interpretation.wells.map(wellInput),
    slopes: isDrawn ? await slopesOf(db, { interpretationId: interpretation.id, wellIds }) : [],
    configurations: new Map(assays.map((assay) => [assayKey(assay, assay.channel), assay])),
  };
}

function slopesOf(
  db: Db | Tx,
  { interpretationId, wellIds }: { interpretationId: string; wellIds: readonly string[] | undefined },
): Promise<ChannelSlopes[]> {
  return wellIds === undefined
    ? loadSlopes(db, interpretationId)
    : loadSlopesOf(db, interpretationId, wellIds);
}

/** Megabytes for a plate of 384 wells. */
async function loadSlopes(db: Db | Tx, interpretationId: string): Promise<ChannelSlopes[]> {
  return readRows(
    db,
    Prisma.sql`
      SELECT channel, phase, positions, point_counts AS "pointCounts", temperatures, values
      FROM interpreted_slopes WHERE interpretation_id = ${interpretationId}::uuid`,
  );
}

/** Extracts the slopes of some wells; a number has four bytes. */
async function loadSlopesOf(
  db: Db | Tx,
  interpretationId: string,
  wellIds: readonly string[],
): Promise<ChannelSlopes[]> {
  return readRows(
    db,
    Prisma.sql`
      SELECT s.channel, s.phase, ARRAY[one.position] AS positions, ARRAY[one.count] AS "pointCounts",
        substring(s.temperatures FROM 4 * one.start + 1 FOR 4 * one.count) AS temperatures,
        substring(s.values FROM 4 * one.start + 1 FOR 4 * one.count) AS values
      FROM interpreted_slopes s
        JOIN channel_analysis a ON a.channel = s.channel
        JOIN well w ON w.analysis_id = a.id AND w.id = ANY(${[...wellIds]}::uuid[])
        CROSS JOIN LATERAL (
          SELECT position, count, (sum(count) OVER (ORDER BY place) - count)::int AS start
          FROM unnest(s.positions, s.point_counts) WITH ORDINALITY AS every(position, count, place)
        ) one
      WHERE s.interpretation_id = ${interpretationId}::uuid AND one.position = w.position`,
  );
}

function wellInput(row: InterpretedWellRow): ChartInput['wells'][number] {
  const well = row.well ?? row.formerWell;
  if (well === null) throw new Error('a result has no well');
  const { id, position, sampleType, analysis, kitVersionId, reactionBufferId } = well;
  return {
    wellId: id,
    position,
    channel: analysis.channel,
    sampleType: sampleTypeSchema.parse(sampleType),
    interpretedWellDiagnostics: row.diagnostics.map(wellDiagnosticOf),
    explanation: callExplanationSchema.parse(row.explanation),
    assay: assayKey(
      { kitVersionId: kitVersionId ?? '', reactionBufferId: reactionBufferId ?? '' },
      analysis.channel,
    ),
  };
}
