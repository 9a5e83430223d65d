import { plainDye } from '@curvewell/domain/reading';
import type { AnalyserProfile, ChannelName, DyeAnswer } from '@curvewell/domain';

export interface DyeChannels {
  /** The channel of each known dye. */
  readonly channels: ReadonlyMap<string, ChannelName>;
  /** Dyes assigned to a channel only because no other dye is. */
  readonly assumed: readonly string[];
  /** Dyes whose channel the user has answered. */
  readonly answered: ReadonlySet<string>;
}

interface Knowledge {
  readonly profile: AnalyserProfile;
  readonly answers: readonly DyeAnswer[];
}

/** Compares dyes without case, spaces and punctuation, unless nothing else is left. */
function isSameDye(a: string, b: string): boolean {
  return a === b || (plainDye(a) !== '' && plainDye(a) === plainDye(b));
}

/** The channel of each dye of a run, from the answer about it or from the analyser's aliases. */
export function channelsOfDyes(dyes: readonly string[], { profile, answers }: Knowledge): DyeChannels {
  const channels = new Map<string, ChannelName>();
  const answered = new Set<string>();
  for (const dye of dyes) {
    const answer = answers.find((one) => isSameDye(one.dye, dye));
    if (answer === undefined) continue;
    answered.add(dye);
    if (answer.channel !== null) channels.set(dye, answer.channel);
  }
  const others = dyes.filter((dye) => !answered.has(dye));
  const aliasOf = (dye: string) => profile.channelAliases.find((alias) => isSameDye(alias.dye, dye));

  for (const dye of others) {
    const alias = aliasOf(dye);
    if (alias?.onlyDye === false) channels.set(dye, alias.channel);
  }
  const assumed: string[] = [];
  const candidates = others.filter((dye) => aliasOf(dye)?.onlyDye === true);
  const [candidate] = candidates;
  const channel = candidate === undefined ? undefined : aliasOf(candidate)?.channel;
  if (candidate !== undefined && channel !== undefined && candidates.length === 1) {
    if (![...channels.values()].includes(channel)) {
      channels.set(candidate, channel);
      assumed.push(candidate);
    }
  }
  return { channels, assumed, answered };
}
