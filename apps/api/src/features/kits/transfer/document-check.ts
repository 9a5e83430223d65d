import {
  canBeOutside,
  channelRuleFaults,
  channelRuleFaultText,
  diagnosticFaults,
  diagnosticFaultText,
  sentResultDiagnostic,
  amplificationIssues,
  shapeIssues,
  type ChannelSettings,
  type Issue,
  type KitDocument,
} from '@curvewell/domain';
import { templateFault } from '@curvewell/domain/record';

import {
  issueAt,
  lettersOf,
  phasesIssues,
  repeatedIssues,
  ruleIssues,
  type Path,
} from '../zones/zone-rules.ts';

/** Contradictions within a kit document that the schema does not cover. */
export function documentIssues({ kit, version, configurations }: KitDocument): Issue[] {
  const diagnostics = new Set<string>(kit.diagnostics.map(({ name }) => name));
  return [
    ...repeatedIssues(
      kit.channels.map(({ channel }) => channel),
      { at: ['kit', 'channels'], what: 'channel' },
    ),
    ...diagnosticFaults(kit.diagnostics).map((fault) =>
      issueAt(['kit', 'diagnostics', fault.index, fault.field], diagnosticFaultText(fault)),
    ),
    ...outsideIssues(kit, version.outsideDiagnostic),
    ...shapeIssues({
      curveShapes: version.curveShapes ?? null,
      diagnostics,
      rules: configurations.flatMap(({ channels }, index) =>
        channels.flatMap(({ name, rules }, place) =>
          rules.map(({ expressions }, rule) => ({
            channel: name,
            expressions,
            path: ['configurations', index, 'channels', place, 'rules', rule],
          })),
        ),
      ),
    }).map(({ path, message }) => issueAt(path[0] === 'curveShapes' ? ['version', ...path] : path, message)),
    ...channelRuleIssues({ kit, version, configurations }),
    ...amplificationIssues({
      amplification: version.amplification ?? null,
      rules: configurations.flatMap(({ channels }, index) =>
        channels.flatMap(({ rules }, place) =>
          rules.map(({ expressions }, rule) => ({
            expressions,
            path: ['configurations', index, 'channels', place, 'rules', rule],
          })),
        ),
      ),
    }).map(({ path, message }) =>
      issueAt(path[0] === 'amplification' ? ['version', ...path] : path, message),
    ),
    ...configurations.flatMap(({ analyser, channels }, index) => {
      const at = ['configurations', index, 'channels'];
      return [
        ...repeatedIssues(
          channels.map(({ name }) => name),
          { at, what: 'channel' },
        ),
        ...channels.flatMap((channel, place) => [
          ...channelIssues(channel, diagnostics, [...at, place]),
          ...templateIssues(channel, analyser, [...at, place, 'keptTemplates']),
        ]),
      ];
    }),
  ];
}

function channelRuleIssues({
  kit,
  version,
  configurations,
}: Pick<KitDocument, 'kit' | 'version' | 'configurations'>): Issue[] {
  const ofKit = kit.channels.map(({ channel }) => channel);
  const configured = configurations.flatMap(({ channels }) => channels.map(({ name }) => name));
  return channelRuleFaults(version.channelRules ?? [], {
    diagnostics: kit.diagnostics.map(sentResultDiagnostic),
    channels: [...ofKit, ...configured],
    read: configured,
  }).map((fault) => issueAt(['version', 'channelRules', fault.rule - 1], channelRuleFaultText(fault)));
}

function outsideIssues({ diagnostics }: KitDocument['kit'], outside: string | null): Issue[] {
  if (outside === null) return [];
  const at = ['version', 'outsideDiagnostic'];
  const found = diagnostics.find(({ name }) => name === outside);
  if (found === undefined) return [issueAt(at, `The kit has no diagnostic ${outside}.`)];
  return canBeOutside({ diagnostic: { name: outside, label: '' }, meaning: found.meaning })
    ? []
    : [issueAt(at, 'A peak in no zone cannot be called negative or a result of controls.')];
}

function channelIssues(
  { phases, rules }: ChannelSettings,
  diagnostics: ReadonlySet<string>,
  at: Path,
): Issue[] {
  const letters = lettersOf(phases);
  return [
    ...phasesIssues(phases, [...at, 'phases']),
    ...rules.flatMap((rule, index) => {
      const place = [...at, 'rules', index];
      return [
        ...ruleIssues(rule, { letters, at: place }),
        ...(rule.diagnostic === null || diagnostics.has(rule.diagnostic)
          ? []
          : [issueAt([...place, 'diagnostic'], `The kit has no diagnostic ${rule.diagnostic}.`)]),
      ];
    }),
  ];
}

/** Templates whose content does not match their hash, or that belong elsewhere. */
function templateIssues({ name, keptTemplates = [] }: ChannelSettings, analyser: string, at: Path): Issue[] {
  const targets = keptTemplates.map(({ phase, zone }) => `${zone} (${phase})`);
  return [
    ...repeatedIssues(targets, { at, what: 'template' }),
    ...keptTemplates.flatMap((template, index) => {
      const fault = templateFault(template);
      if (fault !== null) return [issueAt([...at, index], fault)];
      const isHere = template.channel === name && template.analyser.toLowerCase() === analyser.toLowerCase();
      return isHere
        ? []
        : [
            issueAt(
              [...at, index],
              `This template was learnt in ${template.channel} on ${template.analyser}, not in ${name} on ${analyser}.`,
            ),
          ];
    }),
  ];
}
