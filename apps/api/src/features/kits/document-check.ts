import type { Issue } from '@curvewell/contracts';
import { MAX_ZONES_PER_CHANNEL } from '@curvewell/contracts';

import type { ChannelSettings, KitDocument } from './configuration-document.ts';

type Path = readonly (string | number)[];

/** What contradicts itself in a kit document, beyond its shape. */
export function documentIssues({ kit, configurations }: KitDocument): Issue[] {
  const diagnostics = new Set<string>(kit.diagnostics.map(({ name }) => name));
  return [
    ...repeated(
      kit.channels.map(({ channel }) => channel),
      { at: ['kit', 'channels'], what: 'channel' },
    ),
    ...repeated(
      kit.diagnostics.map(({ name }) => name),
      { at: ['kit', 'diagnostics'], what: 'diagnostic' },
    ),
    ...repeated(
      configurations.map(({ analyser, reactionBuffer }) =>
        `${analyser} with ${reactionBuffer}`.toLowerCase(),
      ),
      { at: ['configurations'], what: 'analyser and reaction buffer' },
    ),
    ...configurations.flatMap(({ channels }, index) => {
      const at = ['configurations', index, 'channels'];
      return [
        ...repeated(
          channels.map(({ name }) => name),
          { at, what: 'channel' },
        ),
        ...channels.flatMap((channel, place) => channelIssues(channel, diagnostics, [...at, place])),
      ];
    }),
  ];
}

function channelIssues(channel: ChannelSettings, diagnostics: ReadonlySet<string>, at: Path): Issue[] {
  const { phases, rules } = channel;
  const letters = phases.flatMap(({ zones }) => zones.map(({ name }) => name));
  const issues = [
    ...repeated(
      phases.map(({ phaseType }) => phaseType),
      { at: [...at, 'phases'], what: 'phase' },
    ),
    ...repeated(letters, { at: [...at, 'phases'], what: 'zone' }),
    ...phases.flatMap((phase, index) => phaseIssues(phase, [...at, 'phases', index])),
    ...rules.flatMap((rule, index) =>
      ruleIssues(rule, { letters: new Set(letters), diagnostics, at: [...at, 'rules', index] }),
    ),
  ];
  if (letters.length > MAX_ZONES_PER_CHANNEL) {
    issues.push(issue([...at, 'phases'], `at most ${MAX_ZONES_PER_CHANNEL} zones in a channel`));
  }
  return issues;
}

function phaseIssues({ phaseType, inversed, zones }: ChannelSettings['phases'][number], at: Path): Issue[] {
  const issues = zones.flatMap(({ name, minTemp, maxTemp }, index) =>
    minTemp < maxTemp
      ? []
      : issue([...at, 'zones', index, 'maxTemp'], `zone ${name} ends at ${maxTemp} °C, before it begins`),
  );
  if (phaseType === 'ANNEAL' && inversed) issues.push(issue([...at, 'inversed'], 'ANNEAL is never inversed'));
  const ordered = zones.toSorted((a, b) => a.minTemp - b.minTemp);
  for (const [index, zone] of ordered.entries()) {
    const next = ordered[index + 1];
    // Both ends belong to a zone, so that zones which touch already share a temperature.
    if (next !== undefined && next.minTemp <= zone.maxTemp) {
      const shared = `${next.minTemp} to ${Math.min(zone.maxTemp, next.maxTemp)} °C`;
      issues.push(issue([...at, 'zones'], `${zone.name} and ${next.name} overlap from ${shared}`));
    }
  }
  return issues;
}

interface RuleContext {
  readonly letters: ReadonlySet<string>;
  readonly diagnostics: ReadonlySet<string>;
  readonly at: Path;
}

function ruleIssues(
  { zones, diagnostic, expressions }: ChannelSettings['rules'][number],
  { letters, diagnostics, at }: RuleContext,
): Issue[] {
  const issues = repeated(zones, { at: [...at, 'zones'], what: 'zone' });
  for (const zone of zones) {
    if (!letters.has(zone)) issues.push(issue([...at, 'zones'], `there is no zone ${zone} in this channel`));
  }
  if (diagnostic !== null && !diagnostics.has(diagnostic)) {
    issues.push(issue([...at, 'diagnostic'], `the kit does not name ${diagnostic}`));
  }
  for (const { firstOperand, secondOperand } of expressions) {
    const isOfRule = zones.includes(firstOperand) && zones.includes(secondOperand);
    if (!isOfRule || firstOperand === secondOperand) {
      issues.push(issue([...at, 'expressions'], 'a condition compares two zones of its combination'));
    }
  }
  return issues;
}

function repeated(
  values: readonly string[],
  { at, what }: { readonly at: Path; readonly what: string },
): Issue[] {
  const seen = new Set<string>();
  return values.flatMap((value) => {
    if (seen.has(value)) return issue(at, `${what} ${value} comes twice`);
    seen.add(value);
    return [];
  });
}

function issue(path: Path, message: string): Issue {
  return { path: [...path], message };
}
