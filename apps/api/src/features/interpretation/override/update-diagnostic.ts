import type { DiagnosticUpdate } from '@curvewell/contracts';
import {
  maySetDiagnostic,
  needsReason,
  sampleTypeSchema,
  effectiveChanges,
  UNDO_LIMIT_MS,
  type DiagnosticColor,
  type InterpretedWell,
} from '@curvewell/domain';

import { recordAudit } from '../../../audit/record-audit.ts';
import type { Clock } from '../../../clock.ts';
import { transaction, type Tx } from '../../../database/db.ts';
import { AppError, notFound, refuse } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../../actor.ts';
import { diagnosticColorOf, wellDiagnosticOf } from '../../diagnostics/index.ts';
import { changeWells } from '../../plate/index.ts';
import { changeLocked, readRules } from '../../runs/index.ts';
import type { AnalysisDependencies } from '../threads/analysis-workers.ts';
import { changeProof } from './change-proof.ts';
import { toInterpretedWell } from '../chart/chart-answer.ts';
import { chartWells } from '../chart/chart-wells.ts';
import { loadChartInput } from '../chart/interpreted-wells.ts';
import { explanationOf, loadResults } from '../results/load-results.ts';

interface Override {
  readonly runId: string;
  readonly wellIds: readonly string[];
  readonly change: DiagnosticUpdate;
}

interface Dependencies extends AnalysisDependencies {
  readonly clock: Clock;
}

/**
 * Overrides the suggested diagnostic of one well, or undoes the user's own last override. The suggestion is
 * kept.
 *
 * @throws AppError `not-found`, `illegal-transition`, `stale` when the change is no longer the last one
 *   or the replaced result no longer the current one, `invalid-request` for any number of wells other than one, a diagnostic that the well's sample type, kit,
 *   buffer
 *   and channel cannot have, a missing reason, or an override that cannot be undone
 */
export async function updateDiagnostic(
  { db, clock, analysisWorkers }: Dependencies,
  actor: LaboratoryCaller,
  { runId, wellIds, change }: Override,
): Promise<InterpretedWell[]> {
  const [wellId, ...others] = wellIds;
  if (wellId === undefined)
    throw new AppError('invalid-request', 'Diagnostic not updated: no well id provided');
  if (others.length > 0)
    throw new AppError('invalid-request', 'A diagnostic is updated for one well at a time.');

  const drawn = await drawnSlopes({ db, analysisWorkers }, actor, { runId, wellId });
  return transaction({ db, actor, on: runId }, async (tx) => {
    await changeLocked(tx, actor, {
      runId,
      permission: 'canUpdate',
      refusal: 'The results of this run can no longer be changed.',
      change: async (_, { analyserId }) => {
        const interpreted = await readWell(tx, { runId, wellId });
        const now = clock.now();
        const next =
          'undo' in change
            ? takenBack(interpreted, { changeId: change.undo, actor, now })
            : await changed(tx, interpreted, { actor, analyserId, change });
        await store(tx, interpreted, { runId, actor, next, now });
      },
    });
    const chart = await loadChartInput(tx, { runId, wellIds: [wellId], isDrawn: false });
    if (chart.interpretationId !== drawn.interpretationId) throw changedMeanwhile();
    return Array.from(chartWells({ ...chart, slopes: drawn.slopes }), toInterpretedWell);
  });
}

const changedMeanwhile = () => new AppError('stale', 'This result has been changed in the meantime.');

/** @param current The result that the caller was not shown. */
function replacedBy(current: WellToChange['initial']): AppError {
  if (current?.state !== 'UPDATED') return changedMeanwhile();
  const { byName: by, at } = current;
  return new AppError('stale', `${by} changed this result after it was shown to you.`, {
    details: { by, at: at.toISOString() },
  });
}

/** The slopes of a well, computed by a worker before the run is locked; none if the run belongs to another laboratory. */
async function drawnSlopes(
  { db, analysisWorkers }: Pick<Dependencies, 'db' | 'analysisWorkers'>,
  { laboratory }: LaboratoryCaller,
  { runId, wellId }: { readonly runId: string; readonly wellId: string },
) {
  const chart = await loadChartInput(db, { runId, wellIds: [wellId], laboratoryId: laboratory.id });
  const slopes = chart.slopes.length === 0 ? [] : await analysisWorkers.chartSlopes(chart);
  return { interpretationId: chart.interpretationId, slopes };
}

/** A well with its diagnostics: the suggested one, then overrides in order. */
async function readWell(tx: Tx, { runId, wellId }: { readonly runId: string; readonly wellId: string }) {
  const well = await tx.well.findFirst({
    where: { id: wellId, runId },
    include: { analysis: { select: { channel: true } } },
  });
  const interpretation = await tx.interpretation.findUnique({ where: { runId }, select: { id: true } });
  if (well === null || interpretation === null) throw notFound('well');
  const interpretationId = interpretation.id;
  const [result] = await loadResults(tx, interpretationId, [wellId]);
  if (result === undefined) throw notFound('well');
  const [initial, ...changes] = result.diagnostics;
  const effective = effectiveChanges(changes);
  return { interpretationId, well, explanation: explanationOf(result), initial, changes, effective };
}
type WellToChange = Awaited<ReturnType<typeof readWell>>;

