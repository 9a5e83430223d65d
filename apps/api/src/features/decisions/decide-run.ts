import { trialNotApproved, type CheckAnswers, type Run, type RunDecision } from '@curvewell/domain';

import type { LaboratoryCaller } from '../../actor.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/db.ts';
import { AppError, refuse } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Signer } from '../../signing/signer.ts';
import type { TimeStamps } from '../../signing/time-stamps.ts';
import type { OutsideHeads } from '../audit/index.ts';
import { requestDeliveryOnApproval } from '../file-transfer/index.ts';
import type { AnalysisWorkers } from '../interpretation/index.ts';
import { changeable, changeIndexedRun, changeRun } from '../runs/index.ts';
import type { IdentityAdmin } from '../users/index.ts';
import { checkedRun, openRun, refuseStaleCheck, type Obstacle } from './checked-run.ts';
import { prepare, prepareRecord, putWells, readSettled } from './decision-record.ts';
import { decisionRules } from './decision-rules.ts';
import { noResults, refuseUnderived } from './derived-results.ts';
import { momentAfter, momentFor } from './moment-for.ts';
import { signDecision } from './sign-decision.ts';
import { answerDetails, withSignature } from './signed-check.ts';
import { changesAtProvider, freshSignIn } from './signer.ts';
import { storeDecision } from './store-decision.ts';

interface DecideDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly analysisWorkers: AnalysisWorkers;
  readonly outsideHeads: OutsideHeads;
  readonly jobs: Jobs;
  readonly signer: Signer;
  readonly identityAdmin: Pick<IdentityAdmin, 'changesSince'>;
  readonly timeStamps: Pick<TimeStamps, 'isOn'>;
}

const DECIDE = {
  permission: 'canDecide',
  refusal: 'This run is not waiting for your approval.',
} as const satisfies Obstacle;

const APPROVE = { ...DECIDE, permission: 'canApprove' } as const satisfies Obstacle;

type Decision = { readonly runId: string; readonly decision: RunDecision } & {
  readonly body: CheckAnswers & { readonly shown?: string | undefined; readonly reason?: string | undefined };
  /** Whether an approved run is sent when its laboratory sends runs. */
  readonly sends?: boolean;
};

/**
 * Approves a run that waits for approval, after its check, or rejects it. An approved run is sent when its
 * laboratory sends runs; a failed delivery does not undo the approval. Of two concurrent decisions exactly one
 * succeeds; the other fails because the run no longer waits.
 *
 * @throws AppError like `submitRun`; `illegal-transition` when a trial is approved; `invalid-request` for a
 * rejection without the required reason
 */
export async function decideRun(
  dependencies: DecideDependencies,
  actor: LaboratoryCaller,
  request: Decision,
): Promise<Run> {
  dependencies.outsideHeads.refuseUnknown();
  return request.decision === 'APPROVED'
    ? approveRun(dependencies, actor, request)
    : rejectRun(dependencies, actor, request);
}

async function approveRun(
  { db, clock, jobs, signer, identityAdmin, analysisWorkers, timeStamps }: DecideDependencies,
  actor: LaboratoryCaller,
  { runId, body: { shown, confirmed, reasons, overruled }, sends = true }: Decision,
): Promise<Run> {
  if (shown === undefined) refuse(['shown'], 'State the digest of the check that you viewed.');
  const answers = { confirmed, reasons, overruled };
  const opened = await openRun(db, actor, { runId, ...DECIDE });
  if (opened.run.isTrial) throw trialError(opened.run);
  const settled = await readSettled(db, runId);
  // The plate is evaluated again and the key is fetched before the run is locked, to keep the lock short.
  const [checked, atProvider] = await Promise.all([
    checkedRun({ db, clock }, actor, { opened, decision: 'approve', body: { shown, ...answers } }),
    changesAtProvider({ db, clock, identityAdmin }, actor),
    signer.look(),
    settled && refuseUnderived({ db, analysisWorkers }, actor, { runId, settled, decision: 'approve' }),
  ]);
  if (settled === null) throw noResults();
  const prepared = await putWells(db, runId, prepare(settled));
  return changeRun(db, actor, {
    runId,
    ...APPROVE,
    change: async (tx, row) => {
      const signedInAt = freshSignIn(actor, { row, now: clock.now() });
      const last = await refuseStaleCheck(tx, actor, { runId, settled, ...checked });
      const at = momentAfter(last, clock);
      await changeIndexedRun(tx, runId, { status: 'APPROVED', ...decidedBy(actor, at) });
      const signed = withSignature({ ...checked, actor, at, answers });
      const { id: decisionId } = await storeDecision(tx, actor, {
        runId,
        at,
        decision: 'approve',
        check: signed,
      });
      const details = { from: row.status, to: 'APPROVED', ...answerDetails(signed) };
      await signDecision({ tx, signer, jobs, timeStamps }, actor, {
        runId,
        decisionId,
        decision: 'APPROVED',
        at,
        signedInAt,
        prepared,
        details,
        atProvider,
      });
      if (sends && row.laboratory.fileTransfer !== null)
        await requestDeliveryOnApproval({ tx, jobs }, actor, {
          runId,
          laboratoryId: actor.laboratory.id,
          now: at,
        });
    },
  });
}

const trialError = ({ trialLots, status }: Run): AppError =>
  new AppError('illegal-transition', trialNotApproved(trialLots), { details: { status } });

async function rejectRun(
  { db, clock, jobs, signer, identityAdmin, timeStamps }: DecideDependencies,
  actor: LaboratoryCaller,
  { runId, body }: Decision,
): Promise<Run> {
  const reason = body.reason ?? null;
  await changeable(db, actor, { runId, ...DECIDE });
  const [prepared, atProvider] = await Promise.all([
    prepareRecord(db, runId).then((record) => record && putWells(db, runId, record)),
    changesAtProvider({ db, clock, identityAdmin }, actor),
    signer.look(),
  ]);
  return changeRun(db, actor, {
    runId,
    ...DECIDE,
    change: async (tx, row) => {
      const { rejectionNeedsReason } = await decisionRules(tx, actor);
      if (rejectionNeedsReason && reason === null) refuse(['reason'], 'Give a reason.');
      const signedInAt = freshSignIn(actor, { row, now: clock.now() });
      const at = await momentFor(tx, clock, runId);
      await changeIndexedRun(tx, runId, { status: 'REJECTED', ...decidedBy(actor, at) });
      const { id: decisionId } = await storeDecision(tx, actor, { runId, at, decision: 'reject', reason });
      const details = { from: row.status, to: 'REJECTED', reason };
      await signDecision({ tx, signer, jobs, timeStamps }, actor, {
        runId,
        decisionId,
        decision: 'REJECTED',
        at,
        signedInAt,
        prepared,
        details,
        atProvider,
      });
    },
  });
}

const decidedBy = ({ userId, name }: LaboratoryCaller, at: Date) => ({
  decidedById: userId,
  decidedByName: name,
  decidedAt: at,
  runDateRecorded: true,
});
