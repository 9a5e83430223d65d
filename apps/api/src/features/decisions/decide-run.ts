import type { CheckedBody } from '@curvewell/contracts';
import {
  changedParts,
  checkDemands,
  isCommonReason,
  trialNotApproved,
  type CheckAnswers,
  type CheckedDecision,
  type Run,
  type RunCheck,
  type RunDecision,
  type RunPermissions,
} from '@curvewell/domain';

import { recordAudit } from '../../audit/record-audit.ts';
import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../database/db.ts';
import { AppError, refuse } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Signer } from '../../signing/signer.ts';
import type { OutsideHeads } from '../audit/index.ts';
import type { TimeStamps } from '../../signing/time-stamps.ts';
import { requestDeliveryOnApproval } from '../file-transfer/index.ts';
import { hashOfSubmission, readParts, type AnalysisWorkers } from '../interpretation/index.ts';
import type { IdentityAdmin } from '../users/index.ts';
import { changeable, changeIndexedRun, changeRun, getChangeableRun } from '../runs/index.ts';
import { currentCheck, digestOfRules } from './read-check.ts';
import { prepare, prepareRecord, putWells, readSettled, type SettledText } from './decision-record.ts';
import { noResults, refuseUnderived } from './derived-results.ts';
import { decisionRules } from './decision-rules.ts';
import { readBasis, readLockedBasis, type CheckBasis } from './run-basis.ts';
import { answerDetails, withSignature } from './signed-check.ts';
import { storeDecision } from './store-decision.ts';
import { momentAfter, momentFor } from './moment-for.ts';
import { signDecision } from './sign-decision.ts';
import { changesAtProvider, freshSignIn } from './signer.ts';
import { requestTimeStamp } from './time-stamp.ts';

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly analysisWorkers: AnalysisWorkers;
  readonly outsideHeads: OutsideHeads;
}
interface DecideNeeds extends Dependencies {
  readonly jobs: Jobs;
  readonly signer: Signer;
  readonly identityAdmin: Pick<IdentityAdmin, 'changesSince'>;
  readonly timeStamps: Pick<TimeStamps, 'isOn'>;
}

const SUBMIT = {
  permission: 'canSubmit',
  refusal: 'Only an interpreted run that is not submitted yet can be submitted.',
} as const satisfies Obstacle;
const DECIDE = {
  permission: 'canDecide',
  refusal: 'This run does not wait for your approval.',
} as const satisfies Obstacle;

const APPROVE = { ...DECIDE, permission: 'canApprove' } as const satisfies Obstacle;

interface Obstacle {
  readonly permission: keyof RunPermissions;
  readonly refusal: string;
}

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
      await refuseChanged(tx, actor, { runId, settled, ...checked });
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
  dependencies: DecideNeeds,
  actor: LaboratoryCaller,
  request: Decision,
): Promise<Run> {
  dependencies.outsideHeads.refuseUnknown();
  return request.decision === 'APPROVED'
    ? approveRun(dependencies, actor, request)
    : rejectRun(dependencies, actor, request);
}

async function approveRun(
  { db, clock, jobs, signer, identityAdmin, analysisWorkers, timeStamps }: DecideNeeds,
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
      const last = await refuseChanged(tx, actor, { runId, settled, ...checked });
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
      await signDecision({ tx, signer }, actor, {
        runId,
        decisionId,
        decision: 'APPROVED',
        at,
        signedInAt,
        prepared,
        details,
        atProvider,
      });
      const laboratoryId = actor.laboratory.id;
      await requestTimeStamp({ tx, jobs, timeStamps }, { decisionId, laboratoryId, at });
      await jobs.ask(tx, 'audit-heads', { data: { laboratoryId } });
      if (sends && row.laboratory.fileTransfer !== null)
        await requestDeliveryOnApproval({ tx, jobs }, actor, { runId, laboratoryId, now: at });
    },
  });
}

const trialError = ({ trialLots, status }: Run): AppError =>
  new AppError('illegal-transition', trialNotApproved(trialLots), { details: { status } });