/** The diagnostic that takes effect. */
interface Next {
  readonly color: DiagnosticColor | null;
  readonly comment: string | null;
  /** The reason of the override that takes effect. */
  readonly standsFor: string | null;
  readonly isUndo: boolean;
}

interface Changing {
  readonly actor: LaboratoryCaller;
  readonly analyserId: string;
  readonly change: Extract<DiagnosticUpdate, { readonly id: string | null }>;
}

async function changed(
  tx: Tx,
  { well, explanation, initial, effective }: WellToChange,
  { actor, analyserId, change }: Changing,
): Promise<Next> {
  const current = effective.at(-1) ?? initial;
  if (change.replaces !== undefined && change.replaces !== current?.id) throw replacedBy(current);
  const comment = change.comment ?? null;
  if (comment === null && needsReason(explanation, await readRules(tx, actor)))
    refuse(['comment'], 'Give a reason.');
  const color = change.id === null ? null : await colorOf(tx, { well, analyserId, id: change.id });
  if (color === undefined || !maySetDiagnostic(sampleTypeSchema.parse(well.sampleType), color))
    throw new AppError('invalid-request', 'This diagnostic is not available for the well.');
  return { color, comment, standsFor: comment ?? well.diagnosticComment, isUndo: false };
}

interface TakenBack {
  readonly changeId: string;
  readonly actor: LaboratoryCaller;
  readonly now: Date;
}

function takenBack({ initial, changes, effective }: WellToChange, { changeId, actor, now }: TakenBack): Next {
  const last = effective.at(-1);
  if (!changes.some(({ id }) => id === changeId)) throw notFound('change');
  if (last?.id !== changeId || changes.at(-1)?.id !== changeId) throw changedMeanwhile();
  if (last.byId !== actor.userId || now.getTime() - last.at.getTime() > UNDO_LIMIT_MS)
    throw new AppError('invalid-request', 'This change can no longer be undone. Set another result.');
  const former = effective.at(-2) ?? initial;
  const { diagnosticColor: color = null, comment = null } = former ? wellDiagnosticOf(former) : {};
  return { color, comment: null, standsFor: comment, isUndo: true };
}

interface Storing {
  readonly runId: string;
  readonly actor: LaboratoryCaller;
  readonly next: Next;
  readonly now: Date;
}

async function store(
  tx: Tx,
  { interpretationId, well, initial, changes, effective }: WellToChange,
  { runId, actor, next, now }: Storing,
): Promise<void> {
  const { color, comment, standsFor, isUndo } = next;
  const stored = await tx.interpretedWellDiagnostic.create({
    data: {
      interpretationId,
      wellId: well.id,
      laboratoryId: actor.laboratory.id,
      state: 'UPDATED',
      diagnosticColor: color ?? Prisma.DbNull,
      comment,
      isUndo,
      byId: actor.userId,
      byName: actor.name,
      at: momentAfter((changes.at(-1) ?? initial)?.at, now),
    },
  });
  if (standsFor !== well.diagnosticComment)
    await changeWells(tx, runId, { [well.id]: { diagnostic_comment: standsFor } });
  await tx.run.update({ where: { id: runId }, data: { revision: { increment: 1 } } });
  await recordAudit(tx, actor, {
    action: 'run.diagnostic',
    entity: 'run',
    entityId: runId,
    details: {
      wellId: well.id,
      position: well.position,
      from: (effective.at(-1) ?? initial)?.diagnosticColor ?? null,
      to: color,
      comment,
      ...(isUndo && { isUndo }),
      proof: changeProof(well, stored),
    },
  });
}

/**
 * The current time, but later than the replaced result even after the clock was set back, because the latest
 * diagnostic counts.
 */
const momentAfter = (last: Date | undefined, now: Date): Date =>
  last === undefined || last < now ? now : new Date(last.getTime() + 1);

interface OfferedTo {
  readonly well: WellToChange['well'];
  readonly analyserId: string;
  readonly id: string;
}

/**
 * A result of a control, or a diagnostic of the rules for the well's kit, buffer and channel; undefined:
 * neither.
 */
async function colorOf(
  tx: Tx,
  { well: { kitVersionId, reactionBufferId, analysis }, analyserId, id }: OfferedTo,
): Promise<DiagnosticColor | undefined> {
  const row = await tx.diagnosticColor.findFirst({
    where: {
      id,
      OR: [
        { kitId: null },
        {
          kit: { versions: { some: { id: kitVersionId ?? '' } } },
          rules: {
            some: { analyserId, reactionBufferId: reactionBufferId ?? '', channel: analysis.channel },
          },
        },
      ],
    },
  });
  return row === null ? undefined : diagnosticColorOf(row);
}
