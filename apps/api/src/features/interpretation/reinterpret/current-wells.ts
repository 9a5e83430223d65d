import {
  callExplanationSchema,
  channelNameSchema,
  diagnosticColorSchema,
  idSchema,
  interpretedWellDiagnosticSchema,
  positionSchema,
  configurationSnapshotSchema,
  effectiveChanges,
  type ConfigurationSnapshot,
} from '@curvewell/domain';
import { z } from 'zod';

import { readRows, type Tx } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** The current state of a well, with its result if it has one. */
export const currentWellSchema = z.object({
  wellId: idSchema,
  position: positionSchema,
  channel: channelNameSchema,
  name: z.string().nullable(),
  /** The kit version, buffer and channel whose settings were used. */
  assay: z.string(),
  result: z
    .object({
      explanation: callExplanationSchema,
      diagnosticColor: diagnosticColorSchema.nullable(),
      /** The last override that was not undone. */
      override: z
        .array(interpretedWellDiagnosticSchema)
        .transform((changes) => effectiveChanges(changes).at(-1) ?? null),
    })
    .nullable(),
});
export type CurrentWell = z.infer<typeof currentWellSchema>;

/** The current interpretation of a run. */
export interface CurrentInterpretation {
  readonly trace: {
    readonly algorithmVersion: string;
    readonly softwareVersion: string;
    readonly configurationSha256: string;
    readonly byName: string;
    readonly at: string;
  };
  readonly snapshot: ConfigurationSnapshot;
  /** JSON text, which a thread parses. */
  readonly wells: string;
}

const rowSchema = z.object({
  algorithmVersion: z.string(),
  softwareVersion: z.string(),
  configurationSha256: z.string(),
  byName: z.string(),
  at: z.date(),
  configuration: configurationSnapshotSchema,
  wells: z.string(),
});

const INSTANT = Prisma.sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** @throws AppError `illegal-transition` when the run has no results any more */
export async function loadCurrentInterpretation(tx: Tx, runId: string): Promise<CurrentInterpretation> {
  const [row] = await readRows(
    tx,
    Prisma.sql`
      SELECT i.algorithm_version AS "algorithmVersion", i.software_version AS "softwareVersion",
        i.configuration_sha256 AS "configurationSha256", i.interpreted_by_name AS "byName",
        i.interpreted_at AS at, i.configuration, (
        SELECT json_agg(json_build_object('wellId', w.id, 'position', w.position, 'channel', a.channel, 'name', w.name,
          'assay', concat_ws(' ', w.kit_version_id, w.reaction_buffer_id, a.channel),
          'result', CASE WHEN result.well_id IS NOT NULL THEN json_build_object('explanation', result.explanation,
            'diagnosticColor', s.diagnostic_color, 'override', coalesce(changed.overrides, '[]')) END))::text
        FROM well w JOIN channel_analysis a ON a.id = w.analysis_id
          LEFT JOIN results_of(i.id) result ON result.well_id = w.id
          LEFT JOIN diagnostics_of(i.id) s ON s.well_id = w.id AND s.state = 'INITIAL'
          LEFT JOIN (SELECT d.well_id, json_agg(json_build_object(
              'id', d.id, 'stateDiagnostic', d.state, 'diagnosticColor', d.diagnostic_color, 'comment', d.comment,
              'byName', d.by_name, 'at', to_char(d.at AT TIME ZONE 'UTC', ${INSTANT}), 'isUndo', d.is_undo
            ) ORDER BY d.at, d.id) AS overrides
            FROM diagnostics_of(i.id) d WHERE d.state = 'UPDATED' GROUP BY d.well_id) changed ON changed.well_id = w.id
        WHERE w.run_id = i.run_id
      ) AS wells
      FROM interpretation i WHERE i.run_id = ${runId}::uuid`,
  );
  if (row === undefined) throw new AppError('illegal-transition', 'This run has no results.');
  const { configuration, wells, at, ...trace } = rowSchema.parse(row);
  return { trace: { ...trace, at: at.toISOString() }, snapshot: configuration, wells };
}
