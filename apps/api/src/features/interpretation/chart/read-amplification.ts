import type { AnalysisDependencies } from '../threads/analysis-workers.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { loadAmplification } from '../../../curves/index.ts';
import { PreparedJson } from '../../../formats/response-bodies.ts';
import type { AmplificationInput } from './amplification-answer.ts';
import { loadSnapshot } from './read-channel.ts';

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
  { db, analysisWorkers }: AnalysisDependencies,
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<PreparedJson> {
  const snapshot = await loadSnapshot(db, actor, runId);
  const stored = await loadAmplification(db, runId);
  if (stored === null) return new PreparedJson('[]');
  const used = snapshot?.assays.flatMap(({ amplification }) => amplification ?? []) ?? [];
  const input: AmplificationInput = { stored, used };
  return new PreparedJson((await analysisWorkers.run(AMPLIFICATION_ANSWER, input)) as string); // the return type of the exported function
}
