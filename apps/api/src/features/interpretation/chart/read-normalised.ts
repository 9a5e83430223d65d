import { configurationSnapshotSchema, type ChannelName } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../../actor.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { PreparedJson } from '../../../formats/response-bodies.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { onShelf } from '../../runs/index.ts';
import { isComplete } from '../interpret/assays.ts';
import { loadCurves, loadSetWells } from '../interpret/load-plate.ts';
import type { AnalysisWorkers } from '../threads/analysis-workers.ts';

interface Dependencies {
  readonly db: Db;
  readonly analysisWorkers: AnalysisWorkers;
}

/**
 * The normalised curves of the wells of an interpreted run in one channel, with the settings of its interpretation.
 * Empty if these have no regions.
 *
 * @throws AppError `not-found`, `too-many-requests`, `timed-out`
 */
export async function readNormalised(
  { db, analysisWorkers }: Dependencies,
  actor: LaboratoryCaller,
  { runId, channel }: { readonly runId: string; readonly channel: ChannelName },
): Promise<PreparedJson> {
  const [run] = await readRows<{ configuration: unknown }>(
    db,
    Prisma.sql`
      SELECT i.configuration FROM run r LEFT JOIN interpretation i ON i.run_id = r.id
      WHERE r.id = ${runId}::uuid AND ${onShelf(actor, 'live')}`,
  );
  if (run === undefined) throw notFound('run');
  if (run.configuration === null) return new PreparedJson('[]');
  const snapshot = configurationSnapshotSchema.parse(run.configuration);
  const isShaped = snapshot.assays.some(
    (assay) => assay.channel === channel && assay.curveShape !== undefined,
  );
  if (!isShaped) return new PreparedJson('[]');
  const wells = (await loadSetWells(db, runId)).filter(isComplete).filter((well) => well.channel === channel);
  const curves = await loadCurves(db, runId);
  const own =
    snapshot.compensation === undefined ? curves.filter((pack) => pack.channel === channel) : curves;
  return new PreparedJson(await analysisWorkers.normalisedAnswer({ channel, wells, snapshot, curves: own }));
}
