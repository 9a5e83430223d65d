import type { Run, RunDecision } from '@curvewell/contracts';

import { recordAudit } from '../../audit.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { changeRun } from './change-run.ts';
import { indexRuns } from './run-search.ts';

/** @throws AppError `not-found`, or `illegal-transition` when there are no results or they are submitted already */
export async function submitRun(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  actor: LaboratoryCaller,
  { runId }: { readonly runId: string },
): Promise<Run> {
  return changeRun(db, actor, {
    runId,
    needs: 'canSubmit',
    refusal: 'Only an interpreted run that is not submitted yet can be submitted.',
    change: async (tx) => {
      await tx.run.update({
        where: { id: runId },
        data: {
          status: 'WAIT_FOR_APPROVAL',
          submittedById: actor.userId,
          submittedByName: actor.name,
          submittedAt: clock.now(),
          revision: { increment: 1 },
        },
      });
      await indexRuns(tx, runId);
      await recordAudit(tx, actor, { action: 'run.submit', entity: 'run', entityId: runId });
    },
  });
}

/**
 * Approves or rejects a run that waits for approval. Of two physicians deciding at
 * once exactly one succeeds; the other is told that it no longer waits.
 *
 * @throws AppError `not-found`, or `illegal-transition`
 */
export async function decideRun(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  actor: LaboratoryCaller,
  { runId, decision }: { readonly runId: string; readonly decision: RunDecision },
): Promise<Run> {
  return changeRun(db, actor, {
    runId,
    needs: 'canDecide',
    refusal: 'This run does not wait for your approval.',
    change: async (tx, row) => {
      await tx.run.update({
        where: { id: runId },
        data: {
          status: decision,
          decidedById: actor.userId,
          decidedByName: actor.name,
          decidedAt: clock.now(),
          revision: { increment: 1 },
        },
      });
      await indexRuns(tx, runId);
      await recordAudit(tx, actor, {
        action: decision === 'APPROVED' ? 'run.approve' : 'run.reject',
        entity: 'run',
        entityId: runId,
        details: { from: row.status, to: decision, meaning: `reviewed and ${decision.toLowerCase()}` },
      });
    },
  });
}
