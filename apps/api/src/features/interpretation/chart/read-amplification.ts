import type { LaboratoryCaller } from '../../../actor.ts';
import { loadAmplification } from '../../../curves/index.ts';
import { readRows, type Db } from '../../../database/db.ts';
import { notFound } from '../../../errors.ts';
import { PreparedJson } from '../../../formats/response-bodies.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { onShelf } from '../../runs/index.ts';
import type { AnalysisWorkers } from '../threads/analysis-workers.ts';

interface Dependencies {
  readonly db: Db;
  readonly analysisWorkers: AnalysisWorkers;
}

const AMPLIFICATION_ANSWER = {
  file: new URL('amplification-answer.ts', import.meta.url),
  name: 'amplificationAnswer',
};

/**
 * The amplification of the wells of a run. Empty if the run holds none.
 *
 * @throws AppError `not-found`, `too-many-requests`, `timed-out`
 */
export async function readAmplification(
  { db, analysisWorkers }: Dependencies,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<PreparedJson> {
  const [run] = await readRows<object>(
    db,
    Prisma.sql`SELECT r.id FROM run r WHERE r.id = ${runId}::uuid AND ${onShelf(actor, 'live')}`,
  );
  if (run === undefined) throw notFound('run');
  const stored = await loadAmplification(db, runId);
  if (stored === null) return new PreparedJson('[]');
  return new PreparedJson((await analysisWorkers.run(AMPLIFICATION_ANSWER, stored)) as string); // the return type of the exported function
}
