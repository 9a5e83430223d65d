import {
  type ChannelSettings,
  expressionZones,
  type ExpressionSettings,
  type Issue,
  MAX_ZONES_PER_CHANNEL,
} from '@curvewell/domain';

type PhaseSettings = Pick<ChannelSettings['phases'][number], 'phaseType' | 'inversed' | 'zones'>;
interface RuleSettings {
  /** Zone letters; empty: no peak in any zone. */
  readonly zones: readonly string[];
  readonly expressions: readonly Pick<ExpressionSettings, 'firstOperand' | 'secondOperand'>[];
}

/** The path of a value in a body or document. */
export type Path = readonly (string | number)[];

export const issueAt = (at: Path, message: string): Issue => ({ path: [...at], message });

/** Contradictions in the phases of a channel: types, letters, limits. */
export function phasesIssues(phases: readonly PhaseSettings[], at: Path): Issue[] {
  const letters = lettersOf(phases);
  const types = phases.map(({ phaseType }) => phaseType);
  return [
    ...repeatedIssues(types, { at, what: 'phase' }),
    ...repeatedIssues(letters, { at, what: 'zone' }),
    ...(letters.length > MAX_ZONES_PER_CHANNEL
      ? [issueAt(at, `A channel has at most ${MAX_ZONES_PER_CHANNEL} zones.`)]
      : []),
    ...phases.flatMap((phase, index) => phaseIssues(phase, [...at, index])),
  ];
}

export const lettersOf = (phases: readonly PhaseSettings[]): string[] =>
  phases.flatMap(({ zones }) => zones.map(({ name }) => name));

function phaseIssues({ phaseType, inversed, zones }: PhaseSettings, at: Path): Issue[] {
  return [
    ...(phaseType === 'ANNEAL' && inversed
      ? [issueAt([...at, 'inversed'], 'An annealing phase cannot be inversed.')]
      : []),
    ...zones.flatMap(({ name, minTemp, maxTemp }, index) =>
      minTemp < maxTemp
        ? []
        : [
            issueAt(
              [...at, 'zones', index, 'maxTemp'],
              `Zone ${name} ends at ${maxTemp} °C, before it begins.`,
            ),
          ],
    ),
    ...zones.flatMap(({ name, minTemp, maxTemp, referenceTm }, index) =>
      referenceTm === undefined || (referenceTm >= minTemp && referenceTm <= maxTemp)
        ? []
        : [
            issueAt(
              [...at, 'zones', index, 'referenceTm'],
              `The reference Tm of zone ${name}, ${referenceTm} °C, lies outside it.`,
            ),
          ],
    ),
    ...overlapIssues(zones, [...at, 'zones']),
  ];
}

/** Zones may touch: the temperature belongs to the one that begins there. A zone that ends before it begins shares none. */
function overlapIssues(zones: PhaseSettings['zones'], at: Path): Issue[] {
  const ordered = zones
    .filter(({ minTemp, maxTemp }) => minTemp < maxTemp)
    .sort((a, b) => a.minTemp - b.minTemp);
  return ordered.flatMap((zone, index) => {
    const next = ordered[index + 1];
    if (next === undefined || next.minTemp >= zone.maxTemp) return [];
    const to = Math.min(zone.maxTemp, next.maxTemp);
    return [issueAt(at, `The zones ${zone.name} and ${next.name} overlap from ${next.minTemp} to ${to} °C.`)];
  });
}

const NOT_OF_ITS_OWN = 'A condition uses a zone that is not in its combination.';
const NOT_TWO_OF_ITS_OWN = 'A condition must compare two different zones of its combination.';

/** Contradictions between a rule and the zones of its channel. */
export function ruleIssues(
  { zones, expressions }: RuleSettings,
  { letters, at }: { readonly letters: readonly string[]; readonly at: Path },
): Issue[] {
  return [
    ...repeatedIssues(zones, { at, what: 'zone' }),
    ...zones.flatMap((zone) =>
      letters.includes(zone) ? [] : [issueAt(at, `This channel has no zone ${zone}.`)],
    ),
    ...expressions.flatMap((expression) => {
      const named = expressionZones(expression);
      const isSound = new Set(named).size === named.length && named.every((zone) => zones.includes(zone));
      return isSound ? [] : [issueAt(at, named.length === 1 ? NOT_OF_ITS_OWN : NOT_TWO_OF_ITS_OWN)];
    }),
  ];
}

/** One issue for each repeated value. */
export function repeatedIssues(
  values: readonly string[],
  { at, what }: { readonly at: Path; readonly what: string },
): Issue[] {
  return values.flatMap((value, index) =>
    values.indexOf(value) < index ? [issueAt(at, `The ${what} ${value} occurs twice.`)] : [],
  );
}
