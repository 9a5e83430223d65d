import { channelNameSchema, expressionSettingsSchema, shapeIssues } from '@curvewell/domain';
import { z } from 'zod';

import type { Tx } from '../../../database/db.ts';
import { refuseIssues } from '../../../errors.ts';
import { SETTINGS_SELECT, settingsOfRow } from '../read/settings-of-row.ts';

const expressionsSchema = z.array(expressionSettingsSchema);

/**
 * Refuses shapes that contradict themselves, the diagnostics of the kit, or a rule of the version with any buffer and
 * analyser.
 *
 * @throws AppError `invalid-request`
 */
export async function checkShapes(tx: Tx, { versionId }: { readonly versionId: string }): Promise<void> {
  const version = await tx.kitVersion.findUniqueOrThrow({
    where: { id: versionId },
    select: { ...SETTINGS_SELECT, kit: { select: { diagnostics: { select: { diagnosticName: true } } } } },
  });
  const rules = await tx.$queryRaw<{ channel: string; expressions: unknown }[]>`
    SELECT DISTINCT channel::text, expressions FROM combination_rule
    WHERE kit_version_id = ${versionId}::uuid AND expressions @> '[{"firstOperand": {"shape": "curve"}}]'`;
  const issues = shapeIssues({
    curveShapes: settingsOfRow(version).curveShapes,
    diagnostics: new Set(version.kit.diagnostics.map(({ diagnosticName }) => diagnosticName)),
    rules: rules.map(({ channel, expressions }) => ({
      channel: channelNameSchema.parse(channel),
      expressions: expressionsSchema.parse(expressions),
      path: ['combinationDiagnostics'],
    })),
  });
  refuseIssues(issues.map(({ path, message }) => ({ path: ['body', ...path], message })));
}
