import { channelRuleFaults, channelRuleFaultText, type ChannelRuleFault } from '@curvewell/domain';

import { columnsOf, jsonOf, listOf, only } from '../../../database/columns.ts';
import type { Tx } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';
import { Prisma, type DiagnosticColor } from '../../../generated/prisma/client.ts';
import { diagnosticColorOf } from '../../diagnostics/index.ts';
import { SETTINGS_FIELDS, settingsOfRow, type SettingsRow } from '../../kits/index.ts';

/** Rules that cannot hold, or whose result could be taken for a diagnostic with another meaning. */
const REFUSED: readonly ChannelRuleFault['kind'][] = [
  'unknown-diagnostic',
  'unknown-result',
  'unfit-result',
  'other-meaning',
];

type CheckedVersion = SettingsRow & {
  readonly version: string;
  readonly kit: { readonly name: string; readonly diagnostics: readonly DiagnosticColor[] };
};

const DIAGNOSTICS = listOf(
  jsonOf('d', Prisma.DiagnosticColorScalarFieldEnum),
  'd."order", d.id',
  'diagnostic_color d WHERE d.kit_id = k.id',
);
const KIT = `(SELECT json_build_object('name', k.name, 'diagnostics', ${DIAGNOSTICS}) FROM kit k WHERE k.id = v.kit_id)`;
const VERSION = Prisma.raw(`${columnsOf('v', only('version', ...SETTINGS_FIELDS))}, ${KIT} AS kit`);

/**
 * Refuses kit versions whose channel rules no longer fit the diagnostics of their kit: a rule that never holds lets
 * a later one give its result.
 *
 * @throws AppError `invalid-request`
 */
export async function checkRulesFit(tx: Tx, versionIds: readonly string[]): Promise<void> {
  const versions = await tx.$queryRaw<CheckedVersion[]>`
    SELECT ${VERSION} FROM kit_version v WHERE v.id = ANY(${[...new Set(versionIds)]}::uuid[])`;
  const issues = versions.flatMap(({ kit, version, ...stored }) => {
    const rules = settingsOfRow(stored).channelRules;
    if (rules === null) return [];
    const faults = channelRuleFaults(rules, {
      diagnostics: kit.diagnostics.map(diagnosticColorOf),
      // Channels without a well leave a sample incomplete; they are no reason to refuse.
      channels: rules.flatMap(({ conditions }) => conditions.map(({ channel }) => channel)),
      read: [],
    });
    return faults
      .filter(({ kind }) => REFUSED.includes(kind))
      .map((fault) => ({ path: ['kit'], message: `${kit.name} ${version}: ${channelRuleFaultText(fault)}` }));
  });
  const [first] = issues;
  if (first === undefined) return;
  throw new AppError(
    'invalid-request',
    `${first.message} Correct the channel rules in a new version of the kit.`,
    { issues },
  );
}
