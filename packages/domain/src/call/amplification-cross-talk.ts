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

/** Amplification with all curves of its channel on the plate, which a curve without a rise is judged beside. */
export type WithPlate<Curve> = Curve & { readonly beside: readonly Readings[] };

function withPlate<Curve extends Placed>(curves: readonly Curve[]): WithPlate<Curve>[] {
  const ofChannels = Map.groupBy(curves, ({ channel }) => channel);
  return curves.map((curve) => ({ ...curve, beside: ofChannels.get(curve.channel) ?? [] }));
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
): WithCrossTalk<WithPlate<Curve>>[] {
  const placed = withPlate(curves);
  if (shares === undefined) return placed;
  const byPlace = new Map(placed.map((curve) => [`${curve.channel} ${curve.position}`, curve]));
  return placed.map((curve) => {
    const from = shares.filter(({ into, share }) => into === curve.channel && share > 0);
    if (from.length === 0) return curve;
    return { ...curve, crossTalk: from.map((one) => byPlace.get(`${one.from} ${curve.position}`) ?? null) };
  });
}
