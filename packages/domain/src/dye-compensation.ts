import { z } from 'zod';

import { channelNameSchema, type ChannelName } from './assay.ts';

/** The largest share of one dye's light in another channel: with more, the filters do not fit the dyes. */
const MAX_SHARE = 0.5;
/** A pivot below this multiplies noise by more than five: the channels cannot be separated. */
const MIN_PIVOT = 0.2;

/** The share of the light of one channel's dye that is read in another channel of the same well. */
const dyeShareSchema = z.strictObject({
  from: channelNameSchema,
  into: channelNameSchema,
  share: z.number().min(0).max(MAX_SHARE),
});
type DyeShare = z.infer<typeof dyeShareSchema>;

/** How dyes bleed into channels. The diagonal of the matrix is 1; pairs that are left out have no share. */
export const dyeCompensationSchema = z
  .array(dyeShareSchema)
  .min(1)
  .max(channelNameSchema.options.length * (channelNameSchema.options.length - 1))
  .superRefine((shares, context) => {
    const pairs = shares.map(({ from, into }) => `${from} ${into}`);
    shares.forEach(({ from, into }, index) => {
      const refuse = (message: string): void => {
        context.addIssue({ code: 'custom', path: [index], message });
      };
      if (from === into) refuse('A share needs two different channels.');
      else if (pairs.indexOf(`${from} ${into}`) !== index) refuse('This pair of channels occurs twice.');
    });
    if (inverseOf(mixingOf(channelNameSchema.options, shares)) === null)
      context.addIssue({ code: 'custom', message: 'The matrix of these shares cannot be inverted.' });
  });
export type DyeCompensation = z.infer<typeof dyeCompensationSchema>;

/** A row per channel: what is read in it of the light of each dye. */
const mixingOf = (channels: readonly ChannelName[], shares: readonly DyeShare[]): number[][] =>
  channels.map((into) =>
    channels.map((from) =>
      from === into ? 1 : (shares.find((one) => one.from === from && one.into === into)?.share ?? 0),
    ),
  );

/** By Gauss and Jordan with pivots; null where a pivot is too small. */
function inverseOf(matrix: readonly (readonly number[])[]): number[][] | null {
  const size = matrix.length;
  let rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let k = 0; k < size; k++) {
    const sizeIn = (row: readonly number[]): number => Math.abs(row[k] ?? 0);
    const open = rows.slice(k);
    const best = open.reduce((most, row) => (sizeIn(row) > sizeIn(most) ? row : most));
    const pivot = best[k] ?? 0;
    if (Math.abs(pivot) < MIN_PIVOT) return null;
    const unit = best.map((value) => value / pivot);
    const without = (row: readonly number[]): number[] =>
      row.map((value, j) => value - (row[k] ?? 0) * (unit[j] ?? 0));
    const others = open.filter((row) => row !== best).map(without);
    rows = [...rows.slice(0, k).map(without), unit, ...others];
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
 * Curves without the light of other channels' dyes: the equations of the matrix are solved at each temperature. The
 * given curves stay as they are. A well that was not read in all channels of its matrix, at the same temperatures, keeps
 * its readings: see `isCompensated`.
 */
export function compensatedCurves<Phase extends ChannelCurves>(
  phases: readonly Phase[],
  shares: DyeCompensation | undefined,
): Phase[] {
  if (shares === undefined) return [...phases];
  return phases.map((one) => {
    const mixed = mixedChannels(one.channel, shares);
    const curves = new Map(
      Array.from(one.curves, ([position, curve]) => {
        const together = curvesOf(phases, { phase: one.phase, position, channels: mixed });
        return [position, together === null ? curve : compensated(together, { one, mixed, curve, shares })];
      }),
    );
    return { ...one, curves };
  });
}

/** A channel and all that share light with it, directly or through others, in the order of the channels. */
function mixedChannels(channel: ChannelName, shares: readonly DyeShare[]): ChannelName[] {
  const found = new Set([channel]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const { from, into, share } of shares)
      if (share > 0 && (found.has(from) || found.has(into))) found.add(from).add(into);
  }
  return channelNameSchema.options.filter((one) => found.has(one));
}

/** The curves of a well in some channels; null: not all were read, or not at the same temperatures. */
function curvesOf(
  phases: readonly ChannelCurves[],
  {
    phase,
    position,
    channels,
  }: { readonly phase: string; readonly position: string; readonly channels: readonly ChannelName[] },
): Curve[] | null {
  const curves = channels.flatMap(
    (channel) =>
      phases.find((one) => one.channel === channel && one.phase === phase)?.curves.get(position) ?? [],
  );
  const [first] = curves;
  const isWhole = channels.length > 1 && curves.length === channels.length && first !== undefined;
  return isWhole && curves.every(({ temperature }) => areEqual(temperature, first.temperature))
    ? curves
    : null;
}

function compensated(
  together: readonly Curve[],
  {
    one,
    mixed,
    curve,
    shares,
  }: {
    readonly one: ChannelCurves;
    readonly mixed: readonly ChannelName[];
    readonly curve: Curve;
    readonly shares: DyeCompensation;
  },
): Curve {
  const row = inverseOf(mixingOf(mixed, shares))?.[mixed.indexOf(one.channel)];
  if (row === undefined) return curve;
  const value = curve.value.map((_, i) =>
    together.reduce((sum, { value: read }, channel) => sum + (row[channel] ?? 0) * (read[i] ?? 0), 0),
  );
  return { temperature: curve.temperature, value };
}

/** Whether a well's readings in a channel are free of the light of others. */
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
  return own.length > 0 && own.every(({ phase }) => curvesOf(phases, { phase, position, channels }) !== null);
};
