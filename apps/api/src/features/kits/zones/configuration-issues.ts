import type { KitConfigurationBody, Issue } from '@curvewell/domain';

import { issueAt, lettersOf, phasesIssues, repeatedIssues, ruleIssues } from './zone-rules.ts';

/** Contradictions within the settings themselves, independent of the database. */
export function configurationIssues({
  channels,
  combinationDiagnostics,
}: Pick<KitConfigurationBody, 'channels' | 'combinationDiagnostics'>): Issue[] {
  const lettersOfChannel = new Map(channels.map(({ name, phases }) => [name, lettersOf(phases)]));
  return [
    ...repeatedIssues(
      channels.map(({ name }) => name),
      { at: ['body', 'channels'], what: 'channel' },
    ),
    ...channels.flatMap(({ phases }, index) => phasesIssues(phases, ['body', 'channels', index, 'phases'])),
    ...combinationDiagnostics.flatMap(({ channel, combination, expressions }, index) => {
      const at = ['body', 'combinationDiagnostics', index];
      const letters = lettersOfChannel.get(channel);
      return letters === undefined
        ? [issueAt(at, 'A combination belongs to a channel that is not being saved.')]
        : ruleIssues({ zones: combination.zones, expressions }, { letters, at });
    }),
  ];
}
