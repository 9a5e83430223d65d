import { amplificationIssues, expressionSettingsSchema } from '@curvewell/domain';
import { z } from 'zod';

import type { Tx } from '../../../database/db.ts';
import { refuseIssues } from '../../../errors.ts';
import { SETTINGS_SELECT, settingsOfRow } from '../read/settings-of-row.ts';

const expressionsSchema = z.array(expressionSettingsSchema);

/**
 * Refuses a version with a rule, of any buffer and analyser, that uses the amplification of a channel without a latest
 * cycle.
 *
 * @throws AppError `invalid-request`
 */
export async function checkAmplification(
  tx: Tx,
  { versionId }: { readonly versionId: string },
): Promise<void> {
  const version = await tx.kitVersion.findUniqueOrThrow({
    where: { id: versionId },
    select: { ...SETTINGS_SELECT },
  });
  const rules = await tx.$queryRaw<{ expressions: unknown }[]>`
    SELECT DISTINCT expressions FROM combination_rule
    WHERE kit_version_id = ${versionId}::uuid AND expressions @> '[{"secondOperand": {"amplification": "amplified"}}]'`;
  const issues = amplificationIssues({
    amplification: settingsOfRow(version).amplification,
    rules: rules.map(({ expressions }) => ({
      expressions: expressionsSchema.parse(expressions),
      path: ['combinationDiagnostics'],
    })),
  });
  refuseIssues(issues.map(({ path, message }) => ({ path: ['body', ...path], message })));
}
