import {
  analyserProfileSchema,
  comparePositions,
  type DyeCompensation,
  type EvaluatedSettings,
} from '@curvewell/domain';

import type { AnalysisDependencies } from '../threads/analysis-workers.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { PreparedJson } from '../../../formats/response-bodies.ts';
import { keptTemplatesAt } from '../../kits/index.ts';
import { onShelf } from '../../runs/index.ts';
import type { EvaluatedPlate } from './evaluate-plate.ts';
import { loadReadings } from '../interpret/load-plate.ts';

/** The sample type of a well without content: a sample, called by the rules alone. */
const UNKNOWN_SAMPLE = 'DNA';

/**
 * How wells of a run would be called with other settings. Computed in a thread; nothing is stored.
 *
 * @throws AppError `not-found`, `too-many-requests`, `timed-out`
 */
export async function evaluateRun(
  dependencies: AnalysisDependencies,
  actor: LaboratoryCaller,
  evaluation: Evaluation,
): Promise<PreparedJson> {
  return new PreparedJson(await evaluatedWells(dependencies, actor, evaluation));
}

export interface Evaluation {
  readonly runId: string;
  readonly settings: EvaluatedSettings;
}

/** The same as JSON text. */
export async function evaluatedWells(
  { db, analysisWorkers }: AnalysisDependencies,
  actor: LaboratoryCaller,
  { runId, settings }: Evaluation,
): Promise<string> {
  const [run] = await readRows<{ revision: number; profile: unknown; analyserId: string }>(
    db,
    Prisma.sql`
      SELECT r.revision, a.profile, r.analyser_id AS "analyserId" FROM run r JOIN analyser a ON a.id = r.analyser_id
      WHERE r.id = ${runId}::uuid AND ${onShelf(actor, 'live')}`,
  );
  if (run === undefined) throw notFound('run');
  const { compensation } = analyserProfileSchema.parse(run.profile);
  const { kitId, reactionBufferId, channel } = settings;
  const read = [runId, run.revision, JSON.stringify(compensation ?? null)];
  const key = [...read, kitId, reactionBufferId, channel, settings.wells].join(' ');
  const { kitVersionId, meltTemplates } = settings;
  const keptTemplates =
    meltTemplates?.from === 'plate-or-kept'
      ? await keptTemplatesAt(db, actor, { kitVersionId, reactionBufferId, analyserId: run.analyserId })
      : [];
  const evaluated =
    (await analysisWorkers.evaluatePlate({ key, settings, keptTemplates, plate: null })) ??
    (await analysisWorkers.evaluatePlate({
      key,
      settings,
      keptTemplates,
      plate: await loadPlate(db, { runId, settings, compensation }),
    }));
  return evaluated ?? '[]';
}

async function loadPlate(
  db: Db,
  {
    runId,
    settings,
    compensation,
  }: {
    readonly runId: string;
    readonly settings: EvaluatedSettings;
    readonly compensation: DyeCompensation | undefined;
  },
): Promise<EvaluatedPlate> {
  const { kitId, reactionBufferId, channel } = settings;
  const isOfKit = settings.wells === 'of-kit';
  const wells = await db.well.findMany({
    where: {
      runId,
      analysis: { channel },
      sampleType: { not: null },
      ...(isOfKit && { reactionBufferId, kitVersion: { kitId } }),
    },
    select: {
      position: true,
      sampleType: true,
      expectedDiagnostic: { select: { diagnosticName: true } },
    },
  });
  const { curves, amplification } = await loadReadings(db, runId);
  const own = curves.filter((pack) => pack.channel === channel);
  const set = new Map(wells.map((well) => [well.position, well]));
  const positions = isOfKit ? [...set.keys()] : new Set(own.flatMap((pack) => pack.positions));
  return {
    wells: [...positions].toSorted(comparePositions).map((position) => ({
      position,
      sampleType: set.get(position)?.sampleType ?? UNKNOWN_SAMPLE,
      expected: set.get(position)?.expectedDiagnostic?.diagnosticName ?? null,
    })),
    curves: compensation === undefined ? own : curves,
    amplification,
    compensation,
  };
}
