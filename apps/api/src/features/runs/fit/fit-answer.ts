import type { UpdateRun } from '@curvewell/contracts';
import {
  fitAnswerSchema,
  unconfirmedFindings,
  type FitAnswer,
  type Issue,
  type KitFitFinding,
} from '@curvewell/domain';

import type { Tx } from '../../../database/db.ts';
import { refuseIssues } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { fitOfRows, type RowPlace } from './kit-fit.ts';
import type { RunRow } from '../read/run-state.ts';

export const storedFit = (value: unknown): FitAnswer | null => fitAnswerSchema.nullable().parse(value);

interface SavedFit {
  readonly row: RunRow;
  readonly body: UpdateRun;
  readonly now: Date;
}

/**
 * Compares the kits of a save with the files of the run, and keeps what the caller confirms of it. What was confirmed
 * before stays confirmed as long as the sentence is the same.
 *
 * @throws AppError `invalid-request` for a kit that cannot work, and for a doubt that nobody has confirmed
 */
export async function saveFit(tx: Tx, actor: LaboratoryCaller, { row, body, now }: SavedFit): Promise<void> {
  const { kits, confirmedFit = [] } = body;
  if (kits === undefined) return;
  const places = kits.map(({ kitVersion, reactionBuffer }) => ({
    kitVersionId: kitVersion.id,
    reactionBufferId: reactionBuffer?.id ?? null,
  }));
  const byRow = await fitOfRows(tx, { run: row, places });
  const former = storedFit(row.fitAnswer);
  refuseIssues([
    ...byRow.flatMap(impossibleIssues),
    ...unconfirmedIssues(byRow, [...knownKeys(row), ...confirmedFit]),
  ]);
  await storeFit(tx, row.id, answerOf({ findings: byRow.flat(), former, actor, now }));
}

const impossibleIssues = (findings: readonly KitFitFinding[], row: number): Issue[] =>
  findings
    .filter(({ severity }) => severity === 'impossible')
    .map(({ kit, text }) => ({ path: ['body', 'kits', row], message: `${kit}: ${text}` }));

const unconfirmedIssues = (byRow: readonly KitFitFinding[][], confirmed: readonly string[]): Issue[] =>
  unconfirmedFindings(byRow.flat(), confirmed).map(({ kit, text }) => ({
    path: ['body', 'confirmedFit'],
    message: `${kit}: ${text} Confirm that you want to continue.`,
  }));

interface Answering {
  readonly findings: readonly KitFitFinding[];
  readonly former: FitAnswer | null;
  readonly actor: LaboratoryCaller;
  readonly now: Date;
}

/** A user who confirmed less than is confirmed now is not named for it. */
function answerOf({ findings, former, actor, now }: Answering): FitAnswer | null {
  if (findings.length === 0) return null;
  const isOfFormer = unconfirmedFindings(findings, former?.findings.map(({ key }) => key) ?? []).length === 0;
  return former !== null && isOfFormer
    ? { ...former, findings: [...findings] }
    : { findings: [...findings], byName: actor.name, at: now.toISOString() };
}

async function storeFit(tx: Tx, runId: string, answer: FitAnswer | null): Promise<void> {
  await tx.run.update({
    where: { id: runId },
    data: { fitAnswer: answer ?? Prisma.DbNull },
    select: { id: true },
  });
}

/** The kits and buffers of the wells of a run. */
interface FitOf {
  readonly row: RunRow;
  readonly places: readonly RowPlace[];
}

const findingsOf = async (tx: Tx, { row, places }: FitOf): Promise<KitFitFinding[]> =>
  (
    await fitOfRows(tx, {
      run: row,
      places: [...new Map(places.map((place) => [placeKey(place), place])).values()],
    })
  ).flat();

const knownKeys = ({ fitAnswer }: RunRow): string[] =>
  storedFit(fitAnswer)?.findings.map(({ key }) => key) ?? [];

const issueOf = ({ kit, kitVersionId, text }: KitFitFinding, advice: string): Issue => ({
  path: ['kits', kitVersionId],
  message: `${kit}: ${text} ${advice}`.trim(),
});

/**
 * Compares once more, with the current settings, before anything is computed.
 *
 * @throws AppError `invalid-request` like `saveFit`
 */
export async function requireFit(tx: Tx, of: FitOf): Promise<void> {
  const findings = await findingsOf(tx, of);
  const open = new Set(unconfirmedFindings(findings, knownKeys(of.row)));
  refuseIssues(
    findings.flatMap((finding) => {
      if (finding.severity === 'impossible') return [issueOf(finding, CHOOSE)];
      return open.has(finding) ? [issueOf(finding, CONFIRM)] : [];
    }),
  );
}

/**
 * What nobody has confirmed of a run that is interpreted already, with the current settings.
 *
 * @throws AppError `invalid-request` for a kit that cannot work
 */
export async function openFit(tx: Tx, of: FitOf): Promise<readonly KitFitFinding[]> {
  const findings = await findingsOf(tx, of);
  refuseIssues(
    findings.filter(({ severity }) => severity === 'impossible').map((finding) => issueOf(finding, '')),
  );
  return unconfirmedFindings(findings, knownKeys(of.row));
}

interface Confirmed extends FitOf {
  readonly confirmedFit: readonly string[];
  readonly now: Date;
}

/**
 * Keeps with an interpretation what was confirmed of its kits: what no longer holds is omitted.
 *
 * @throws AppError `invalid-request` for a doubt that nobody has confirmed
 */
export async function keepFit(
  tx: Tx,
  actor: LaboratoryCaller,
  { confirmedFit, now, ...of }: Confirmed,
): Promise<void> {
  const findings = await findingsOf(tx, of);
  refuseIssues(unconfirmedIssues([findings], [...knownKeys(of.row), ...confirmedFit]));
  const former = storedFit(of.row.fitAnswer);
  await storeFit(tx, of.row.id, answerOf({ findings, former, actor, now }));
}

const placeKey = ({ kitVersionId, reactionBufferId }: RowPlace) =>
  `${kitVersionId} ${reactionBufferId ?? ''}`;

const CHOOSE = 'Choose a kit that fits this file in step 1.';
const CONFIRM = 'Confirm this in step 1.';
