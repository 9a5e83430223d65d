import { z } from 'zod';

import { channelNameSchema, type ChannelName } from './assay.ts';

/** The largest cross-talk share; beyond it, the filters do not fit the dyes. */
const MAX_SHARE = 0.5;
const CHANNELS = channelNameSchema.options;

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
  .max(CHANNELS.length * (CHANNELS.length - 1))
  .superRefine((shares, context) => {
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

/** The matrix: in each row, the shares of all dyes read by one channel. */
const mixingOf = (shares: readonly DyeShare[]): number[][] =>
  CHANNELS.map((into) =>
    CHANNELS.map((from) =>
      from === into ? 1 : (shares.find((one) => one.from === from && one.into === into)?.share ?? 0),
    ),
  );

/**
 * Gauss-Jordan elimination without row exchange: with two channels and shares up to 0.5, no pivot is below
 * 0.75.
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
 * unchanged. A well that was not read in all channels at the same temperatures keeps its readings: see
 * `isCompensated`.
 */
export function compensatedCurves<Phase extends ChannelCurves>(
  phases: readonly Phase[],
  shares: DyeCompensation | undefined,
): Phase[] {
  if (shares === undefined || !isMixing(shares)) return [...phases];
  const inverse = inverseOf(mixingOf(shares));
  return phases.map((one) => {
    const row = inverse[CHANNELS.indexOf(one.channel)] ?? [];
    const curves = new Map(
      Array.from(one.curves, ([position, curve]) => {
        const together = curvesOf(phases, { phase: one.phase, position });
        return [position, together === null ? curve : compensated(curve, { together, row })];
      }),
    );
    return { ...one, curves };
  });
}

/** Whether there is cross-talk between the two channels. */
const isMixing = (shares: readonly DyeShare[]): boolean => shares.some(({ share }) => share > 0);

/** The curves of a well in all channels; null: not read in all of them at the same temperatures. */
function curvesOf(
  phases: readonly ChannelCurves[],
  { phase, position }: { readonly phase: string; readonly position: string },
): Curve[] | null {
  const curves = CHANNELS.flatMap(
    (channel) =>
      phases.find((one) => one.channel === channel && one.phase === phase)?.curves.get(position) ?? [],
  );
  const [first] = curves;
  const isWhole = first !== undefined && curves.length === CHANNELS.length;
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

/** Whether a well's readings in a channel are corrected. */
export const isCompensated = (
  phases: readonly ChannelCurves[],
  {
    channel,
    position,
    shares,
  }: { readonly channel: ChannelName; readonly position: string; readonly shares: DyeCompensation },
): boolean => {
  const own = phases.filter((one) => one.channel === channel && one.curves.has(position));
  return (
    isMixing(shares) &&
    own.length > 0 &&
    own.every(({ phase }) => curvesOf(phases, { phase, position }) !== null)
  );
};
