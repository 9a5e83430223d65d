import type { ChannelName } from '../kit/assay.ts';
import type { DyeCompensation } from '../kit/dye-compensation.ts';

interface Readings {
  readonly cycle: Float64Array;
  readonly value: Float64Array;
  readonly cq: number | 'none' | null;
}

interface Placed extends Readings {
  readonly position: string;
  readonly channel: ChannelName;
}

/** Amplification with that of the channels whose dyes its channel also reads; null: the run lacks it for one of them. */
export type WithCrossTalk<Curve> = Curve & { readonly crossTalk?: readonly (Readings | null)[] };

/**
 * Cross-talk is subtracted from melting curves only: files export amplification with various baselines, and state Cq
 * without curves. So each curve comes with those whose cross-talk it may be.
 */
export function withCrossTalk<Curve extends Placed>(
  curves: readonly Curve[],
  shares: DyeCompensation | undefined,
): WithCrossTalk<Curve>[] {
  if (shares === undefined) return [...curves];
  const byPlace = new Map(curves.map((curve) => [`${curve.channel} ${curve.position}`, curve]));
  return curves.map((curve) => {
    const from = shares.filter(({ into, share }) => into === curve.channel && share > 0);
    if (from.length === 0) return curve;
    return { ...curve, crossTalk: from.map((one) => byPlace.get(`${one.from} ${curve.position}`) ?? null) };
  });
}
