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
 * Compares the kits of a save with the run's files, and stores the caller's confirmations. An earlier
 * confirmation stays valid while its sentence is unchanged.
 *
 * @throws AppError `invalid-request` for an unusable kit, or an unconfirmed mismatch
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
  await storeFit(tx, row, answerOf({ findings: byRow.flat(), former, actor, now }));
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

/** Keeps the earlier confirmation, with its user, when it covers at least the current findings. */
function answerOf({ findings, former, actor, now }: Answering): FitAnswer | null {
  if (findings.length === 0) return null;
  const isOfFormer = unconfirmedFindings(findings, former?.findings.map(({ key }) => key) ?? []).length === 0;
  return former !== null && isOfFormer
    ? { ...former, findings: [...findings] }
    : { findings: [...findings], byName: actor.name, at: now.toISOString() };
}

async function storeFit(tx: Tx, { id, fitAnswer }: RunRow, answer: FitAnswer | null): Promise<void> {
  if (answer === null && fitAnswer === null) return;
  await tx.run.update({
    where: { id },
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
 * Repeats the comparison with the current settings before an interpretation.
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
 * The unconfirmed findings of an interpreted run with the current settings.
 *
 * @throws AppError `invalid-request` for an unusable kit
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
 * Stores the confirmed findings with an interpretation; those that no longer apply are omitted.
 *
 * @throws AppError `invalid-request` for an unconfirmed mismatch
 */
export async function keepFit(
  tx: Tx,
  actor: LaboratoryCaller,
  { confirmedFit, now, ...of }: Confirmed,
): Promise<void> {
  const findings = await findingsOf(tx, of);
  refuseIssues(unconfirmedIssues([findings], [...knownKeys(of.row), ...confirmedFit]));
  const former = storedFit(of.row.fitAnswer);
  await storeFit(tx, of.row, answerOf({ findings, former, actor, now }));
}

const placeKey = ({ kitVersionId, reactionBufferId }: RowPlace) =>
  `${kitVersionId} ${reactionBufferId ?? ''}`;

const CHOOSE = 'Choose a kit that fits this file in step 1.';
const CONFIRM = 'Confirm this in step 1.';
