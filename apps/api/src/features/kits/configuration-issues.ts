import { MAX_ZONES_PER_CHANNEL, type Issue, type KitConfigurationBody } from '@curvewell/contracts';

type ChannelBody = KitConfigurationBody['channels'][number];
type PhaseBody = ChannelBody['phases'][number];
type ZoneBody = PhaseBody['zones'][number];
type RuleBody = KitConfigurationBody['combinationDiagnostics'][number];

/** What does not fit in a configuration, whatever the database holds. */
export function configurationIssues({
  channels,
  combinationDiagnostics,
}: Pick<KitConfigurationBody, 'channels' | 'combinationDiagnostics'>): Issue[] {
  const zonesOf = new Map(
    channels.map(({ name, phases }) => [name, phases.flatMap(({ zones }) => zones.map((zone) => zone.name))]),
  );
  return [
    ...(zonesOf.size < channels.length ? [issue(['channels'], 'A channel is named twice.')] : []),
    ...channels.flatMap((channel, index) => channelIssues(channel, ['channels', index])),
    ...combinationDiagnostics.flatMap((rule, index) =>
      ruleIssues(rule, zonesOf.get(rule.channel)).map((message) =>
        issue(['combinationDiagnostics', index], message),
      ),
    ),
  ];
}

type Path = readonly (string | number)[];

const issue = (path: Path, message: string): Issue => ({ path: ['body', ...path], message });

function channelIssues({ phases }: ChannelBody, path: Path): Issue[] {
  const letters = phases.flatMap(({ zones }) => zones.map(({ name }) => name));
  const types = phases.map(({ phaseType }) => phaseType);
  return [
    ...(isRepeated(types) ? [issue([...path, 'phases'], 'A phase type is chosen twice.')] : []),
    ...(isRepeated(letters) ? [issue([...path, 'phases'], 'A zone letter is used twice.')] : []),
    ...(letters.length > MAX_ZONES_PER_CHANNEL
      ? [issue([...path, 'phases'], `A channel has at most ${MAX_ZONES_PER_CHANNEL} zones.`)]
      : []),
    ...phases.flatMap((phase, index) => phaseIssues(phase, [...path, 'phases', index])),
  ];
}

function phaseIssues({ phaseType, inversed, zones }: PhaseBody, path: Path): Issue[] {
  return [
    ...(phaseType === 'ANNEAL' && inversed
      ? [issue([...path, 'inversed'], 'An annealing phase is never inversed.')]
      : []),
    ...zones.flatMap(({ minTemp, maxTemp }, index) =>
      minTemp < maxTemp
        ? []
        : [issue([...path, 'zones', index, 'maxTemp'], 'A zone ends above where it begins.')],
    ),
    ...overlaps(zones).map(([a, b]) => issue([...path, 'zones'], `The zones ${a} and ${b} overlap.`)),
  ];
}

/** Neighbours that share a temperature: both ends belong to a zone. */
function overlaps(zones: readonly ZoneBody[]): [string, string][] {
  const sorted = [...zones].sort((a, b) => a.minTemp - b.minTemp);
  return sorted.flatMap((zone, index): [string, string][] => {
    const next = sorted[index + 1];
    return next !== undefined && next.minTemp <= zone.maxTemp ? [[zone.name, next.name]] : [];
  });
}

function ruleIssues(
  { combination, expressions }: RuleBody,
  letters: readonly string[] | undefined,
): string[] {
  if (letters === undefined) return ['A combination belongs to a channel that is not being saved.'];
  const { zones } = combination;
  return [
    ...(zones.every((zone) => letters.includes(zone)) ? [] : ['A combination names an unknown zone.']),
    ...(isRepeated(zones) ? ['A combination names a zone twice.'] : []),
    ...(expressions.every(
      ({ firstOperand: a, secondOperand: b }) => a !== b && zones.includes(a) && zones.includes(b),
    )
      ? []
      : ['A condition compares two different zones of its combination.']),
  ];
}

function isRepeated(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}
