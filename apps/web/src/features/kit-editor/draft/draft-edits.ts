import { combinationLabel, DEFAULT_SLOPE_THRESHOLD, type PhaseType } from '@curvewell/domain';

import { renameCondition } from './conditions.ts';
import {
  type Case,
  type ChannelDraft,
  type CombinationDraft,
  isSet,
  lettersOf,
  NO_RULE,
  type PhaseDraft,
  type ZoneDraft,
  zonesOfLabel,
} from './kit-draft.ts';

/** Default minimum quality of peaks in a new phase. */
const DEFAULT_QUALITY = 0.4;
export const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
/** The most letters and phase types offered at once. */
export const MAX_OFFERED = 5;
const PHASE_TYPES: readonly PhaseType[] = ['ANNEAL', 'MELT'];

/** The first unused letters of a channel. */
export function freeLetters(channel: ChannelDraft): string[] {
  const used = lettersOf(channel);
  return LETTERS.filter((letter) => !used.includes(letter)).slice(0, MAX_OFFERED);
}

/** The phase types that a channel does not have yet. */
export const freePhaseTypes = ({ phases }: ChannelDraft): PhaseType[] =>
  PHASE_TYPES.filter((type) => phases.every(({ phaseType }) => phaseType !== type)).slice(0, MAX_OFFERED);

const inOrder = (phases: readonly PhaseDraft[]): PhaseDraft[] =>
  phases.toSorted((a, b) => a.phaseType.localeCompare(b.phaseType));

export function withPhase(channel: ChannelDraft, phaseType: PhaseType): ChannelDraft {
  const phase: PhaseDraft = {
    phaseType,
    minThreshold: null,
    slopeThreshold: DEFAULT_SLOPE_THRESHOLD,
    minQuality: DEFAULT_QUALITY,
    inversed: false,
    zones: [],
  };
  return { ...channel, phases: inOrder([...channel.phases, phase]) };
}

export type PhaseChange = Partial<Omit<PhaseDraft, 'zones'>>;

/** Changes the settings of a phase. An annealing phase is never inverted. */
export function changePhase(channel: ChannelDraft, type: PhaseType, change: PhaseChange): ChannelDraft {
  const phases = channel.phases.map((phase) => {
    if (phase.phaseType !== type) return phase;
    const next = { ...phase, ...change };
    return next.phaseType === 'ANNEAL' ? { ...next, inversed: false } : next;
  });
  return { ...channel, phases: inOrder(phases) };
}

export function withoutPhase(channel: ChannelDraft, type: PhaseType): ChannelDraft {
  const gone = channel.phases.find(({ phaseType }) => phaseType === type)?.zones ?? [];
  const phases = channel.phases.filter(({ phaseType }) => phaseType !== type);
  return gone.reduce<ChannelDraft>((left, { name }) => withoutLetter(left, name), { ...channel, phases });
}

/** The combinations that contain a letter. */
export const combinationsWith = ({ combinations }: ChannelDraft, letters: readonly string[]): string[] =>
  [...combinations.keys()].filter((label) => zonesOfLabel(label).some((zone) => letters.includes(zone)));

function withoutLetter(channel: ChannelDraft, letter: string): ChannelDraft {
  const lost = combinationsWith(channel, [letter]);
  if (lost.length === 0) return channel;
  return {
    ...channel,
    combinations: new Map([...channel.combinations].filter(([label]) => !lost.includes(label))),
  };
}

interface Range {
  readonly minTemp: number | null;
  readonly maxTemp: number | null;
}

/** Adds a zone with the next free letter. */
export function withZone(channel: ChannelDraft, type: PhaseType, range: Range): ChannelDraft {
  const [name = ''] = freeLetters(channel);
  const zone: ZoneDraft = { name, ...range, label: '', minThreshold: null, minQuality: null };
  return {
    ...channel,
    phases: channel.phases.map((phase) =>
      phase.phaseType === type ? { ...phase, zones: [...phase.zones, zone] } : phase,
    ),
  };
}

export interface ZonePlace {
  readonly phase: PhaseType;
  /** Index among the zones of its phase. */
  readonly index: number;
}

const zoneAt = (channel: ChannelDraft, { phase, index }: ZonePlace): ZoneDraft | undefined =>
  channel.phases.find(({ phaseType }) => phaseType === phase)?.zones[index];

function withZones(
  channel: ChannelDraft,
  phase: PhaseType,
  change: (zones: readonly ZoneDraft[]) => readonly ZoneDraft[],
): ChannelDraft {
  return {
    ...channel,
    phases: channel.phases.map((one) =>
      one.phaseType === phase ? { ...one, zones: change(one.zones) } : one,
    ),
  };
}

/** Changes a zone. If its letter changes, its rules are renamed with it. */
export function changeZone(
  channel: ChannelDraft,
  place: ZonePlace,
  change: Partial<ZoneDraft>,
): ChannelDraft {
  const before = zoneAt(channel, place);
  if (before === undefined) return channel;
  const next = withZones(channel, place.phase, (zones) =>
    zones.map((zone, index) => (index === place.index ? { ...zone, ...change } : zone)),
  );
  return change.name === undefined || change.name === before.name || before.name === ''
    ? next
    : renamed(next, before.name, change.name);
}

function renamed(channel: ChannelDraft, from: string, to: string): ChannelDraft {
  const letter = (one: string): string => (one === from ? to : one);
  const combinations = [...channel.combinations].map(([label, draft]) => {
    const zones = zonesOfLabel(label).map(letter);
    return [
      combinationLabel(zones),
      { ...draft, cases: draft.cases.map((one) => renamedCase(one, letter)) },
    ] as const;
  });
  return { ...channel, combinations: new Map(combinations) };
}

function renamedCase({ expressions, ...rest }: Case, letter: (one: string) => string): Case {
  return {
    ...rest,
    expressions: expressions.map((one) => renameCondition(one, letter)),
  };
}

export function withoutZone(channel: ChannelDraft, place: ZonePlace): ChannelDraft {
  const gone = zoneAt(channel, place);
  if (gone === undefined) return channel;
  const rest = withZones(channel, place.phase, (zones) => zones.filter((_, index) => index !== place.index));
  return withoutLetter(rest, gone.name);
}

/** Sets the meaning of a combination. */
export function changeCombination(
  channel: ChannelDraft,
  label: string,
  change: (draft: CombinationDraft) => CombinationDraft,
): ChannelDraft {
  const next = change(channel.combinations.get(label) ?? NO_RULE);
  const combinations = new Map(channel.combinations);
  if (isSet(next)) combinations.set(label, next);
  else combinations.delete(label);
  return { ...channel, combinations };
}
