import { z } from 'zod';

import { channelNameSchema, inChannelOrder, MAX_CHANNELS, type ChannelName } from './assay.ts';

/** The largest cross-talk share; beyond it, the filters do not fit the dyes. */
const MAX_SHARE = 0.5;
/**
 * The most that one channel reads of all other dyes together. It keeps the linear system diagonally dominant, so that it
 * has one solution, and noise at most 1 / (1 − 0.75) = 4 times as large (Varah 1975).
 */
const MAX_SHARES_OF_OTHERS = 0.75;

/** The share of one channel's signal that another channel of the same well reads. */
const dyeShareSchema = z.strictObject({
  from: channelNameSchema,
  into: channelNameSchema,
  share: z.number().min(0).max(MAX_SHARE),
});
type DyeShare = z.infer<typeof dyeShareSchema>;

/** The cross-talk matrix. Its diagonal is 1; omitted pairs have no share. */
export const dyeCompensationSchema = z
  .array(dyeShareSchema)
  .min(1)
  .max(MAX_CHANNELS * (MAX_CHANNELS - 1))
  .superRefine((shares, context) => {
    for (const [into, ofOthers] of Map.groupBy(shares, (one) => one.into)) {
      const total = ofOthers.reduce((sum, { share }) => sum + share, 0);
      if (total <= MAX_SHARES_OF_OTHERS) continue;
      const message = `${into} reads ${percent(total)} of other dyes. At most ${percent(MAX_SHARES_OF_OTHERS)} can be compensated.`;
      context.addIssue({ code: 'custom', path: [], message });
    }
    const pairs = shares.map(({ from, into }) => `${from} ${into}`);
    shares.forEach(({ from, into }, index) => {
      const refuse = (message: string): void => {
        context.addIssue({ code: 'custom', path: [index], message });
      };
      if (from === into) refuse('A share needs two different channels.');
      else if (pairs.indexOf(`${from} ${into}`) !== index) refuse('This pair of channels occurs twice.');
    });
  });
export type DyeCompensation = z.infer<typeof dyeCompensationSchema>;

const percent = (share: number): string => `${Number((100 * share).toFixed(2))} %`;

/**
 * The channels that share signal with a channel, directly or through others, with itself, in order; null: none. Only they
 * are needed to correct it, so a plate need not be read in every channel of the analyser.
 */
function mixedChannels(channel: ChannelName, shares: readonly DyeShare[]): readonly ChannelName[] | null {
  const mixing = shares.filter(({ share }) => share > 0);
  const reached = new Set([channel]);
  for (let size = 0; size < reached.size;) {
    size = reached.size;
    for (const { from, into } of mixing)
      if (reached.has(from) || reached.has(into)) reached.add(from).add(into);
  }
  return reached.size === 1 ? null : inChannelOrder(reached);
}

const mixingOf = (channels: readonly ChannelName[], shares: readonly DyeShare[]): number[][] =>
  channels.map((into) =>
    channels.map((from) =>
      from === into ? 1 : (shares.find((one) => one.from === from && one.into === into)?.share ?? 0),
    ),
  );

/**
 * Gauss-Jordan elimination without row exchange: the matrix is diagonally dominant in its rows, so no pivot is below
 * 1 − `MAX_SHARES_OF_OTHERS`.
 */
function inverseOf(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  let rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let k = 0; k < size; k++) {
    const own = rows[k] ?? [];
    const unit = own.map((value) => value / (own[k] ?? 1));
    const without = (row: readonly number[]): number[] =>
      row.map((value, j) => value - (row[k] ?? 0) * (unit[j] ?? 0));
    rows = rows.map((row, i) => (i === k ? unit : without(row)));
  }
  return rows.map((row) => row.slice(size));
}

interface Curve {
  readonly temperature: Float64Array;
  readonly value: Float64Array;
}

/** Curves of one channel and phase by position. */
interface ChannelCurves {
  readonly channel: ChannelName;
  readonly phase: string;
  readonly curves: ReadonlyMap<string, Curve>;
}

const areEqual = (a: Float64Array, b: Float64Array): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

/**
 * Subtracts cross-talk from curves: solves the linear system at each temperature. The given curves are
 * unchanged. A well that was not read in all channels that share signal, at the same temperatures, keeps its readings:
 * see `isCompensated`.
 */
export function compensatedCurves<Phase extends ChannelCurves>(
  phases: readonly Phase[],
  shares: DyeCompensation | undefined,
): Phase[] {
  if (shares === undefined) return [...phases];
  return phases.map((one) => {
    const channels = mixedChannels(one.channel, shares);
    if (channels === null) return one;
    const row = inverseOf(mixingOf(channels, shares))[channels.indexOf(one.channel)] ?? [];
    const curves = new Map(
      Array.from(one.curves, ([position, curve]) => {
        const together = curvesOf(phases, { channels, phase: one.phase, position });
        return [position, together === null ? curve : compensated(curve, { together, row })];
      }),
    );
    return { ...one, curves };
  });
}

/** The curves of a well in some channels; null: not read in all of them at the same temperatures. */
function curvesOf(
  phases: readonly ChannelCurves[],
  {
    channels,
    phase,
    position,
  }: { readonly channels: readonly ChannelName[]; readonly phase: string; readonly position: string },
): Curve[] | null {
  const curves = channels.flatMap(
    (channel) =>
      phases.find((one) => one.channel === channel && one.phase === phase)?.curves.get(position) ?? [],
  );
  const [first] = curves;
  const isWhole = first !== undefined && curves.length === channels.length;
  return isWhole && curves.every(({ temperature }) => areEqual(temperature, first.temperature))
    ? curves
    : null;
}

/** A channel's corrected curve, from its row of the inverse matrix. */
function compensated(
  { temperature, value }: Curve,
  { together, row }: { readonly together: readonly Curve[]; readonly row: readonly number[] },
): Curve {
  const own = value.map((_, i) =>
    together.reduce((sum, { value: read }, channel) => sum + (row[channel] ?? 0) * (read[i] ?? 0), 0),
  );
  return { temperature, value: own };
}

export const isCompensated = (
  phases: readonly ChannelCurves[],
  {
    channel,
    position,
    shares,
  }: { readonly channel: ChannelName; readonly position: string; readonly shares: DyeCompensation },
): boolean => {
  const channels = mixedChannels(channel, shares);
  const own = phases.filter((one) => one.channel === channel && one.curves.has(position));
  return (
    channels !== null &&
    own.length > 0 &&
    own.every(({ phase }) => curvesOf(phases, { channels, phase, position }) !== null)
  );
};

/** Whether a channel shares signal with another. */
export const isMixed = (channel: ChannelName, shares: DyeCompensation): boolean =>
  mixedChannels(channel, shares) !== null;
