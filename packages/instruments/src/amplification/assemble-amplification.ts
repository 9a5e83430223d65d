import { channelNameSchema } from '@curvewell/domain/reading';
import type { DyeAnswer } from '@curvewell/domain';

import type { Ignored } from '../import-report.ts';
import type { Part } from '../part.ts';
import { readingOrder } from '../assemble/position.ts';
import type { AmplificationCurve, StatedCq } from '../run-file.ts';
import { amplificationChannels, type BesideMelting } from './amplification-channels.ts';
import { isBeyond, withoutLateCq, type AmplificationSeries } from './amplification-series.ts';

interface AssembledAmplification {
  readonly curves: readonly AmplificationCurve[];
  readonly ignored: readonly Ignored[];
  /** Doubts of the import: which amplification was skipped, and why. */
  readonly notes: readonly string[];
  /** The answers about dyes without melting curves that were used, new or stored. */
  readonly answers: readonly DyeAnswer[];
  readonly readSources: ReadonlySet<number>;
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
  const { channelOf, answers } = amplificationChannels(series, melting);
  const notes = parts.flatMap(({ amplification }) => amplification.faults);
  const placings = Map.groupBy(series, channelOf);
  const unplaced = placings.get('unknown') ?? [];
  const ambiguous = placings.get('several') ?? [];
  const left = new Set([...unplaced, ...ambiguous]);
  const several: Sourced[] = [];
  const beyond: Sourced[] = [];
  const curves = [...placings].flatMap(([channel, ofChannel]): AmplificationCurve[] => {
    if (channel === 'unknown' || channel === 'several') return [];
    return [...Map.groupBy(ofChannel, ({ position }) => position)].flatMap(([position, together]) => {
      const [first] = together;
      const joined = joinedCurve(together);
      if (joined === null && first) several.push(first);
      else if (first && joined && together.some(({ cq }) => isBeyond(cq, joined.cycle))) beyond.push(first);
      const dye = together.find((one) => one.dye !== null)?.dye ?? channel;
      return joined === null ? [] : [{ position, channel, dye, ...joined }];
    });
  });
  const [open] = ambiguous;
  if (open !== undefined)
    notes.push(
      `${open.place.file} has amplification of which it does not state the dye or channel for ${countText(wellsOf(ambiguous))}, first ${open.position}. It is not kept. Melting curves are not affected.`,
    );
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
    ignored: [...Map.groupBy(unplaced, ({ dye }) => dye ?? '')].map(([dye, [first]]) => ({
      file: first?.place.file ?? '',
      part: dye === '' ? 'amplification' : `amplification, ${dye}`,
      reason: 'its dye belongs to no channel of the run',
    })),
    notes,
    answers,
    readSources: newsOf(series.filter((one) => !left.has(one))),
  };
}

/** The files with data that no earlier file has: software lists Cq in several reports. */
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

const wellsOf = (series: readonly Sourced[]) => [...new Set(series.map(({ position }) => position))];
const countText = ({ length }: readonly unknown[]) => (length === 1 ? '1 well' : `${length} wells`);

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
