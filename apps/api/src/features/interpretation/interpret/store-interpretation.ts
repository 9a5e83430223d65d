import { ALGORITHM_VERSION } from '@curvewell/analysis';
import { engineSha256 } from '@curvewell/analysis/engine-hash';
import type { DecisionRecord } from '@curvewell/domain';
import { resultsProof, type ResultsProof } from '@curvewell/domain/derive';
import { hashOf, sha256 } from '@curvewell/domain/record';

import { newId } from '../../../database/new-id.ts';
import { recordAudit } from '../../../audit/record-audit.ts';
import type { Tx } from '../../../database/db.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { SOFTWARE_BUILD } from '../../../process/version.ts';
import { recordControls } from '../../controls/index.ts';
import { changeIndexedRun } from '../../runs/index.ts';
import { changeProof, exactInstant } from '../override/change-proof.ts';
import type { StoredChart } from '../chart/stored-chart.ts';
import type { InterpretedPlate } from './interpret-plate.ts';
import { loadTrialLots, type Plate } from './load-plate.ts';
import { readParts } from '../derive/stored-parts.ts';
import { loadOverrides } from '../results/load-results.ts';

interface Results {
  readonly actor: LaboratoryCaller;
  readonly runId: string;
  readonly at: Date;
  readonly plate: Plate;
  readonly interpreted: InterpretedPlate;
  readonly chart: StoredChart;
  /** Additional details of the audit entry of a reinterpretation. */
  readonly auditDetails?: Prisma.InputJsonObject;
  /** Carries over overrides to the stored interpretation before the audit entry is written. */
  readonly carryOver?: (interpretationId: string) => Promise<void>;
}

/** Identifies the build of the algorithm, since builds of the same version may give different results. */
const ENGINE_SHA256 = engineSha256();

/** The versions and hashes that a run was interpreted with. */
export const traceOf = ({ snapshot, fileHashes }: Plate) => ({
  algorithmVersion: ALGORITHM_VERSION,
  engineSha256: ENGINE_SHA256,
  softwareVersion: SOFTWARE_BUILD,
  inputSha256: sha256(fileHashes.join('\n')),
  configurationSha256: hashOf(snapshot),
});

/**
 * Stores the calls of a run, their input and the chart. The number of statements does not depend on the
 * number of wells.
 */
export async function storeInterpretation(tx: Tx, stored: Results): Promise<void> {
  const { actor, runId, at, plate, interpreted, chart, auditDetails = {} } = stored;
  const { results, explanationText, explanationFigures } = interpreted.packed;
  const { wells, snapshot } = plate;
  const id = newId();
  const laboratoryId = actor.laboratory.id;
  const trace = traceOf(plate);
  const by = { interpretedById: actor.userId, interpretedByName: actor.name, interpretedAt: at };
  // Results are sent as the thread has written them.
  await tx.$executeRaw`
    INSERT INTO interpretation (id, run_id, laboratory_id, algorithm_version, engine_sha256, software_version, input_sha256,
      configuration_sha256, configuration, results, explanation_text, explanation_figures, interpreted_by_id, interpreted_by_name, interpreted_at)
    VALUES (${id}::uuid, ${runId}::uuid, ${laboratoryId}::uuid, ${trace.algorithmVersion}, ${trace.engineSha256},
      ${trace.softwareVersion}, ${trace.inputSha256}, ${trace.configurationSha256}, ${JSON.stringify(snapshot)}::jsonb,
      ${results}::jsonb, ${explanationText}, ${explanationFigures}::float8[], ${actor.userId}::uuid, ${actor.name},
      ${at}::timestamptz)`;
  await tx.$executeRaw`
    SELECT change_wells(${runId}::uuid, (SELECT jsonb_object_agg(r.well_id,
      jsonb_build_object('result', r.explanation->>'diagnostic', 'score', (r.explanation->>'score')::float8))
    FROM results_of(${id}::uuid) r))`;
  await tx.interpretedSlopes.createMany({
    data: interpreted.slopes.map((slopes) => ({
      interpretationId: id,
      laboratoryId,
      ...slopes,
      positions: [...slopes.positions],
      pointCounts: [...slopes.pointCounts],
    })),
  });
  await tx.tmShift.createMany({
    data: interpreted.tmShifts.map((shift) => ({ interpretationId: id, laboratoryId, ...shift })),
  });
  await tx.interpretationChart.create({
    data: { interpretationId: id, laboratoryId, ...chart },
  });
  const trialLots = await trialLotsOf(tx, { runId, plate });
  const trialLotIds = [...trialLots.keys()];
  await changeIndexedRun(tx, runId, { ...by, trialLotIds });
  await stored.carryOver?.(id);
  await recordControls(tx, { runId, laboratoryId, isTrial: trialLots.size > 0 });
  const channels = [...new Set(wells.map(({ channel }) => channel))];
  await recordAudit(tx, actor, {
    action: 'run.interpret',
    entity: 'run',
    entityId: runId,
    details: {
      ...trace,
      wells: wells.length,
      channels,
      proof: await proofOf(tx, { ...stored, id, trace }),
      parts: { ...(await readParts(tx, runId)) },
      ...(trialLots.size > 0 && { trialLots: [...trialLots.values()] }),
      ...auditDetails,
    },
  });
}

type Configuration = DecisionRecord['interpretation']['configuration'];

interface Proved extends Results {
  readonly id: string;
  readonly trace: ReturnType<typeof traceOf>;
}

/** The hashes for the audit entry: of the stored results and of carried-over overrides. */
async function proofOf(
  tx: Tx,
  { id, trace, actor, at, plate: { snapshot }, interpreted: { hashes }, runId, carryOver }: Proved,
): Promise<ResultsProof> {
  const interpretation = {
    ...trace,
    configuration: snapshot as unknown as Configuration,
    at: exactInstant(at),
    by: { id: actor.userId, name: actor.name },
  };
  if (carryOver === undefined) return resultsProof({ interpretation, hashes, takenOver: [] });
  const changes = await loadOverrides(tx, [id]);
  const wells = await tx.well.findMany({
    where: { runId, id: { in: changes.map(({ wellId }) => wellId) } },
    include: { analysis: { select: { channel: true } } },
  });
  const wellOf = new Map(wells.map((well) => [well.id, well]));
  const takenOver = changes.flatMap(({ wellId, ...change }) => {
    const well = wellOf.get(wellId);
    return well === undefined ? [] : [changeProof(well, change).sha256];
  });
  return resultsProof({ interpretation, hashes, takenOver });
}

/**
 * The names of the lots that make a run a trial, by id. Includes a lot that was activated during the
 * interpretation, because its settings could still change when they were read.
 */
async function trialLotsOf(tx: Tx, { runId, plate }: Pick<Results, 'runId' | 'plate'>) {
  const lots = [...plate.trialLots, ...(await loadTrialLots(tx, runId))];
  return new Map(lots.map(({ id, name }) => [id, name]));
}
