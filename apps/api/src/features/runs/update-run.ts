import type { Issue, Run, UpdateRun } from '@curvewell/contracts';

import { recordAudit, staleError } from '../../audit.ts';
import type { Db, Tx } from '../../db.ts';
import { refuseIssues } from '../../errors.ts';
import type { LaboratoryCaller } from '../../http/access.ts';
import { changeRun } from './change-run.ts';
import { checkReferences } from './run-references.ts';
import { indexRuns } from './run-search.ts';

/**
 * Saves what a run says of its plate: its id, its kits and lots, its wells. What
 * the body does not name stays as it is.
 *
 * @throws AppError `not-found`, `illegal-transition` once interpreted, `stale`, `invalid-request`
 */
export async function updateRun(
  { db }: { readonly db: Db },
  actor: LaboratoryCaller,
  { runId, body }: { readonly runId: string; readonly body: UpdateRun },
): Promise<Run> {
  return changeRun(db, actor, {
    runId,
    needs: 'canConfigure',
    refusal: 'The wells of a run cannot be changed once it is interpreted.',
    change: async (tx, row) => {
      if (row.revision !== body.revision) throw await staleError(tx, 'run', runId);
      await checkReferences(tx, body);

      await saveFacts(tx, runId, body);
      if (body.kits !== undefined) await saveKits(tx, runId, body.kits);
      if (body.analyses !== undefined) await saveWells(tx, runId, body.analyses);
      await indexRuns(tx, runId);
      await recordAudit(tx, actor, {
        action: 'run.update',
        entity: 'run',
        entityId: runId,
        details: {
          revision: row.revision + 1,
          changed: Object.keys(body).filter((key) => key !== 'revision'),
        },
      });
    },
  });
}

async function saveFacts(tx: Tx, runId: string, { plateId, name }: UpdateRun): Promise<void> {
  await tx.run.update({
    where: { id: runId },
    data: {
      revision: { increment: 1 },
      ...(plateId === undefined ? {} : { plateId: plateId === '' ? null : plateId }),
      ...(name === undefined ? {} : { name }),
    },
  });
}

async function saveKits(tx: Tx, runId: string, kits: NonNullable<UpdateRun['kits']>): Promise<void> {
  await tx.runKit.deleteMany({ where: { runId } });
  for (const [order, { kitVersion, reactionBuffer, lots }] of kits.entries()) {
    await tx.runKit.create({
      data: {
        runId,
        order,
        kitVersionId: kitVersion.id,
        reactionBufferId: reactionBuffer?.id ?? null,
        lots: { create: lots.map(({ id }, place) => ({ lotId: id, order: place })) },
      },
    });
  }
}

/** One statement for all wells, however many: `analyses` of 384 wells in two channels are 768 rows. */
async function saveWells(tx: Tx, runId: string, analyses: NonNullable<UpdateRun['analyses']>): Promise<void> {
  const rows = analyses.flatMap(({ channel, wells }) =>
    Object.entries(wells).map(([position, well]) => ({
      channel,
      position,
      name: well.name === '' ? null : well.name,
      order_id: well.orderId === '' ? null : (well.orderId ?? null),
      keeps_order: well.orderId === undefined,
      sample_type: well.sampleType,
      kit_version_id: well.kitVersion?.id ?? null,
      lot_id: well.lot?.id ?? null,
      reaction_buffer_id: well.reactionBuffer?.id ?? null,
      expected_diagnostic_id: well.sampleType === 'STANDARD' ? (well.expectedDiagnostic?.id ?? null) : null,
    })),
  );
  const written = await tx.$executeRaw`
    UPDATE well w SET
      name = d.name, order_id = CASE WHEN d.keeps_order THEN w.order_id ELSE d.order_id END, sample_type = d.sample_type::sample_type, kit_version_id = d.kit_version_id, lot_id = d.lot_id,
      reaction_buffer_id = d.reaction_buffer_id, expected_diagnostic_id = d.expected_diagnostic_id
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d(channel text, position text, name text,
      order_id text, keeps_order boolean, sample_type text,
      kit_version_id uuid, lot_id uuid, reaction_buffer_id uuid, expected_diagnostic_id uuid)
    JOIN channel_analysis a ON a.run_id = ${runId}::uuid AND a.channel = d.channel::channel_name
    WHERE w.analysis_id = a.id AND w.position = d.position`;
  if (written !== rows.length) refuseIssues([noCurveIssue(rows.length - written)]);
  await saveUsedPairs(tx, runId);
}

function noCurveIssue(count: number): Issue {
  return {
    path: ['body', 'analyses'],
    message: `${count} of these wells have no curve in the files of the run.`,
  };
}

/** Notes which kits and buffers the wells are set to, for lists. */
export async function saveUsedPairs(tx: Tx, runId: string): Promise<void> {
  await tx.runUsedPair.deleteMany({ where: { runId } });
  await tx.$executeRaw`
    INSERT INTO run_used_pair (run_id, kit_version_id, reaction_buffer_id)
    SELECT DISTINCT run_id, kit_version_id, reaction_buffer_id FROM well
    WHERE run_id = ${runId}::uuid AND kit_version_id IS NOT NULL AND reaction_buffer_id IS NOT NULL`;
}