async function rejectRun(
  { db, clock, jobs, signer, identityAdmin, timeStamps }: DecideNeeds,
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
      await signDecision({ tx, signer }, actor, {
        runId,
        decisionId,
        decision: 'REJECTED',
        at,
        signedInAt,
        prepared,
        details,
        atProvider,
      });
      const laboratoryId = actor.laboratory.id;
      await requestTimeStamp({ tx, jobs, timeStamps }, { decisionId, laboratoryId, at });
      await jobs.ask(tx, 'audit-heads', { data: { laboratoryId } });
    },
  });
}

const decidedBy = ({ userId, name }: LaboratoryCaller, at: Date) => ({
  decidedById: userId,
  decidedByName: name,
  decidedAt: at,
  runDateRecorded: true,
});

/** A run to decide on, and what its check is about. */
interface OpenedRun {
  readonly basis: CheckBasis;
  readonly run: Run;
}

async function openRun(
  db: Db,
  actor: LaboratoryCaller,
  wish: Obstacle & { readonly runId: string },
): Promise<OpenedRun> {
  const basis = await readBasis(db, actor, wish);
  return { basis, run: await getChangeableRun(db, actor, wish) };
}

/** A complete check, and what it is about. */
interface CheckedRun {
  readonly check: RunCheck;
  readonly basis: CheckBasis;
}

interface CheckWish {
  readonly opened: OpenedRun;
  readonly decision: CheckedDecision;
  readonly body: CheckedBody;
}

/** Evaluates the whole plate before the change, so that the run is not locked meanwhile. */
async function checkedRun(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: LaboratoryCaller,
  { opened: { run, basis }, decision, body: { shown, ...answers } }: CheckWish,
): Promise<CheckedRun> {
  const check = await currentCheck({ db, clock }, actor, { run, decision, basis });
  if (check.digest !== shown) {
    const { doubts } = changedParts(shown, check.digest);
    throw doubts ? doubtsChanged(check.lastChange) : rulesChanged();
  }
  for (const [answered, reason] of Object.entries(answers.overruled))
    if (reason !== undefined && isCommonReason(run.rules, reason))
      refuse(['overruled', answered], 'Give the reason for overriding the rule in your own words.');
  const open = checkDemands(check, answers).filter(({ isOpen }) => isOpen);
  if (open.length > 0) {
    const missing = open.map((demand) => demand.missing);
    throw new AppError('check-open', `Your laboratory requires ${missing.join(', ')}.`, {
      details: { open: open.map(({ kind, demand, subject }) => ({ kind, demand, subject })) },
    });
  }
  return { check, basis };
}

/** Under the lock of the run: verifies that the evaluated results are still current. @returns when they last changed */
async function refuseChanged(
  tx: Tx,
  actor: LaboratoryCaller,
  { runId, settled, check, basis }: CheckedRun & { readonly runId: string; readonly settled: SettledText },
): Promise<Date | null> {
  const { last, mark, lastMoment, rules } = await readLockedBasis(tx, actor, { runId });
  if (last?.id !== basis.last?.id || mark !== basis.mark || mark !== settled.mark)
    throw doubtsChanged(last && { byName: last.byName, at: last.at.toISOString() });
  if (!check.digest.endsWith(digestOfRules(rules(), check.decision))) throw rulesChanged();
  return lastMoment;
}

/** Happens without a change of the run, because the result of a control also depends on other runs. */
function doubtsChanged(last: RunCheck['lastChange']): AppError {
  const by = last === null ? '' : ` ${last.byName} changed this run last.`;
  return new AppError('stale', `The content of the check has changed since you opened it.${by}`, {
    details: { changed: 'doubts', by: last?.byName ?? null, at: last?.at ?? null },
  });
}

function rulesChanged(): AppError {
  const message = 'The rules of your laboratory have changed since you opened the check.';
  return new AppError('stale', message, { details: { changed: 'rules' } });
}
