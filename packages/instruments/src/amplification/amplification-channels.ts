import { plainDye } from '@curvewell/domain/reading';
import type { ChannelName, DyeAnswer } from '@curvewell/domain';

import type { DyeKnowledge } from '../assemble/assemble-curves.ts';
import { channelsOfDyes } from '../assemble/channels.ts';
import type { DyedSeries } from '../assemble/joined-dyes.ts';
import type { AmplificationSeries } from './amplification-series.ts';

/** Facts about the melting curves of the run. */
export interface BesideMelting extends DyeKnowledge {
  readonly series: readonly DyedSeries[];
  /** Of the dyes of melting curves. */
  readonly channels: ReadonlyMap<string, ChannelName>;
}

/** `unknown`: its dye belongs to no channel; `several`: it may be of several dyes, or its channel may. */
export type Placing = ChannelName | 'unknown' | 'several';

interface AmplificationChannels {
  readonly channelOf: (one: AmplificationSeries) => Placing;
  /** The answers about dyes without melting curves that were used, new or stored. */
  readonly answers: readonly DyeAnswer[];
}

/** The channel of each dye: that of its melting curves, or else its own. */
export function amplificationChannels(
  series: readonly AmplificationSeries[],
  { series: melts, channels, profile, answers, kept }: BesideMelting,
): AmplificationChannels {
  const melting = new Set(melts.map(({ dye }) => dye));
  const others = [...new Set(series.flatMap(({ dye }) => (dye === null || melting.has(dye) ? [] : [dye])))];
  const { channels: known, answered } = channelsOfDyes(others, { profile, answers: [...answers, ...kept] });
  const dyesOfChannel = Map.groupBy([...channels, ...known], ([, channel]) => channel);
  const ofDye = (dye: string): Placing => {
    const channel = melting.has(dye) ? channels.get(dye) : known.get(dye);
    if (channel === undefined) return 'unknown';
    // Two dyes in one channel could be confused. The dye of the melting curves keeps the channel.
    const dyes = new Set((dyesOfChannel.get(channel) ?? []).map(([one]) => sameDye(one)));
    return dyes.size > 1 && !melting.has(dye) ? 'several' : channel;
  };
  const dyesAt = dyesByTarget(series, melts);
  return {
    channelOf: (one) => {
      if (one.dye !== null) return ofDye(one.dye);
      const [dye, ...more] = dyesAt.get(placeOf(one)) ?? [];
      if (dye === undefined) return 'unknown';
      return more.length > 0 ? 'several' : ofDye(dye);
    },
    answers: [...answered].map((dye) => ({ dye, channel: known.get(dye) ?? null })),
  };
}

const sameDye = (dye: string): string => plainDye(dye) || dye;
const placeOf = ({ position, target }: Pick<AmplificationSeries, 'position' | 'target'>): string =>
  `${position}|${target ?? ''}`;

/** The dyes of each well and target, for tables that name none; melting curves first. */
function dyesByTarget(
  series: readonly AmplificationSeries[],
  melts: readonly DyedSeries[],
): ReadonlyMap<string, readonly string[]> {
  const named = series.flatMap((one) => (one.dye === null ? [] : [{ place: placeOf(one), dye: one.dye }]));
  const placed = [...melts.map((melt) => ({ place: placeOf(melt), dye: melt.dye })), ...named];
  return new Map(
    [...Map.groupBy(placed, ({ place }) => place)].map(([place, of]) => [
      place,
      [...Map.groupBy(of, ({ dye }) => sameDye(dye)).values()].flatMap(([first]) =>
        first === undefined ? [] : [first.dye],
      ),
    ]),
  );
}
