import { createHash } from 'node:crypto';

import {
  doubtKindSchema,
  DOUBTS_DIGITS,
  effectiveDemands,
  factsOf,
  isFactKind,
  MAX_SIGN_IN_AGE_S,
  runChangeSchema,
  runCheckSchema,
  runDoubts,
  type CheckedDecision,
  type DoubtKind,
  type LaboratoryRules,
  type Run,
  type RunCheck,
  type RunDoubts,
} from '@curvewell/contracts';

import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../db.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { chartWells } from '../interpretation/chart-wells.ts';
import { loadChartInput } from '../interpretation/index.ts';
import { getRun } from '../runs/index.ts';
import { seenWellIds } from './seen-wells.ts';

interface CheckNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

interface Asked {
  readonly runId: string;
  readonly decision: CheckedDecision;
}

/**
 * The check before a decision: as it was signed, or else as it stands now.
 *
 * @throws AppError `not-found`
 */
export async function readCheck(needs: CheckNeeds, actor: LaboratoryCaller, asked: Asked): Promise<RunCheck> {
  const { db } = needs;
  const run = await getRun(db, actor, { runId: asked.runId, shelf: 'any' });
  return (await signedCheck(db, run, asked.decision)) ?? currentCheck(needs, actor, { ...asked, run });
}

/** As somebody has answered it; null: that is not decided. */
async function signedCheck(
  db: Db,
  run: Pick<Run, 'id' | 'status'>,
  decision: CheckedDecision,
): Promise<RunCheck | null> {
  const isDecided = decision === 'submit' ? run.status !== 'RUN_TO_INTERPRET' : run.status === 'APPROVED';
  if (!isDecided) return null;
  const row = await db.runDecision.findFirst({
    where: { runId: run.id, decision },
    orderBy: { at: 'desc' },
    select: { check: true },
  });
  return row === null ? null : runCheckSchema.parse(row.check);
}

/** A trial cannot be approved, so an answer would lead nowhere; the doubts are still shown. */
const NOTHING_ASKED = Object.fromEntries(
  doubtKindSchema.options.map((kind) => [kind, 'note']),
) as LaboratoryRules['approve']; // one for each kind

/** As it stands now. */
export async function currentCheck(
  { db, clock }: CheckNeeds,
  actor: LaboratoryCaller,
  { run, decision }: { readonly run: Run; readonly decision: CheckedDecision },
): Promise<RunCheck> {
  const { id: runId, rules } = run;
  const called = [...chartWells(await loadChartInput(db, { runId, isDrawn: false }))];
  const doubts = runDoubts({ run, called });
  const last = await lastChange(db, runId);
  return {
    decision,
    doubts,
    demands:
      run.isTrial && decision === 'approve' ? NOTHING_ASKED : effectiveDemands(rules, decision, doubts),
    seenWellIds: await seenWellIds(db, actor, { runId }),
    digests: digestsOf(doubts),
    digest: `${sha256(doubts).slice(0, DOUBTS_DIGITS)}${digestOfRules(rules, decision)}`,
    lastChange: last && { byName: last.actorName, at: last.at.toISOString() },
    mustSignIn: decision === 'approve' && mustSignIn(actor, { rules, now: clock.now() }),
    signed: null,
  };
}

/** Of all that the check shows of what the laboratory asks for. */
export const digestOfRules = (rules: LaboratoryRules, decision: CheckedDecision): string =>
  sha256([rules[decision], rules.commonReasons.control]).slice(DOUBTS_DIGITS);

/** Whether somebody who decides now has to sign in again first. */
export function mustSignIn(
  { signedInAt }: Pick<LaboratoryCaller, 'signedInAt'>,
  { rules, now }: { readonly rules: Pick<LaboratoryRules, 'signInAgain'>; readonly now: Date },
): boolean {
  if (!rules.signInAgain) return false;
  return signedInAt === null || now.getTime() - signedInAt.getTime() > MAX_SIGN_IN_AGE_S * 1000;
}

/** The last entry of the audit trail on what changes a run: two of them are one as long as nobody has changed it. */
export async function lastChange(db: Db | Tx, runId: string) {
  return db.auditEvent.findFirst({
    where: { entity: 'run', entityId: runId, action: { in: runChangeSchema.options } },
    orderBy: { id: 'desc' },
    select: { id: true, actorName: true, at: true },
  });
}

function digestsOf(doubts: RunDoubts): Record<DoubtKind, string> {
  const digests = doubtKindSchema.options.map((kind) => {
    const told = isFactKind(kind) ? factsOf(doubts, kind) : doubts[kind];
    return [kind, sha256(told)] as const;
  });
  return Object.fromEntries(digests) as Record<DoubtKind, string>; // one for each kind
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
