import { createHash, randomUUID } from 'node:crypto';

import { ALGORITHM_VERSION } from '@curvewell/analysis';
import { engineSha256 } from '@curvewell/analysis/engine-hash';
import type { DecisionRecord } from '@curvewell/domain';
import { resultsProof, type ResultsProof } from '@curvewell/domain/derive';
import { hashOf } from '@curvewell/domain/record';

import { recordAudit } from '../../../audit/record-audit.ts';
import type { Tx } from '../../../database/db.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { SOFTWARE_BUILD } from '../../../process/version.ts';
import { recordControls } from '../../controls/index.ts';
import { indexRuns } from '../../runs/index.ts';
import { changeProof, exactInstant } from '../override/change-proof.ts';
import { CHART_VERSION } from '../chart/chart-answer.ts';
import type { InterpretedPlate } from './interpret-plate.ts';
import { loadTrialLots, type Plate } from './load-plate.ts';
import { readParts } from '../derive/stored-parts.ts';

interface Results {
  readonly actor: LaboratoryCaller;
  readonly runId: string;
  readonly at: Date;
  readonly plate: Plate;
  readonly interpreted: InterpretedPlate;
  /** Further details of its audit entry; of a run that is reinterpreted. */
  readonly auditDetails?: Prisma.InputJsonObject;
  /** Takes over what counts on, before anything is made of the results. */
  readonly carryOver?: () => Promise<void>;
}

/** Names the build of the algorithm: its results may differ from those of another build of the same version. */
const ENGINE_SHA256 = engineSha256();

/** What a run is interpreted with. */
export const traceOf = ({ snapshot, fileHashes }: Plate) => ({
  algorithmVersion: ALGORITHM_VERSION,
  engineSha256: ENGINE_SHA256,
  softwareVersion: SOFTWARE_BUILD,
  inputSha256: sha256(fileHashes.join('\n')),
  configurationSha256: hashOf(snapshot),
});

/** Stores how a run was called, from what, and the chart: a few statements, however many wells. */
export async function storeInterpretation(tx: Tx, results: Results): Promise<void> {
  const { actor, runId, at, plate, interpreted, auditDetails = {} } = results;
  const { wells, snapshot } = plate;
  const id = randomUUID();
  const laboratoryId = actor.laboratory.id;
  const trace = traceOf(plate);
  const by = { interpretedById: actor.userId, interpretedByName: actor.name, interpretedAt: at };
  // Explanations are sent as the thread has written them.
  await tx.$executeRaw`
    INSERT INTO interpretation (id, run_id, laboratory_id, algorithm_version, engine_sha256, software_version, input_sha256,
      configuration_sha256, configuration, result_hashes, explanations, interpreted_by_id, interpreted_by_name, interpreted_at)
    VALUES (${id}::uuid, ${runId}::uuid, ${laboratoryId}::uuid, ${trace.algorithmVersion}, ${trace.engineSha256},
      ${trace.softwareVersion}, ${trace.inputSha256}, ${trace.configurationSha256}, ${JSON.stringify(snapshot)}::jsonb,
      ${JSON.stringify(interpreted.hashes)}::jsonb, ${interpreted.explanations}::jsonb, ${actor.userId}::uuid,
      ${actor.name}, ${at}::timestamptz)`;
  for (const part of interpreted.wells) await storeWells(tx, { ...results, interpretationId: id, part });
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
    data: { interpretationId: id, laboratoryId, version: CHART_VERSION, body: interpreted.chart },
  });
  const trialLots = await trialLotsOf(tx, { runId, plate });
  const trialLotIds = [...trialLots.keys()];
  await tx.run.update({ where: { id: runId }, data: { ...by, trialLotIds, revision: { increment: 1 } } });
  await results.carryOver?.();
  await indexRuns(tx, runId);
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
      proof: await proofOf(tx, { ...results, id, trace }),
      parts: { ...(await readParts(tx, runId)) },
      ...(trialLots.size > 0 && { trialLots: [...trialLots.values()] }),
      ...auditDetails,
    },
  });
}

/** As it is written. */
type Configuration = DecisionRecord['interpretation']['configuration'];

interface Proved extends Results {
  /** Of the interpretation. */
  readonly id: string;
  readonly trace: ReturnType<typeof traceOf>;
}

/** What the audit trail records of what was stored: its hash, and those of the overrides that were taken over. */
async function proofOf(
  tx: Tx,
  { id, trace, actor, at, plate: { snapshot }, interpreted: { hashes } }: Proved,
): Promise<ResultsProof> {
  const interpretation = {
    ...trace,
    configuration: snapshot as unknown as Configuration,
    at: exactInstant(at),
    by: { id: actor.userId, name: actor.name },
  };
  const changes = await tx.interpretedWellDiagnostic.findMany({
    where: { state: 'UPDATED', interpretedWell: { interpretationId: id } },
    include: {
      interpretedWell: { select: { well: { include: { analysis: { select: { channel: true } } } } } },
    },
    orderBy: [{ interpretedWellId: 'asc' }, { at: 'asc' }],
  });
  const takenOver = changes.flatMap(({ interpretedWell: { well }, ...change }) =>
    well === null ? [] : [changeProof(well, change).sha256],
  );
  return resultsProof({ interpretation, hashes, takenOver });
}

/**
 * The names of the lots that make a run a trial, by their ids. A lot that was made active while the run was interpreted
 * is one of them: the settings that were read could still be changed.
 */
async function trialLotsOf(tx: Tx, { runId, plate }: Pick<Results, 'runId' | 'plate'>) {
  const lots = [...plate.trialLots, ...(await loadTrialLots(tx, runId))];
  return new Map(lots.map(({ id, name }) => [id, name]));
}

/** A row each, and the first diagnostic of each, which has the same id. */
async function storeWells(
  tx: Tx,
  { actor, runId, at, interpretationId, part }: Results & { interpretationId: string; part: string },
): Promise<void> {
  const laboratoryId = actor.laboratory.id;
  await tx.$executeRaw`
    WITH called AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${part}::json)
        AS c(id uuid, well_id uuid, color jsonb, result text, score float8)
    ), wells AS (
      INSERT INTO interpreted_well (id, interpretation_id, laboratory_id, well_id)
      SELECT id, ${interpretationId}::uuid, ${laboratoryId}::uuid, well_id FROM called
    ), diagnostics AS (
      INSERT INTO interpreted_well_diagnostic
        (id, interpreted_well_id, laboratory_id, state, diagnostic_color, by_id, by_name, at)
      SELECT id, id, ${laboratoryId}::uuid, 'INITIAL', color, ${actor.userId}::uuid, ${actor.name}, ${at}::timestamptz
      FROM called
    )
    UPDATE well w SET result = c.result, score = c.score FROM called c
    WHERE w.id = c.well_id AND w.run_id = ${runId}::uuid`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
