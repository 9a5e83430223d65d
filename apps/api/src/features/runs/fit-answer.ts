import {
  fitAnswerSchema,
  unconfirmed,
  type FitAnswer,
  type Issue,
  type KitFitFinding,
  type UpdateRun,
} from '@curvewell/contracts';

import type { Tx } from '../../db.ts';
import { refuseIssues } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { fitOfRows, type RowPlace } from './kit-fit.ts';
import type { RunRow } from './run-state.ts';

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
  const known = former?.findings.map(({ key }) => key) ?? [];
  refuseIssues([
    ...byRow.flatMap(impossibleIssues),
    ...unconfirmedIssues(byRow, [...known, ...confirmedFit]),
  ]);
  await storeFit(tx, row.id, answerOf({ findings: byRow.flat(), former, actor, now }));
}

const impossibleIssues = (findings: readonly KitFitFinding[], row: number): Issue[] =>
  findings
    .filter(({ severity }) => severity === 'impossible')
    .map(({ kit, text }) => ({ path: ['body', 'kits', row], message: `${kit}: ${text}` }));

const unconfirmedIssues = (byRow: readonly KitFitFinding[][], confirmed: readonly string[]): Issue[] =>
  unconfirmed(byRow.flat(), confirmed).map(({ kit, text }) => ({
    path: ['body', 'confirmedFit'],
    message: `${kit}: ${text} Confirm that the run goes on.`,
  }));

interface Answering {
  readonly findings: readonly KitFitFinding[];
  readonly former: FitAnswer | null;
  readonly actor: LaboratoryCaller;
  readonly now: Date;
}

/** Who has confirmed less than is confirmed now is not said to have confirmed it. */
function answerOf({ findings, former, actor, now }: Answering): FitAnswer | null {
  if (findings.length === 0) return null;
  const isOfFormer = unconfirmed(findings, former?.findings.map(({ key }) => key) ?? []).length === 0;
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

/**
 * Compares once more, with the settings of now, before anything is computed.
 *
 * @throws AppError `invalid-request` like `saveFit`
 */
export async function requireFit(
  tx: Tx,
  { row, places }: { readonly row: RunRow; readonly places: readonly RowPlace[] },
): Promise<void> {
  const once = [...new Map(places.map((place) => [placeKey(place), place])).values()];
  const findings = (await fitOfRows(tx, { run: row, places: once })).flat();
  const known = storedFit(row.fitAnswer)?.findings.map(({ key }) => key) ?? [];
  const open = new Set(unconfirmed(findings, known));
  refuseIssues(
    findings
      .filter((finding) => finding.severity === 'impossible' || open.has(finding))
      .map(({ severity, kit, kitVersionId, text }) => ({
        path: ['kits', kitVersionId],
        message: `${kit}: ${text} ${severity === 'impossible' ? CHOOSE : CONFIRM}`,
      })),
  );
}

const placeKey = ({ kitVersionId, reactionBufferId }: RowPlace) =>
  `${kitVersionId} ${reactionBufferId ?? ''}`;

const CHOOSE = 'Choose a kit that fits this file in step 1.';
const CONFIRM = 'Confirm this in step 1.';
