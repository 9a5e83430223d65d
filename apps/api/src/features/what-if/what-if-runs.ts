import type { WhatIfRequest, WhatIfRun } from '@curvewell/contracts';
import {
  configurationSnapshotSchema,
  diagnosticColorSchema,
  type DiagnosticColor,
  type DyeCompensation,
} from '@curvewell/domain';
import { z } from 'zod';

import { readRows, type Db } from '../../database/db.ts';
import { visibleKit } from '../../database/kit-scope.ts';
import { notFound } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LaboratoryCaller } from '../../actor.ts';
import { readAs, type ReadAs } from '../interpretation/index.ts';
import { onShelf } from '../runs/index.ts';
import type { SampleSettings } from './compared-samples.ts';

/**
 * The interpreted runs of the laboratory to evaluate settings on, newest first.
 *
 * @throws AppError `not-found` when the kit, the buffer, the version or the analyser does not exist
 */
export async function whatIfRuns(
  db: Db,
  actor: LaboratoryCaller,
  evaluation: WhatIfRequest,
): Promise<WhatIfRun[]> {
  const { kitId, kitVersionId, reactionBufferId, analyserId, last, status, from } = evaluation;
  const place = { kitId, reactionBufferId, kit: visibleKit(actor) };
  if ((await db.kitReactionBuffer.count({ where: place })) === 0) throw notFound('kit');
  if (kitVersionId !== null && (await db.kitVersion.count({ where: { id: kitVersionId, kitId } })) === 0)
    throw notFound('kit version');
  if ((await db.analyser.count({ where: { id: analyserId } })) === 0) throw notFound('analyser');
  const rows = await readRows<Omit<WhatIfRun, 'runDate'> & { runDate: Date }>(
    db,
    Prisma.sql`
      SELECT r.id AS "runId", r.business_id AS "businessId", r.run_date AS "runDate", r.status
      FROM run r
      WHERE ${onShelf(actor, 'live')} AND r.interpreted_at IS NOT NULL AND r.analyser_id = ${analyserId}::uuid
        AND ${status === 'APPROVED' ? Prisma.sql`r.status = 'APPROVED'` : Prisma.sql`true`}
        AND ${from === null ? Prisma.sql`true` : Prisma.sql`r.run_date >= ${from}::date`}
        AND EXISTS (SELECT FROM run_used_pair u JOIN kit_version v ON v.id = u.kit_version_id
          WHERE u.run_id = r.id AND v.kit_id = ${kitId}::uuid AND u.reaction_buffer_id = ${reactionBufferId}::uuid)
      ORDER BY r.run_date DESC, r.business_id DESC LIMIT ${last}`,
  );
  return rows.map((row) => ({ ...row, runDate: new Date(row.runDate).toISOString() }));
}

const storedRunSchema = z.object({
  algorithmVersion: z.string(),
  configuration: configurationSnapshotSchema,
  /** JSON text, which a thread parses. */
  wells: z.string(),
  kit: z.string(),
  diagnostics: z.array(diagnosticColorSchema),
});

/** An interpreted run; only its wells with the kit and the buffer. */
interface StoredRun {
  readonly algorithmVersion: string;
  /** The settings of its wells. */
  readonly then: readonly (ReadAs & SampleSettings)[];
  readonly wells: string;
  readonly kit: string;
  /** Of the kit, as they are now. */
  readonly diagnostics: readonly DiagnosticColor[];
  /** The cross-talk that was subtracted from its curves. */
  readonly compensation: DyeCompensation | undefined;
}

/** @returns null when its results were deleted meanwhile. @throws ZodError for an invalid row */
export async function loadStoredRun(
  db: Db,
  { runId }: Pick<WhatIfRun, 'runId'>,
  { kitId, reactionBufferId }: WhatIfRequest,
): Promise<StoredRun | null> {
  const [row] = await readRows(
    db,
    Prisma.sql`
      SELECT i.algorithm_version AS "algorithmVersion", i.configuration, (
        SELECT coalesce(json_agg(json_build_object(
          'wellId', w.id, 'position', w.position, 'name', w.name, 'orderId', w.order_id, 'lotId', w.lot_id,
          'reactionBufferId', w.reaction_buffer_id, 'sampleType', w.sample_type,
          'expected', x.diagnostic_name,
          'channel', a.channel, 'kitVersionId', w.kit_version_id, 'version', v.version,
          'explanation', result.explanation, 'override', coalesce(changed.overrides, '[]'))), '[]')::text
        FROM results_of(i.id) result
          JOIN well w ON w.id = result.well_id AND w.run_id = i.run_id
          LEFT JOIN (SELECT d.well_id, json_agg(json_build_object(
              'diagnostic', d.diagnostic_color->'diagnostic'->>'name', 'isUndo', d.is_undo) ORDER BY d.at, d.id) AS overrides
            FROM diagnostics_of(i.id) d WHERE d.state = 'UPDATED' GROUP BY d.well_id) changed ON changed.well_id = w.id
          JOIN channel_analysis a ON a.id = w.analysis_id
          JOIN kit_version v ON v.id = w.kit_version_id
          LEFT JOIN diagnostic_color x ON x.id = w.expected_diagnostic_id
        WHERE v.kit_id = ${kitId}::uuid
          AND w.reaction_buffer_id = ${reactionBufferId}::uuid
      ) AS wells, (
        SELECT k.name FROM kit k WHERE k.id = ${kitId}::uuid) AS kit, (
        SELECT coalesce(json_agg(json_strip_nulls(json_build_object('id', c.id, 'diagnostic', json_build_object('name', c.diagnostic_name, 'label', c.diagnostic_name),
          'diagnosticLabel', c.label, 'color', c.color, 'letters', c.letters, 'meaning', c.meaning))), '[]')
        FROM diagnostic_color c WHERE c.kit_id = ${kitId}::uuid) AS diagnostics
      FROM interpretation i WHERE i.run_id = ${runId}::uuid`,
  );
  if (row === undefined) return null;
  const { algorithmVersion, configuration, wells, kit, diagnostics } = storedRunSchema.parse(row);
  const then = configuration.assays
    .filter((assay) => assay.reactionBufferId === reactionBufferId)
    .map((assay) => {
      const { replicates, channelRules } = assay;
      return { ...readAs(assay), replicates, channelRules };
    });
  return { algorithmVersion, then, wells, kit, diagnostics, compensation: configuration.compensation };
}
