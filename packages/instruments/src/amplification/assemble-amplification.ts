import { channelNameSchema } from '@curvewell/domain/reading';
import type { ChannelName } from '@curvewell/domain';

import type { DyeKnowledge } from '../assemble-curves.ts';
import { channelsOfDyes } from '../channels.ts';
import type { Ignored } from '../import-report.ts';
import type { DyedSeries } from '../joined-dyes.ts';
import type { Part } from '../part.ts';
import { readingOrder } from '../position.ts';
import type { AmplificationCurve, StatedCq } from '../run-file.ts';
import { isBeyond, withoutLateCq, type AmplificationSeries } from './amplification-series.ts';

interface AssembledAmplification {
  readonly curves: readonly AmplificationCurve[];
  readonly ignored: readonly Ignored[];
  /** Doubts: what was not kept, and why. */
  readonly notes: readonly string[];
  readonly readSources: ReadonlySet<number>;
}

/** What the melting curves of the run are. */
export interface BesideMelting extends DyeKnowledge {
  readonly series: readonly DyedSeries[];
  /** Of the dyes of melting curves. */
  readonly channels: ReadonlyMap<string, ChannelName>;
}

type Sourced = AmplificationSeries & { readonly source: number };

/**
 * Assigns amplification to channels: that of the same dye's melting curves, or else of the dye. It never refuses a run,
 * since its melting curves do not depend on it.
 */
export function assembleAmplification(
  parts: readonly Part[],
  melting: BesideMelting,
): AssembledAmplification {
  const series = parts.flatMap(({ amplification, source }) =>
    amplification.series.map((one): Sourced => ({ ...one, source })),
  );
  const channelOf = channelFinder(series, melting);
  const placed = Map.groupBy(series, (one) => {
    const channel = channelOf(one);
    return channel === null ? null : `${channel} ${one.position}`;
  });
  const unplaced = placed.get(null) ?? [];
  placed.delete(null);
  const notes = parts.flatMap(({ amplification }) => amplification.faults);
  const several: Sourced[] = [];
  const beyond: Sourced[] = [];
  const curves = [...placed.values()].flatMap((together): AmplificationCurve[] => {
    const [first] = together;
    const channel = first === undefined ? null : channelOf(first);
    if (first === undefined || channel === null) return [];
    const joined = joinedCurve(together);
    if (joined === null) several.push(first);
    else if (together.some(({ cq }) => isBeyond(cq, joined.cycle))) beyond.push(first);
    const dye = together.find((one) => one.dye !== null)?.dye ?? channel;
    return joined === null ? [] : [{ position: first.position, channel, dye, ...joined }];
  });
  const [one] = several;
  if (one !== undefined)
    notes.push(
      `${one.place.file} has two amplification curves or Cq values of one dye for ${countText(several)}, first ${one.position}. They are not kept. Melting curves are not affected.`,
    );
  const [late] = beyond;
  if (late !== undefined)
    notes.push(
      `${late.place.file} has a Cq after the last cycle of the amplification curve for ${countText(beyond)}, first ${late.position}. It is not kept. Melting curves are not affected.`,
    );
  const order = (curve: AmplificationCurve) =>
    channelNameSchema.options.indexOf(curve.channel) * 1000 + readingOrder(curve.position);
  return {
    curves: curves.sort((a, b) => order(a) - order(b)),
    ignored: [...Map.groupBy(unplaced, ({ dye }) => dye ?? '')].map(([dye, [left]]) => ({
      file: left?.place.file ?? '',
      part: dye === '' ? 'amplification' : `amplification, ${dye}`,
      reason: 'its dye belongs to no channel of the run',
    })),
    notes,
    readSources: newsOf(series.filter((curve) => channelOf(curve) !== null)),
  };
}

/** The files that say something the others before them do not: software lists Cq in several reports. */
function newsOf(series: readonly Sourced[]): Set<number> {
  const known = new Set<string>();
  return new Set(
    series.flatMap(({ position, dye, target, cycle, cq, source }) => {
      const content = [...(cycle.length === 0 ? [] : ['curve']), ...(cq === null ? [] : ['cq'])];
      const news = content
        .map((what) => [position, dye, target, what].join('|'))
        .filter((key) => !known.has(key));
      for (const key of news) known.add(key);
      return news.length === 0 ? [] : [source];
    }),
  );
}

const countText = ({ length }: readonly unknown[]) => (length === 1 ? '1 well' : `${length} wells`);

function channelFinder(
  series: readonly AmplificationSeries[],
  { series: melts, channels, profile, answers, kept }: BesideMelting,
): (one: AmplificationSeries) => ChannelName | null {
  const byTarget = new Map(
    melts.flatMap(({ position, target, dye }) => {
      const channel = channels.get(dye);
      return channel === undefined ? [] : [[`${position}|${target ?? ''}`, channel] as const];
    }),
  );
  const melting = new Set(melts.map(({ dye }) => dye));
  const others = [...new Set(series.flatMap(({ dye }) => (dye === null || melting.has(dye) ? [] : [dye])))];
  const taken = new Set(channels.values());
  const known = channelsOfDyes(others, { profile, answers: [...answers, ...kept] }).channels;
  return ({ position, dye, target }) => {
    if (dye === null) return byTarget.get(`${position}|${target ?? ''}`) ?? null;
    if (melting.has(dye)) return channels.get(dye) ?? null;
    const channel = known.get(dye);
    // Two dyes in one channel would be mistaken for each other.
    return channel === undefined || taken.has(channel) ? null : channel;
  };
}

/** One curve and one Cq from the tables of a well; null: they contradict one another. */
function joinedCurve(
  together: readonly AmplificationSeries[],
): Pick<AmplificationCurve, 'cycle' | 'value' | 'cq'> | null {
  const read = together.filter(({ cycle }) => cycle.length > 0);
  const [curve = together[0], ...others] = read;
  if (curve === undefined || others.some((other) => !isSameCurve(curve, other))) return null;
  if (together.some(({ cq }) => isBeyond(cq, curve.cycle)))
    return { cycle: curve.cycle, value: curve.value, cq: null };
  const stated = new Set<StatedCq>(
    together.flatMap(({ cq }) => {
      const plain = withoutLateCq(cq, curve.cycle);
      return plain === null ? [] : [plain];
    }),
  );
  if (stated.size > 1) return null;
  const [cq = null] = stated;
  return { cycle: curve.cycle, value: curve.value, cq };
}

const isSameCurve = (a: AmplificationSeries, b: AmplificationSeries): boolean =>
  a.cycle.length === b.cycle.length &&
  a.cycle.every((now, index) => now === b.cycle[index]) &&
  a.value.every((now, index) => now === b.value[index]);
