import type { ControlReading } from '@curvewell/contracts';
import { brokenRuleSchema, comparePositions, isSample, coversWell, runCheckSchema } from '@curvewell/domain';

import type { Db, Tx } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { readRules } from '../../runs/index.ts';

const include = {
  series: { include: { analyser: true, reactionBuffer: true } },
  kitVersion: { include: { kit: true } },
  lot: true,
  peaks: { orderBy: [{ phase: 'asc' }, { tm: 'asc' }] },
  notes: { orderBy: { createdAt: 'asc' } },
  run: {
    select: {
      businessId: true,
      archivedAt: true,
      plateType: true,
      interpretedByName: true,
      status: true,
      decisions: { where: { decision: 'approve' }, orderBy: { at: 'desc' }, take: 1 },
    },
  },
} as const satisfies Prisma.ControlReadingInclude;

const signedSchema = runCheckSchema.pick({ demands: true });

type Row = Prisma.ControlReadingGetPayload<{ include: typeof include }>;

/** One reading of a control of the caller's laboratory. @throws AppError `not-found` */
export async function readReading(
  db: Db | Tx,
  actor: LaboratoryCaller,
  { readingId }: { readonly readingId: string },
): Promise<ControlReading> {
  const row = await db.controlReading.findFirst({
    where: { id: readingId, laboratoryId: actor.laboratory.id },
    include,
  });
  if (row === null) throw notFound('reading');
  const { approve } = await readRules(db, actor);
  const well = await db.well.findFirstOrThrow({
    where: { id: row.wellId, runId: row.runId },
    select: { position: true, name: true, analysisId: true },
  });
  const { series, run, leftOutByName, leftOutAt, leftOutReason } = row;
  const [approval] = run.status === 'APPROVED' ? run.decisions : [];
  // What the person who approved had to do, whatever the laboratory requires since.
  const signed = signedSchema.safeParse(approval?.check).data;
  const kind = series.sampleType === 'STANDARD' ? 'standards' : 'failedControls';
  return {
    ...placeOf(row, well),
    call: row.call,
    isFailed: isFailed(row),
    brokenRule: row.brokenRule === null ? null : brokenRuleSchema.parse(row.brokenRule),
    peaks: row.peaks.map(({ readingId: _, place: __, ...peak }) => peak),
    plateType: run.plateType,
    marks: await coveredBy(db, row, well.analysisId),
    rule: {
      demand: signed?.demands[kind] ?? approve[kind],
      approved: approval === undefined ? null : { byName: approval.byName, at: approval.at.toISOString() },
    },
    exclusion:
      leftOutByName === null || leftOutAt === null
        ? null
        : { byName: leftOutByName, at: leftOutAt.toISOString(), reason: leftOutReason ?? '' },
    notes: row.notes.map(({ id, authorName, createdAt, value }) => ({
      id,
      authorName,
      value,
      at: createdAt.toISOString(),
    })),
  };
}

function placeOf(
  { id, revision, runId, readAt, series, kitVersion, lot, run }: Row,
  well: { readonly position: string; readonly name: string | null },
) {
  const { expected } = series;
  return {
    id,
    revision,
    runId,
    position: well.position,
    name: well.name,
    businessId: run.businessId,
    isArchived: run.archivedAt !== null,
    channel: series.channel,
    sampleType: series.sampleType,
    expected: expected === '' ? null : (expected as ControlReading['expected']), // as it was written
    readAt: readAt.toISOString(),
    byName: run.interpretedByName,
    kit: kitVersion.kit.name,
    kitVersion: kitVersion.version,
    reactionBuffer: series.reactionBuffer.name,
    lot: lot.name,
    analyser: series.analyser.name,
  };
}

/** Whether the call differs from the expected one. A standard without expectation cannot fail. */
function isFailed({ call, series: { sampleType, expected } }: Row): boolean {
  return sampleType === 'STANDARD' ? expected !== '' && call !== expected : call === 'TEST_KO';
}

/** The samples that depend on this control, in its channel. */
async function coveredBy(db: Db | Tx, row: Row, analysisId: string): Promise<string[]> {
  const { kitVersionId, lotId } = row;
  const { channel, reactionBufferId } = row.series;
  const control = { channel, kitVersionId, lotId, reactionBufferId };
  const wells = await db.well.findMany({
    where: { analysisId },
    select: { position: true, sampleType: true, kitVersionId: true, lotId: true, reactionBufferId: true },
  });
  return wells
    .filter((well) => isSample(well.sampleType) && coversWell(control, { ...well, channel }))
    .map(({ position }) => position)
    .sort(comparePositions);
}
