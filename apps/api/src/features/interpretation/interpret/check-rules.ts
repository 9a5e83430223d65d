import { channelRuleFaults, channelRuleFaultText, type ChannelRuleFault } from '@curvewell/domain';

import type { Tx } from '../../../database/db.ts';
import { AppError } from '../../../errors.ts';
import { diagnosticColorOf } from '../../diagnostics/index.ts';
import { SETTINGS_SELECT, settingsOfRow } from '../../kits/index.ts';

/** Rules that cannot hold, or whose result could be taken for a diagnostic with another meaning. */
const REFUSED: readonly ChannelRuleFault['kind'][] = ['unknown-diagnostic', 'other-meaning'];

/**
 * Refuses kit versions whose channel rules no longer fit the diagnostics of their kit: a rule that never holds lets
 * a later one give its result.
 *
 * @throws AppError `invalid-request`
 */
export async function checkRulesFit(tx: Tx, versionIds: readonly string[]): Promise<void> {
  const versions = await tx.kitVersion.findMany({
    where: { id: { in: [...new Set(versionIds)] } },
    select: { version: true, ...SETTINGS_SELECT, kit: { select: { name: true, diagnostics: true } } },
  });
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
