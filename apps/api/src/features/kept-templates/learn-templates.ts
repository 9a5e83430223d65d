import type { TemplateRun } from '@curvewell/contracts';
import { type KeptTemplate, keptTemplateSchema } from '@curvewell/domain';
import { templateHash } from '@curvewell/domain/record';

import { readRows, type Db } from '../../database/db.ts';
import { notFound, refuse } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { type AnalysisDependencies, loadConfiguration, loadCurves, readAs } from '../interpretation/index.ts';
import type { LearnJob, LearntTemplate, TrainingPlate } from './learn-plates.ts';
import { approvedRuns, keepingPlace, type KeepingPlace } from './read-templates.ts';

const LEARN_PLATES = { file: new URL('learn-plates.ts', import.meta.url), name: 'learnPlates' };

/**
 * Learns templates from approved runs with the stored settings. Nothing is stored.
 *
 * @throws AppError `not-found` also for runs that are not approved or of another laboratory, kit, buffer or analyser,
 *   `invalid-request` where nothing is configured, `too-many-requests`, `timed-out`
 */
export async function learnTemplates(
  { db, analysisWorkers }: AnalysisDependencies,
  actor: LaboratoryCaller,
  { place, runIds }: { readonly place: KeepingPlace; readonly runIds: readonly string[] },
): Promise<KeptTemplate[]> {
  const { kitId, analyser } = await keepingPlace(db, actor, place);
  const runs = await approvedRuns(db, actor, { ...place, kitId, runIds });
  if (runs.length < runIds.length) throw notFound('run');
  const inOrder = runs.toSorted((a, b) => a.businessId - b.businessId);
  const { versionId: kitVersionId, reactionBufferId, analyserId } = place;
  const { assays, compensation } = await loadConfiguration(db, {
    analyserId,
    places: [{ kitVersionId, reactionBufferId }],
  });
  if (assays.length === 0)
    refuse(['runIds'], 'Nothing is configured here yet, so no template can be learnt.');
  const plates: TrainingPlate[] = [];
  // Read one by one: a plate takes some megabytes.
  for (const run of inOrder)
    plates.push({
      wells: await teachingWells(db, { runId: run.runId, kitId, reactionBufferId }),
      curves: await loadCurves(db, run.runId),
    });
  const job: LearnJob = { plates, channels: assays.map(readAs), compensation };
  const learnt = (await analysisWorkers.runApart(
    LEARN_PLATES,
    job,
    new AbortController().signal,
  )) as LearntTemplate[];
  return learnt.map((one) =>
    keptTemplate(one, { analyser, laboratory: actor.laboratory.name, runs: inOrder }),
  );
}

/** Wells without override or failure, in every channel. */
async function teachingWells(
  db: Db,
  {
    runId,
    kitId,
    reactionBufferId,
  }: { readonly runId: string; readonly kitId: string; readonly reactionBufferId: string },
): Promise<TrainingPlate['wells']> {
  const called = await readRows<{ id: string }>(
    db,
    Prisma.sql`
      SELECT r.well_id AS id FROM interpretation i CROSS JOIN LATERAL results_of(i.id) r
      WHERE i.run_id = ${runId}::uuid AND NOT EXISTS (
        SELECT FROM diagnostics_of(i.id) d WHERE d.well_id = r.well_id AND d.state = 'UPDATED')`,
  );
  const wells = await db.well.findMany({
    where: {
      runId,
      id: { in: called.map(({ id }) => id) },
      reactionBufferId,
      kitVersion: { kitId },
      sampleType: { not: null },
    },
    orderBy: [{ analysisId: 'asc' }, { position: 'asc' }],
    select: {
      position: true,
      sampleType: true,
      result: true,
      analysis: { select: { channel: true } },
      expectedDiagnostic: { select: { diagnosticName: true } },
    },
  });
  return wells.flatMap(({ position, sampleType, result, analysis: { channel }, expectedDiagnostic }) =>
    sampleType === null || result === 'TEST_KO'
      ? []
      : [{ position, sampleType, channel, expected: expectedDiagnostic?.diagnosticName ?? null }],
  );
}

/** A learnt template with its sources, identified by its hash. */
function keptTemplate(
  { wellsByPlate, ...learnt }: LearntTemplate,
  {
    analyser,
    laboratory,
    runs,
  }: { readonly analyser: string; readonly laboratory: string; readonly runs: readonly TemplateRun[] },
): KeptTemplate {
  const unhashed = {
    analyser,
    ...learnt,
    runs: runs.flatMap(({ businessId }, place) => {
      const wells = wellsByPlate[place] ?? 0;
      return wells === 0 ? [] : [{ laboratory, run: businessId, wells }];
    }),
  };
  return keptTemplateSchema.parse({ ...unhashed, sha256: templateHash(unhashed) });
}
