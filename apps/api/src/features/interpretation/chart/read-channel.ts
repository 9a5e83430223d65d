import { configurationSnapshotSchema, type ChannelName, type ConfigurationSnapshot } from '@curvewell/domain';

import type { AnalysisDependencies } from '../threads/analysis-workers.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { PreparedJson } from '../../../formats/response-bodies.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { onShelf } from '../../runs/index.ts';
import { isComplete } from '../interpret/assays.ts';
import { loadCurves, loadSetWells } from '../interpret/load-plate.ts';

interface Place {
  readonly runId: string;
  readonly channel: ChannelName;
}

/**
 * The fluorescence of the wells of an interpreted run in one channel. Empty if the file has only derivatives.
 *
 * @throws AppError `not-found`, `too-many-requests`, `timed-out`
 */
export async function readFluorescence(
  { db, analysisWorkers }: AnalysisDependencies,
  actor: LaboratoryCaller,
  place: Place,
): Promise<PreparedJson> {
  const snapshot = await loadSnapshot(db, actor, place.runId);
  if (snapshot === null) return NONE();
  const curves = await loadOwnCurves(db, place, snapshot);
  const { compensation } = snapshot;
  return new PreparedJson(
    await analysisWorkers.fluorescenceAnswer({ channel: place.channel, curves, compensation }),
  );
}

/**
 * The normalised curves of the wells of an interpreted run in one channel, with the settings of its interpretation.
 * Empty if these have no regions.
 *
 * @throws AppError `not-found`, `too-many-requests`, `timed-out`
 */
export async function readNormalised(
  { db, analysisWorkers }: AnalysisDependencies,
  actor: LaboratoryCaller,
  place: Place,
): Promise<PreparedJson> {
  const { runId, channel } = place;
  const snapshot = await loadSnapshot(db, actor, runId);
  const isShaped = snapshot?.assays.some(
    (assay) => assay.channel === channel && assay.curveShape !== undefined,
  );
  if (snapshot === null || isShaped !== true) return NONE();
  const wells = (await loadSetWells(db, runId)).filter(isComplete).filter((well) => well.channel === channel);
  const curves = await loadOwnCurves(db, place, snapshot);
  return new PreparedJson(await analysisWorkers.normalisedAnswer({ channel, wells, snapshot, curves }));
}

const NONE = () => new PreparedJson('[]');

/** The settings of a run's interpretation; null: it has none. */
export async function loadSnapshot(
  db: Db,
  actor: LaboratoryCaller,
  runId: string,
): Promise<ConfigurationSnapshot | null> {
  const [run] = await readRows<{ configuration: unknown }>(
    db,
    Prisma.sql`
      SELECT i.configuration FROM run r LEFT JOIN interpretation i ON i.run_id = r.id
      WHERE r.id = ${runId}::uuid AND ${onShelf(actor, 'live')}`,
  );
  if (run === undefined) throw notFound('run');
  return run.configuration === null ? null : configurationSnapshotSchema.parse(run.configuration);
}

/** The curves of a channel; compensation needs those of all channels. */
async function loadOwnCurves(
  db: Db,
  { runId, channel }: Place,
  { compensation }: Pick<ConfigurationSnapshot, 'compensation'>,
) {
  const curves = await loadCurves(db, runId);
  return compensation === undefined ? curves.filter((pack) => pack.channel === channel) : curves;
}
