import { amplificationIssues, expressionSettingsSchema } from '@curvewell/domain';
import { z } from 'zod';

import type { Tx } from '../../../database/db.ts';
import { refuseIssues } from '../../../errors.ts';
import { amplificationOf } from '../read/amplification.ts';

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
    select: { amplification: true },
  });
  const rules = await tx.$queryRaw<{ expressions: unknown }[]>`
    SELECT DISTINCT expressions FROM combination_rule
    WHERE kit_version_id = ${versionId}::uuid AND expressions @> '[{"secondOperand": {"amplification": "amplified"}}]'`;
  const issues = amplificationIssues({
    amplification: amplificationOf(version),
    rules: rules.map(({ expressions }) => ({
      expressions: expressionsSchema.parse(expressions),
      path: ['combinationDiagnostics'],
    })),
  });
  refuseIssues(issues.map(({ path, message }) => ({ path: ['body', ...path], message })));
}
