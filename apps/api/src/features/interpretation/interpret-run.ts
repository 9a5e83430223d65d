import { createHash, randomUUID } from 'node:crypto';

import { ALGORITHM_VERSION, type PlateCall } from '@curvewell/analysis';
import { isWellSet, type ChannelName, type Run } from '@curvewell/contracts';

import { recordAudit } from '../../audit.ts';
import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../db.ts';
import { AppError, notFound } from '../../errors.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { SOFTWARE_VERSION } from '../../version.ts';
import { unpackCurves } from '../plate/index.ts';
import { changeLocked, getRun, indexRuns } from '../runs/index.ts';
import {
  incompleteIssues,
  isComplete,
  readAssays,
  type PhaseCurves,
  type ReadAssay,
  type SetWell,
} from './assays.ts';
import type { AnalysisWorkers } from './analysis-workers.ts';
import { assayKey, loadConfiguration, type ConfigurationSnapshot } from './configuration.ts';
import { storeInterpretation } from './store-interpretation.ts';

/** A 384 plate with two channels and phases takes about a second; a busy machine several. */
const INTERPRET_TIMEOUT_MS = 60_000;

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly analysisWorkers: AnalysisWorkers;
}

/**
 * Interprets the set wells of a run: everything is computed in a worker and stored
 * in one transaction, under the run's lock. A crash in between leaves the run as it was.
 *
 * @throws AppError `not-found`, `busy` while it is being interpreted, `illegal-transition` once it is,
 *   `invalid-request` with every item that a well still lacks
 */
export async function interpretRun(
  { db, clock, analysisWorkers }: Dependencies,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<Run> {
  return db.$transaction(
    async (tx) => {
      await lockNow(tx, actor, runId);
      await changeLocked(tx, actor, {
        runId,
        needs: 'canConfigure',
        refusal: 'This run is interpreted already.',
        change: async (_, { analyserId }) => {
          const { assays, snapshot } = await loadAssays(tx, { runId, analyserId });
          const calls = await analysisWorkers.analysePlate(assays.map(({ input }) => input));
          await store(tx, { actor, runId, at: clock.now(), assays, calls, snapshot });
        },
      });
      return getRun(tx, actor, { runId });
    },
    { timeout: INTERPRET_TIMEOUT_MS },
  );
}

/** Whoever comes second is told at once instead of waiting for the first to end. */
async function lockNow(tx: Tx, actor: LaboratoryCaller, runId: string): Promise<void> {
  const free = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM run WHERE id = ${runId}::uuid AND laboratory_id = ${actor.laboratory.id}::uuid FOR UPDATE SKIP LOCKED`;
  if (free.length > 0) return;
  const there = await tx.run.count({ where: { id: runId, laboratoryId: actor.laboratory.id } });
  if (there === 0) throw notFound('run');
  throw new AppError('busy', 'This run is being changed or interpreted by somebody else.');
}

async function loadAssays(
  tx: Tx,
  { runId, analyserId }: { readonly runId: string; readonly analyserId: string },
): Promise<{ assays: ReadAssay[]; snapshot: ConfigurationSnapshot }> {
  const wells = await loadSetWells(tx, runId);
  if (wells.length === 0) throw new AppError('invalid-request', 'Set at least one well.');
  const places = wells.flatMap(({ kitVersionId, reactionBufferId }) =>
    kitVersionId === null || reactionBufferId === null ? [] : [{ kitVersionId, reactionBufferId }],
  );
  const snapshot = await loadConfiguration(tx, { analyserId, places });
  const configurations = new Map(snapshot.assays.map((assay) => [assayKey(assay, assay.channel), assay]));

  const issues = incompleteIssues(wells, configurations);
  if (issues.length > 0) throw new AppError('invalid-request', 'Some wells are not complete.', { issues });
  const assays = readAssays(wells.filter(isComplete), configurations, await loadCurves(tx, runId));
  if (assays.length === 0) {
    throw new AppError('invalid-request', 'The kits on this plate are not configured for this analyser.');
  }
  const used = new Set(assays.map(({ configuration }) => configuration));
  return { assays, snapshot: { ...snapshot, assays: snapshot.assays.filter((assay) => used.has(assay)) } };
}

async function loadSetWells(tx: Tx, runId: string): Promise<SetWell[]> {
  const rows = await tx.well.findMany({
    where: { runId },
    include: {
      analysis: { select: { channel: true } },
      expectedDiagnostic: { select: { diagnosticName: true } },
    },
  });
  const some = (id: string | null) => (id === null ? null : { id });
  return rows
    .filter(({ sampleType, kitVersionId, lotId, reactionBufferId }) =>
      isWellSet({
        sampleType,
        kitVersion: some(kitVersionId),
        lot: some(lotId),
        reactionBuffer: some(reactionBufferId),
      }),
    )
    .map(({ analysis, expectedDiagnostic, ...well }) => ({
      ...well,
      channel: analysis.channel,
      expectedDiagnostic: expectedDiagnostic?.diagnosticName ?? null,
    }));
}

async function loadCurves(tx: Tx, runId: string): Promise<PhaseCurves[]> {
  const packs = await tx.runCurves.findMany({ where: { runId } });
  return packs.map((pack) => ({
    channel: pack.channel,
    phase: pack.phase,
    quantity: pack.quantity,
    curves: unpackCurves(pack, 'float64'),
  }));
}

interface Interpreted {
  readonly actor: LaboratoryCaller;
  readonly runId: string;
  readonly at: Date;
  readonly assays: readonly ReadAssay[];
  readonly calls: PlateCall;
  readonly snapshot: ConfigurationSnapshot;
}

async function store(tx: Tx, { actor, runId, at, assays, calls, snapshot }: Interpreted): Promise<void> {
  const files = await tx.runFile.findMany({
    where: { runId },
    orderBy: { order: 'asc' },
    select: { sha256: true },
  });
  const trace = {
    algorithmVersion: ALGORITHM_VERSION,
    softwareVersion: SOFTWARE_VERSION,
    inputSha256: sha256(files.map((file) => file.sha256).join('\n')),
    configurationSha256: sha256(JSON.stringify(snapshot)),
  };
  const interpretation = await tx.interpretation.create({
    data: {
      id: randomUUID(),
      runId,
      laboratoryId: actor.laboratory.id,
      ...trace,
      configuration: snapshot,
      interpretedById: actor.userId,
      interpretedByName: actor.name,
      interpretedAt: at,
    },
  });
  await storeInterpretation(tx, {
    actor,
    at,
    interpretationId: interpretation.id,
    assays,
    calls,
    controls: snapshot.controls,
  });
  await tx.run.update({
    where: { id: runId },
    data: {
      interpretedById: actor.userId,
      interpretedByName: actor.name,
      interpretedAt: at,
      revision: { increment: 1 },
    },
  });
  await indexRuns(tx, runId);
  const wells = assays.reduce((sum, assay) => sum + assay.wells.length, 0);
  const channels: ChannelName[] = [...new Set(assays.map(({ configuration }) => configuration.channel))];
  await recordAudit(tx, actor, {
    action: 'run.interpret',
    entity: 'run',
    entityId: runId,
    details: { ...trace, wells, channels },
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
