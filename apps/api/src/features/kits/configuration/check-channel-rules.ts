import { channelRuleFaults, channelRuleFaultText } from '@curvewell/domain';

import type { Tx } from '../../../database/db.ts';
import { refuseIssues } from '../../../errors.ts';
import { SETTINGS_SELECT, settingsOfRow } from '../read/settings-of-row.ts';
import { diagnosticColorOf } from '../read/diagnostic-color.ts';

/** Refuses channel rules that contradict the kit or each other. @throws AppError `invalid-request` */
export async function checkChannelRules(
  tx: Tx,
  { versionId }: { readonly versionId: string },
): Promise<void> {
  const { kit, ...version } = await tx.kitVersion.findUniqueOrThrow({
    where: { id: versionId },
    select: {
      ...SETTINGS_SELECT,
      kit: { select: { diagnostics: true, channels: { select: { channel: true } } } },
    },
  });
  const phases = await tx.phase.findMany({
    where: { kitVersionId: versionId },
    select: { channel: true },
    distinct: ['channel'],
  });
  const faults = channelRuleFaults(settingsOfRow(version).channelRules ?? [], {
    diagnostics: kit.diagnostics.map(diagnosticColorOf),
    channels: kit.channels.map(({ channel }) => channel),
    read: phases.map(({ channel }) => channel),
  });
  refuseIssues(
    faults.map((fault) => ({
      path: ['body', 'channelRules', fault.rule - 1],
      message: channelRuleFaultText(fault),
    })),
  );
}
