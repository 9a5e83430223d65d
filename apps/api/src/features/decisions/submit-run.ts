import type { CheckedBody } from '@curvewell/contracts';
import type { Run } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import type { OutsideHeads } from '../audit/index.ts';
import { hashOfSubmission, readParts, type AnalysisWorkers } from '../interpretation/index.ts';
import { changeIndexedRun, changeRun } from '../runs/index.ts';
import { checkedRun, openRun, refuseStaleCheck, type Obstacle } from './checked-run.ts';
import { readSettled } from './decision-record.ts';
import { noResults, refuseUnderived } from './derived-results.ts';
import { answerDetails, withSignature } from './signed-check.ts';
import { storeDecision } from './store-decision.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly analysisWorkers: AnalysisWorkers;
  readonly outsideHeads: OutsideHeads;
}

const SUBMIT = {
  permission: 'canSubmit',
  refusal: 'Only an interpreted run that is not submitted yet can be submitted.',
} as const satisfies Obstacle;

/**
 * Submits the results of a run after its check.
 *
 * @throws AppError `not-found`, `illegal-transition` when there are no results or they are submitted already, `stale`
 *   when the results changed since they were shown, `check-open` when an answer that the laboratory requires is
 *   missing, `unavailable` until it is known whether the database was rolled back
 */
export async function submitRun(
  { db, clock, analysisWorkers, outsideHeads }: Dependencies,
  actor: LaboratoryCaller,
  { runId, body }: { readonly runId: string; readonly body: CheckedBody },
): Promise<Run> {
  outsideHeads.refuseUnknown();
  const opened = await openRun(db, actor, { runId, ...SUBMIT });
  const checked = await checkedRun({ db, clock }, actor, { opened, decision: 'submit', body });
  const settled = await readSettled(db, runId);
  if (settled === null) throw noResults();
  await refuseUnderived({ db, analysisWorkers }, actor, { runId, settled, decision: 'submit' });
  return changeRun(db, actor, {
    runId,
    ...SUBMIT,
    change: async (tx) => {
      const at = clock.now();
      await refuseStaleCheck(tx, actor, { runId, settled, ...checked });
      const by = { submittedById: actor.userId, submittedByName: actor.name, submittedAt: at };
      await changeIndexedRun(tx, runId, { status: 'WAIT_FOR_APPROVAL', ...by });
      const signed = withSignature({ ...checked, actor, at, answers: body });
      const { kept } = await storeDecision(tx, actor, { runId, at, decision: 'submit', check: signed });
      await recordAudit(tx, actor, {
        action: 'run.submit',
        entity: 'run',
        entityId: runId,
        details: {
          ...answerDetails(signed),
          parts: { ...(await readParts(tx, runId)) },
          submission: hashOfSubmission(kept),
        },
      });
    },
  });
}
