import {
  amplificationIssues,
  channelNameSchema,
  channelRuleFaults,
  channelRuleFaultText,
  expressionSettingsSchema,
  shapeIssues,
} from '@curvewell/domain';
import { z } from 'zod';

import type { Tx } from '../../../database/db.ts';
import { refuseIssues } from '../../../errors.ts';
import { diagnosticColorOf } from '../read/diagnostic-color.ts';
import { SETTINGS_SELECT, settingsOfRow } from '../read/settings-of-row.ts';

const rulesSchema = z.array(
  z.object({ channel: channelNameSchema, expressions: z.array(expressionSettingsSchema) }),
);
const USES_SHAPE = '[{"firstOperand": {"shape": "curve"}}]';
const USES_AMPLIFICATION = '[{"secondOperand": {"amplification": "amplified"}}]';

/**
 * Refuses settings of a version that contradict themselves, its kit, or a rule of the version with any buffer and
 * analyser.
 *
 * @throws AppError `invalid-request`
 */
export async function checkSettings(tx: Tx, { versionId }: { readonly versionId: string }): Promise<void> {
  const { kit, ...version } = await tx.kitVersion.findUniqueOrThrow({
    where: { id: versionId },
    select: {
      ...SETTINGS_SELECT,
      kit: { select: { diagnostics: true, channels: { select: { channel: true } } } },
    },
  });
  const { curveShapes, channelRules, amplification } = settingsOfRow(version);
  refuseInBody(
    shapeIssues({
      curveShapes,
      diagnostics: new Set(kit.diagnostics.map(({ diagnosticName }) => diagnosticName)),
      rules: await rulesWith(tx, versionId, USES_SHAPE),
    }),
  );
  const phases = await tx.phase.findMany({
    where: { kitVersionId: versionId },
    select: { channel: true },
    distinct: ['channel'],
  });
  const faults = channelRuleFaults(channelRules ?? [], {
    diagnostics: kit.diagnostics.map(diagnosticColorOf),
    channels: kit.channels.map(({ channel }) => channel),
    read: phases.map(({ channel }) => channel),
  });
  refuseInBody(
    faults.map((fault) => ({
      path: ['channelRules', fault.rule - 1],
      message: channelRuleFaultText(fault),
    })),
  );
  refuseInBody(
    amplificationIssues({ amplification, rules: await rulesWith(tx, versionId, USES_AMPLIFICATION) }),
  );
}

/** The rules of a version of which an expression contains this. */
async function rulesWith(tx: Tx, versionId: string, expression: string) {
  const rows = await tx.$queryRaw`
    SELECT DISTINCT channel::text, expressions FROM combination_rule
    WHERE kit_version_id = ${versionId}::uuid AND expressions @> ${expression}::jsonb`;
  return rulesSchema.parse(rows).map((rule) => ({ ...rule, path: ['combinationDiagnostics'] }));
}

interface BodyIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const refuseInBody = (issues: readonly BodyIssue[]): void =>
  refuseIssues(issues.map(({ path, message }) => ({ path: ['body', ...path], message })));
