import { isDeepStrictEqual } from 'node:util';

import type { CheckedBody } from '@curvewell/contracts';
import {
  changedParts,
  checkDemands,
  isCommonReason,
  resultRulesSchema,
  type CheckedDecision,
  type Run,
  type RunCheck,
  type RunPermissions,
} from '@curvewell/domain';

import type { Dependencies } from '../../dependencies.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import type { Db, Tx } from '../../database/db.ts';
import { AppError, refuse } from '../../errors.ts';
import { getChangeableRun } from '../runs/index.ts';
import type { SettledText } from './decision-record.ts';
import { currentCheck, digestOfRules } from './read-check.ts';
import { readBasis, readLockedBasis, type CheckBasis } from './run-basis.ts';

/** The permission that a decision needs, and the message without it. */
export interface Obstacle {
  readonly permission: keyof RunPermissions;
  readonly refusal: string;
}

/** A run to decide on, and the data that its check is based on. */
interface OpenedRun {
  readonly basis: CheckBasis;
  readonly run: Run;
}

export async function openRun(
  db: Db,
  actor: LaboratoryCaller,
  wish: Obstacle & { readonly runId: string },
): Promise<OpenedRun> {
  const basis = await readBasis(db, actor, wish);
  return { basis, run: await getChangeableRun(db, actor, wish) };
}

/** A complete check, and the data that it is based on. */
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
export async function checkedRun(
  { db, clock }: Dependencies,
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

/** Verifies under the lock of the run that the evaluated results are still current. @returns when they last changed */
export async function refuseStaleCheck(
  tx: Tx,
  actor: LaboratoryCaller,
  { runId, settled, check, basis }: CheckedRun & { readonly runId: string; readonly settled: SettledText },
): Promise<Date | null> {
  const { last, mark, lastMoment, rules } = await readLockedBasis(tx, actor, { runId });
  const now = rules();
  const hasSameRules = isDeepStrictEqual(resultRulesSchema.strip().parse(now), check.resultRules);
  if (last?.id !== basis.last?.id || mark !== basis.mark || mark !== settled.mark || !hasSameRules)
    throw doubtsChanged(last && { byName: last.byName, at: last.at.toISOString() });
  if (!check.digest.endsWith(digestOfRules(now, check.decision))) throw rulesChanged();
  return lastMoment;
}

/** Also occurs without a change of the run, because the result of a control also depends on other runs. */
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
