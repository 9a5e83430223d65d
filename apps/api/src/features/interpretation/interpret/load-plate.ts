import { isWellSet, assayKey, type AssayPlace, type ConfigurationSnapshot } from '@curvewell/domain';

import type { Db, Tx } from '../../../database/db.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { AppError } from '../../../errors.ts';
import { incompleteIssues, isComplete, type PlateWell, type ConfiguredWell } from './assays.ts';
import { loadAmplification, loadStoredCurves } from '../../../curves/index.ts';
import { checkRulesFit } from './check-rules.ts';
import { loadConfiguration } from './configuration.ts';
import type { PlateJob } from './interpret-plate.ts';

/** The input of an interpretation, except the curves. */
export interface Plate {
  /** The wells that have settings, in any channel. */
  readonly wells: readonly PlateWell[];
  readonly snapshot: ConfigurationSnapshot;
  /** The kit versions and buffers of all set wells, including those without settings. */
  readonly places: readonly AssayPlace[];
  /** Inactive lots of its wells. */
  readonly trialLots: readonly TrialLot[];
  readonly fileHashes: readonly string[];
}

/**
 * Reads the input of an interpretation.
 *
 * @throws AppError `invalid-request` with every item that a well lacks
 */
export async function loadPlate(
  tx: Tx,
  { runId, analyserId }: { readonly runId: string; readonly analyserId: string },
): Promise<Plate> {
  const set = await loadSetWells(tx, runId);
  if (set.length === 0) throw new AppError('invalid-request', 'Set at least one well.');
  const places = set.flatMap(({ kitVersionId, reactionBufferId }) =>
    kitVersionId === null || reactionBufferId === null ? [] : [{ kitVersionId, reactionBufferId }],
  );
  await checkRulesFit(
    tx,
    places.map(({ kitVersionId }) => kitVersionId),
  );
  const snapshot = await loadConfiguration(tx, { analyserId, places });
  const configurations = new Map(snapshot.assays.map((assay) => [assayKey(assay, assay.channel), assay]));

  const issues = incompleteIssues(set, configurations);
  if (issues.length > 0) throw new AppError('invalid-request', 'Some wells are not complete.', { issues });
  const wells = set.filter(isComplete).filter((well) => configurations.has(assayKey(well, well.channel)));
  if (wells.length === 0) {
    throw new AppError('invalid-request', 'The kits on this plate are not configured for this analyser.');
  }
  const used = new Set(wells.map((well) => assayKey(well, well.channel)));
  return {
    wells,
    places,
    snapshot: {
      ...snapshot,
      assays: snapshot.assays.filter((assay) => used.has(assayKey(assay, assay.channel))),
    },
    ...(await loadOrigin(tx, runId)),
  };
}

export async function loadSetWells(tx: Db | Tx, runId: string): Promise<ConfiguredWell[]> {
  // A fixed order, so that an interpretation can be reproduced byte by byte.
  const rows = await tx.$queryRaw<ConfiguredWell[]>`
    SELECT w.id, w.position, w.name, w.order_id AS "orderId", w.sample_type AS "sampleType", w.kit_version_id AS "kitVersionId",
      w.lot_id AS "lotId", w.reaction_buffer_id AS "reactionBufferId", a.channel, d.diagnostic_name AS "expectedDiagnostic"
    FROM well w JOIN channel_analysis a ON a.id = w.analysis_id LEFT JOIN diagnostic_color d ON d.id = w.expected_diagnostic_id
    WHERE w.run_id = ${runId}::uuid ORDER BY w.analysis_id, w.position`;
  const some = (id: string | null) => (id === null ? null : { id });
  return rows.filter(({ sampleType, kitVersionId, lotId, reactionBufferId }) =>
    isWellSet({
      sampleType,
      kitVersion: some(kitVersionId),
      lot: some(lotId),
      reactionBuffer: some(reactionBufferId),
    }),
  );
}

/** The curves of a run. Read last: replacing them also changes the run's revision. */
export async function loadCurves(db: Db | Tx, runId: string): Promise<PlateJob['curves']> {
  return loadStoredCurves(db, { runId });
}

/** The curves of a run, and its amplification, which rules may use. */
export const loadReadings = async (
  db: Db | Tx,
  runId: string,
): Promise<Pick<PlateJob, 'curves' | 'amplification'>> => ({
  curves: await loadCurves(db, runId),
  amplification: await loadAmplification(db, runId),
});

interface TrialLot {
  readonly id: string;
  readonly name: string;
}

/** Selects the lots of a run's wells that are currently inactive or belong to a sample kit. */
const trialLots = (runId: string): Prisma.Sql => Prisma.sql`
    SELECT o.id, o.name FROM lot o JOIN run r ON r.id = ${runId}::uuid JOIN laboratory l ON l.id = r.laboratory_id
    WHERE o.id IN (SELECT w.lot_id FROM run_reference w WHERE w.run_id = r.id) AND (NOT o.active OR (NOT l.demonstration
      AND EXISTS (SELECT FROM kit_version v JOIN kit k ON k.id = v.kit_id WHERE v.id = o.kit_version_id AND k.sample)))
    ORDER BY o.name, o.id`;

export const loadTrialLots = (tx: Tx, runId: string): Promise<TrialLot[]> =>
  tx.$queryRaw<TrialLot[]>(trialLots(runId));

type Origin = Pick<Plate, 'trialLots' | 'fileHashes'>;

async function loadOrigin(tx: Tx, runId: string): Promise<Origin> {
  const [row] = await tx.$queryRaw<Origin[]>`
    SELECT (SELECT coalesce(json_agg(row_to_json(x)), '[]') FROM (${trialLots(runId)}) x) AS "trialLots",
      ARRAY(SELECT f.sha256 FROM run_file f WHERE f.run_id = ${runId}::uuid ORDER BY f."order") AS "fileHashes"`;
  if (row === undefined) throw new Error('the statement returns a row');
  return row;
}
