import type { DiagnosticColor, InterpretedWell } from '@curvewell/contracts';

import { recordAudit } from '../../audit.ts';
import type { Clock } from '../../clock.ts';
import { type Db, transaction, type Tx } from '../../db.ts';
import { AppError, notFound, refuse } from '../../errors.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { diagnosticColorOf } from '../diagnostics/index.ts';
import { changeLocked, readRules } from '../runs/index.ts';
import { sentWell } from './chart-answer.ts';
import { chartWells } from './chart-wells.ts';
import { loadChartInput } from './interpreted-wells.ts';

interface Override {
  readonly runId: string;
  readonly wellIds: readonly string[];
  readonly diagnosticColorId: string;
  /** Why. */
  readonly comment: string | null;
}

/**
 * Sets the diagnostic of one well beside the suggested one, which stays.
 *
 * @throws AppError `not-found`, `illegal-transition`, `invalid-request` for another number of
 *   wells than one, a diagnostic that the well's kit, buffer and channel cannot give, or no reason where one is needed
 */
export async function updateDiagnostic(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  actor: LaboratoryCaller,
  { runId, wellIds, diagnosticColorId, comment }: Override,
): Promise<InterpretedWell[]> {
  const [wellId, ...others] = wellIds;
  if (wellId === undefined)
    throw new AppError('invalid-request', 'Diagnostic not updated: no well id provided');
  if (others.length > 0)
    throw new AppError('invalid-request', 'A diagnostic is updated for one well at a time.');

  return transaction({ db, actor, on: runId }, async (tx) => {
    await changeLocked(tx, actor, {
      runId,
      needs: 'canUpdate',
      refusal: 'The results of this run can no longer be changed.',
      change: async (_, { analyserId }) => {
        const { overrideNeedsReason } = await readRules(tx, actor);
        if (overrideNeedsReason && comment === null) refuse(['comment'], 'Give a reason.');
        const interpreted = await tx.interpretedWell.findFirst({
          where: { wellId, interpretation: { runId } },
          include: {
            // One set by hand counts, also where it was set before the run was interpreted anew.
            diagnostics: { orderBy: [{ state: 'desc' }, { at: 'desc' }], take: 1 },
            well: { include: { analysis: { select: { channel: true } } } },
          },
        });
        const well = interpreted?.well ?? null;
        if (interpreted === null || well === null) throw notFound('well');
        const color = await offeredColor(tx, { ...well, analyserId, diagnosticColorId });
        await tx.interpretedWellDiagnostic.create({
          data: {
            interpretedWellId: interpreted.id,
            laboratoryId: actor.laboratory.id,
            state: 'UPDATED',
            diagnosticColor: color,
            comment,
            byId: actor.userId,
            byName: actor.name,
            at: momentAfter(interpreted.diagnostics[0]?.at, clock.now()),
          },
        });
        if (comment !== null)
          await tx.well.update({ where: { id: wellId }, data: { diagnosticComment: comment } });
        await tx.run.update({ where: { id: runId }, data: { revision: { increment: 1 } } });
        await recordAudit(tx, actor, {
          action: 'run.diagnostic',
          entity: 'run',
          entityId: runId,
          details: {
            wellId,
            position: well.position,
            from: interpreted.diagnostics[0]?.diagnosticColor ?? null,
            to: color,
            comment,
          },
        });
      },
    });
    return Array.from(chartWells(await loadChartInput(tx, { runId, wellIds: [wellId] })), sentWell);
  });
}

/** Now. Where the clock was set back, the moment after the result that it replaces: of a well the last one counts. */
const momentAfter = (last: Date | undefined, now: Date): Date =>
  last === undefined || last < now ? now : new Date(last.getTime() + 1);

interface OfferedTo {
  readonly kitVersionId: string | null;
  readonly reactionBufferId: string | null;
  readonly analyserId: string;
  readonly analysis: { readonly channel: 'FAM' | 'TEXAS_RED' };
  readonly diagnosticColorId: string;
}

/** A result of a control, or one that a rule of the well's kit, buffer and channel names. */
async function offeredColor(
  tx: Tx,
  { kitVersionId, reactionBufferId, analyserId, analysis, diagnosticColorId }: OfferedTo,
): Promise<DiagnosticColor> {
  const row = await tx.diagnosticColor.findFirst({
    where: {
      id: diagnosticColorId,
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
  if (row === null) throw new AppError('invalid-request', 'This well cannot be given that diagnostic.');
  return diagnosticColorOf(row);
}
