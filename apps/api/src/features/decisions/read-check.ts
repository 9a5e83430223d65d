import {
  CHECK_NOT_KEPT,
  doubtKindSchema,
  DOUBTS_DIGITS,
  effectiveDemands,
  factsOf,
  isFactKind,
  MAX_SIGN_IN_AGE_S,
  resultRulesSchema,
  runCheckSchema,
  runDoubts,
  type CheckedDecision,
  type DoubtKind,
  type LaboratoryRules,
  type Run,
  type RunCheck,
  type RunDoubts,
} from '@curvewell/domain';
import { sha256 } from '@curvewell/domain/record';

import type { Dependencies } from '../../dependencies.ts';
import type { Db } from '../../database/db.ts';
import { AppError } from '../../errors.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { drawnWells, type StoredChart } from '../interpretation/chart/stored-slopes.ts';
import { loadChartInput } from '../interpretation/index.ts';
import { getRun } from '../runs/index.ts';
import { readBasis, type CheckBasis } from './run-basis.ts';

interface CheckQuery {
  readonly runId: string;
  readonly decision: CheckedDecision;
}

/**
 * The check of a decision: as signed, or as it stands now when the decision is open.
 *
 * @throws AppError `not-found`, also when the decision was made before checks were stored
 */
export async function readCheck(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  query: CheckQuery,
): Promise<RunCheck> {
  const { db } = dependencies;
  const basis = await readBasis(db, actor, query);
  const run = await getRun(db, actor, { runId: query.runId, shelf: 'any' });
  if (!isDecided(run, query.decision)) return currentCheck(dependencies, actor, { ...query, run, basis });
  const check = await keptCheck(db, run, query.decision);
  if (check === null) throw new AppError('not-found', `${CHECK_NOT_KEPT[query.decision]}.`);
  return check;
}

export type ReportedCheck =
  | { readonly check: RunCheck }
  /** No check was stored, and the reason. */
  | { readonly check: null; readonly why: string };

/** By the status of the run: the check of the last decision, or of the next one, of the calls that the report shows. */
export async function checkForReport(
  dependencies: Dependencies,
  actor: LaboratoryCaller,
  { run, chart }: { readonly run: Run; readonly chart: StoredChart },
): Promise<ReportedCheck> {
  const { db } = dependencies;
  const decision = REPORTED[run.status];
  if (!isDecided(run, decision)) {
    const basis = await readBasis(db, actor, { runId: run.id });
    return { check: await currentCheck(dependencies, actor, { decision, run, basis, chart }) };
  }
  const check = await keptCheck(db, run, decision);
  if (check !== null) return { check };
  const later = await db.runDecision.count({ where: { runId: run.id } });
  return { check, why: CHECK_NOT_KEPT[later === 0 ? 'approve' : 'submit'] };
}

/** A rejection has no check of its own; it refers to the submitted one. */
const REPORTED: Record<Run['status'], CheckedDecision> = {
  RUN_TO_INTERPRET: 'submit',
  WAIT_FOR_APPROVAL: 'approve',
  APPROVED: 'approve',
  REJECTED: 'submit',
};

const isDecided = ({ status }: Pick<Run, 'status'>, decision: CheckedDecision): boolean =>
  decision === 'submit' ? status !== 'RUN_TO_INTERPRET' : status === 'APPROVED';

/** The stored check with its answers; null: decided before checks were stored. */
async function keptCheck(
  db: Db,
  { id: runId }: Pick<Run, 'id'>,
  decision: CheckedDecision,
): Promise<RunCheck | null> {
  const row = await db.runDecision.findFirst({
    where: { runId, decision },
    orderBy: { at: 'desc' },
    select: { check: true },
  });
  return row === null ? null : runCheckSchema.parse(row.check);
}

/** A trial run cannot be approved, so no answers are required; doubts are still shown. */
const NOTES_ONLY = Object.fromEntries(
  doubtKindSchema.options.map((kind) => [kind, 'note']),
) as LaboratoryRules['approve']; // one for each kind

interface Asked {
  readonly run: Run;
  readonly decision: CheckedDecision;
  /** Read before the run. */
  readonly basis: CheckBasis;
  /** Omitted: not read yet. */
  readonly chart?: StoredChart;
}

export async function currentCheck(
  { db, clock }: Dependencies,
  actor: LaboratoryCaller,
  { run, decision, basis: { last, seenWellIds }, chart }: Asked,
): Promise<RunCheck> {
  const { id: runId, rules } = run;
  const stored = chart ?? (await loadChartInput(db, { runId, isDrawn: false }));
  const called = [...drawnWells({ ...stored, slopes: [], curves: [] })];
  const doubts = runDoubts({ run, called, now: clock.now() });
  return {
    decision,
    doubts,
    demands: run.isTrial && decision === 'approve' ? NOTES_ONLY : effectiveDemands(rules, decision, doubts),
    resultRules: resultRulesSchema.strip().parse(rules),
    seenWellIds: [...seenWellIds],
    digests: digestsOf(doubts),
    digest: `${digestOfShown(doubts, last)}${digestOfRules(rules, decision)}`,
    lastChange: last && { byName: last.byName, at: last.at.toISOString() },
    mustSignIn: decision === 'approve' && mustSignIn(actor, { rules, now: clock.now() }),
    signed: null,
  };
}

/**
 * Digest of the run as the caller saw it. The doubts do not contain all that is signed: comments, names, and which well
 * has which result are not in the counts. So the digest covers the last change of the run as well.
 */
const digestOfShown = (doubts: RunDoubts, last: CheckBasis['last']): string =>
  sha256(JSON.stringify([doubts, last?.id ?? null])).slice(0, DOUBTS_DIGITS);

/** Digest of the laboratory's rules that the check shows. */
export const digestOfRules = (rules: LaboratoryRules, decision: CheckedDecision): string =>
  sha256(JSON.stringify([rules[decision], rules.commonReasons.control])).slice(DOUBTS_DIGITS);

/** Whether a decision now requires a new sign-in. */
export function mustSignIn(
  { signedInAt, lacksAcr }: Pick<LaboratoryCaller, 'signedInAt' | 'lacksAcr'>,
  { rules, now }: { readonly rules: Pick<LaboratoryRules, 'signInAgain'>; readonly now: Date },
): boolean {
  if (!rules.signInAgain) return false;
  if (lacksAcr !== undefined) return true;
  return signedInAt === null || now.getTime() - signedInAt.getTime() > MAX_SIGN_IN_AGE_S * 1000;
}

function digestsOf(doubts: RunDoubts): Record<DoubtKind, string> {
  const digests = doubtKindSchema.options.map((kind) => {
    const found = isFactKind(kind) ? factsOf(doubts, kind) : doubts[kind];
    return [kind, sha256(JSON.stringify(found))] as const;
  });
  return Object.fromEntries(digests) as Record<DoubtKind, string>; // one for each kind
}
