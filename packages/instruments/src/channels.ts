import { plainDye } from '@curvewell/contracts';
import type { AnalyserProfile, ChannelName } from '@curvewell/contracts';

export interface DyeChannels {
  /** The channel of each dye that has one. */
  readonly channels: ReadonlyMap<string, ChannelName>;
  /** Dyes that stand for a channel only because nothing else does. */
  readonly assumed: readonly string[];
}

/** Which channel each dye of a run is, by the analyser's aliases. */
export function channelsOfDyes(dyes: readonly string[], profile: AnalyserProfile): DyeChannels {
  const aliasOf = (dye: string) =>
    profile.channelAliases.find((alias) => plainDye(alias.dye) === plainDye(dye));

  const channels = new Map<string, ChannelName>();
  for (const dye of dyes) {
    const alias = aliasOf(dye);
    if (alias?.onlyDye === false) channels.set(dye, alias.channel);
  }
  const assumed: string[] = [];
  const candidates = dyes.filter((dye) => aliasOf(dye)?.onlyDye === true);
  const [candidate] = candidates;
  const channel = candidate === undefined ? undefined : aliasOf(candidate)?.channel;
  if (candidate !== undefined && channel !== undefined && candidates.length === 1) {
    if (![...channels.values()].includes(channel)) {
      channels.set(candidate, channel);
      assumed.push(candidate);
    }
  }
  return { channels, assumed };
}
