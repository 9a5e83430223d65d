import { configurationSnapshotSchema, type ChannelName } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../../actor.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { PreparedJson } from '../../../formats/response-bodies.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { onShelf } from '../../runs/index.ts';
import { loadCurves } from '../interpret/load-plate.ts';
import type { AnalysisWorkers } from '../threads/analysis-workers.ts';

interface Dependencies {
  readonly db: Db;
  readonly analysisWorkers: AnalysisWorkers;
}

/**
 * The fluorescence of the wells of an interpreted run in one channel. Empty if the file has only derivatives.
 *
 * @throws AppError `not-found`, `too-many-requests`, `timed-out`
 */
export async function readFluorescence(
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
  const { compensation } = configurationSnapshotSchema.parse(run.configuration);
  const curves = await loadCurves(db, runId);
  return new PreparedJson(
    await analysisWorkers.fluorescenceAnswer({
      channel,
      curves: compensation === undefined ? curves.filter((pack) => pack.channel === channel) : curves,
      compensation,
    }),
  );
}
